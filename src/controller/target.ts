import { decodeClusterSecret, SECRET_TYPE_LABEL } from '../argocd/cluster-secret.ts'
import { keysUnder } from '../engine/keys.ts'
import { registrationDigest } from '../engine/observe/digest.ts'
import type { RegistrationDigest } from '../engine/snapshot.ts'
import type { KubeClient } from '../kube/client.ts'
import { find } from '../kube/find.ts'
import type { ObjectMetadata, Secret } from '../kube/objects.ts'
import { listAllMetadata } from '../kube/paging.ts'
import type { Settings } from '../settings/settings.ts'
import { caDigest } from './ca-digest.ts'
import { credentialState, type CredentialState } from './credential-bucket.ts'
import { objectSource, type Source } from './reflector-source.ts'

/** A Secret of the target namespace; without a digest where it has nothing to do with registrations. */
export interface TargetSecret {
  readonly name: string
  readonly resourceVersion: string
  readonly registration?: RegistrationDigest
  /** Of the config that is stored. */
  readonly credential?: CredentialState
  /** Tells its CA from others; empty where it has none. */
  readonly ca?: string
}

const isOfInterest = (
  { metadata: { name, labels = {} } }: ObjectMetadata | Secret,
  settings: Settings,
): boolean =>
  name.startsWith('cluster-') ||
  labels[SECRET_TYPE_LABEL] === 'cluster' ||
  labels[keysUnder(settings.labelPrefix).managedBy] === settings.managedBy

export const targetSecret = (secret: Secret, settings: Settings): TargetSecret => {
  const { name, resourceVersion = '' } = secret.metadata
  if (!isOfInterest(secret, settings)) return { name, resourceVersion }
  const { configText } = decodeClusterSecret(secret)
  return {
    name,
    resourceVersion,
    registration: registrationDigest(secret, settings),
    credential: credentialState(configText),
    ca: caDigest(configText),
  }
}

/** All Secrets of the target namespace, in digests: any of them may come to bear the label of a cluster. */
export const targetSource = (client: KubeClient, settings: Settings): Source<TargetSecret> =>
  objectSource(client, 'secrets', { namespace: settings.targetNamespace }, (secret) =>
    targetSecret(secret, settings),
  )

/** The same without a watch: metadata of all, and of what changed the body. @param known what is known of a name already */
export const targetByMetadata = (
  client: KubeClient,
  settings: Settings,
  known: (name: string) => TargetSecret | undefined,
): Pick<Source<TargetSecret>, 'list'> => ({
  list: async (signal) => {
    const namespace = settings.targetNamespace
    const { items, resourceVersion } = await listAllMetadata(
      client,
      'secrets',
      { namespace, signal },
      (object) => ({
        name: object.metadata.name,
        version: object.metadata.resourceVersion ?? '',
        isOfInterest: isOfInterest(object, settings),
      }),
    )
    const found: TargetSecret[] = []
    for (const { name, version, isOfInterest: wanted } of items) {
      const before = known(name)
      if (before?.resourceVersion === version) found.push(before)
      else if (!wanted) found.push({ name, resourceVersion: version })
      else {
        const secret = await find(client, 'secrets', { namespace, name }, signal)
        if (secret) found.push(targetSecret(secret, settings))
      }
    }
    return { items: found, resourceVersion }
  },
})
