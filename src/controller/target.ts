import { decodeClusterSecret, SECRET_TYPE_LABEL } from '../argocd/cluster-secret.ts'
import { keysUnder } from '../engine/keys.ts'
import { registrationDigest } from '../engine/observe/digest.ts'
import type { RegistrationDigest } from '../engine/snapshot.ts'
import type { KubeClient } from '../kube/client.ts'
import { isNotFound } from '../kube/errors.ts'
import type { ObjectMetadata, Secret } from '../kube/objects.ts'
import { listAllMetadata } from '../kube/paging.ts'
import type { Settings } from '../settings/settings.ts'
import { credentialState, type CredentialState } from './credential-bucket.ts'
import { objectSource, type Source } from './reflector-source.ts'

/** A Secret of the target namespace; without a digest where it has nothing to do with registrations. */
export interface TargetSecret {
  readonly name: string
  readonly resourceVersion: string
  readonly registration?: RegistrationDigest
  /** Of the config that is stored. */
  readonly credential?: CredentialState
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
  return {
    name,
    resourceVersion,
    registration: registrationDigest(secret, settings),
    credential: credentialState(decodeClusterSecret(secret).configText),
  }
}

/** All Secrets of the target namespace, in digests: any of them may come to bear the label of a cluster. */
export const targetSource = (client: KubeClient, settings: Settings): Source<TargetSecret> =>
  objectSource(client, 'secrets', { namespace: settings.targetNamespace }, (secret) =>
    targetSecret(secret, settings),
  )

const readSecret = async (
  client: KubeClient,
  namespace: string,
  name: string,
): Promise<Secret | undefined> => {
  try {
    return await client.get('secrets', { namespace, name })
  } catch (error) {
    if (isNotFound(error, name)) return undefined
    throw error
  }
}

/** The same without a watch: metadata of all, and of what changed the body. */
export const targetByMetadata = (
  client: KubeClient,
  settings: Settings,
): { readonly list: Source<TargetSecret>['list'] } => {
  const known = new Map<string, TargetSecret>()
  return {
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
      const found = new Map<string, TargetSecret>()
      for (const { name, version, isOfInterest: wanted } of items) {
        const before = known.get(name)
        if (before?.resourceVersion === version) {
          found.set(name, before)
          continue
        }
        const secret = wanted ? await readSecret(client, namespace, name) : undefined
        if (wanted && !secret) continue
        found.set(name, secret ? targetSecret(secret, settings) : { name, resourceVersion: version })
      }
      known.clear()
      for (const [name, secret] of found) known.set(name, secret)
      return { items: [...found.values()], resourceVersion }
    },
  }
}
