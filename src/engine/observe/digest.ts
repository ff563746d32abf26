import { decodeClusterSecret } from '../../argocd/cluster-secret.ts'
import { FIELD_MANAGER } from '../../kube/field-manager.ts'
import type { Namespace, ObjectMeta, Secret } from '../../kube/objects.ts'
import type { Settings } from '../../settings/settings.ts'
import type { Base } from '../decision.ts'
import { hasDemotionLabel, keysUnder, OWN_ANNOTATIONS } from '../keys.ts'
import type { NamespaceDigest, RegistrationDigest } from '../snapshot.ts'

type Map = Readonly<Record<string, string>>

const select = (map: Map | undefined, wanted: (key: string) => boolean): Map =>
  Object.fromEntries(Object.entries(map ?? {}).filter(([key]) => wanted(key)))

const createdAt = ({ creationTimestamp }: ObjectMeta): { readonly createdAt?: number } => {
  const time = creationTimestamp === undefined ? NaN : Date.parse(creationTimestamp)
  return Number.isNaN(time) ? {} : { createdAt: time }
}

const baseOf = ({ uid, resourceVersion }: ObjectMeta): Base => ({
  ...(uid === undefined ? {} : { uid }),
  ...(resourceVersion === undefined ? {} : { resourceVersion }),
})

export const namespaceDigest = ({ metadata }: Namespace, settings: Settings): NamespaceDigest => {
  const keys = keysUnder(settings.labelPrefix)
  const isOurs = (key: string): boolean => key.startsWith(keys.prefix)
  return {
    name: metadata.name,
    ...(metadata.uid === undefined ? {} : { uid: metadata.uid }),
    ...createdAt(metadata),
    terminating: metadata.deletionTimestamp !== undefined,
    managed: metadata.labels?.[keys.managedBy] === settings.managedBy,
    labels: select(metadata.labels, isOurs),
    annotations: select(metadata.annotations, isOurs),
  }
}

const writtenAt = ({ managedFields = [] }: Secret['metadata']): Pick<RegistrationDigest, 'writtenAt'> => {
  const times = managedFields
    .filter(({ manager }) => manager === FIELD_MANAGER)
    .map(({ time }) => Date.parse(time ?? ''))
    .filter((time) => !Number.isNaN(time))
  return times.length === 0 ? {} : { writtenAt: Math.max(...times) }
}

/** Total: any Secret has a digest, whoever wrote it. */
export const registrationDigest = (secret: Secret, settings: Settings): RegistrationDigest => {
  const keys = keysUnder(settings.labelPrefix)
  const { metadata, data = {} } = secret
  const entry = decodeClusterSecret(secret)
  const labels = metadata.labels ?? {}
  return {
    name: metadata.name,
    base: baseOf(metadata),
    ...createdAt(metadata),
    terminating: metadata.deletionTimestamp !== undefined,
    immutable: secret.immutable === true,
    finalized: (metadata.finalizers ?? []).length > 0,
    visible: entry.visible,
    clusterLike: entry.visible || hasDemotionLabel(keys, labels) || ('server' in data && 'config' in data),
    clusterName: entry.name,
    server: entry.storedServer,
    ...(entry.canonicalServer === undefined ? {} : { canonicalServer: entry.canonicalServer }),
    ...(entry.configDigest === undefined ? {} : { configDigest: entry.configDigest }),
    configSize: Buffer.byteLength(entry.configText ?? ''),
    labels,
    annotations: select(
      metadata.annotations,
      (key) => key.startsWith(keys.prefix) || key.startsWith(OWN_ANNOTATIONS),
    ),
    managers: [...new Set(metadata.managedFields?.flatMap(({ manager }) => manager ?? []))],
    ...writtenAt(metadata),
  }
}
