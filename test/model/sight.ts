import { canonicalServer } from '../../src/argocd/server.ts'
import type { Namespace, Secret } from '../../src/kube/objects.ts'
import { listAll } from '../../src/kube/paging.ts'
import { P, SECRET_TYPE } from '../engine/test-hub.ts'
import { HELD } from './hand-edits.ts'
import type { ModelHub } from './hub.ts'
import { text } from './objects.ts'
import { PLACES } from './words.ts'

/** A hub as it stands: source namespaces, the Secrets in them, and those of the target namespace, all by name. */
export interface Sight {
  readonly namespaces: ReadonlyMap<string, Namespace>
  readonly sources: ReadonlyMap<string, Secret>
  readonly secrets: ReadonlyMap<string, Secret>
}

const byName = <T extends { readonly metadata: { readonly name: string } }>(
  objects: readonly T[],
): ReadonlyMap<string, T> => new Map(objects.map((object) => [object.metadata.name, object]))

export const targetSecrets = async ({ admin, target }: ModelHub): Promise<ReadonlyMap<string, Secret>> =>
  byName((await listAll(admin, 'secrets', { namespace: target }, (secret) => secret)).items)

export const sourceNamespaces = async ({
  admin,
  prefix,
}: ModelHub): Promise<ReadonlyMap<string, Namespace>> => {
  const ours = new Set(PLACES.map((place) => prefix + place))
  const { items } = await listAll(admin, 'namespaces', {}, (namespace) =>
    ours.has(namespace.metadata.name) ? namespace : undefined,
  )
  return byName(items)
}

export const look = async (hub: ModelHub): Promise<Sight> => {
  const namespaces = await sourceNamespaces(hub)
  const sources: Secret[] = []
  for (const namespace of namespaces.keys())
    sources.push(...(await listAll(hub.admin, 'secrets', { namespace }, (secret) => secret)).items)
  return { namespaces, sources: byName(sources), secrets: await targetSecrets(hub) }
}

const labelOf = ({ metadata }: Secret | Namespace, name: string): string => metadata.labels?.[P + name] ?? ''

export const clusterOf = (object: Secret | Namespace): string => labelOf(object, 'cluster')
export const sourceNamespaceOf = (secret: Secret): string => labelOf(secret, 'source-namespace')
export const isManaged = (object: Secret | Namespace, owner: string): boolean =>
  labelOf(object, 'managed-by') === owner
export const isGoing = ({ metadata }: Secret | Namespace): boolean => metadata.deletionTimestamp !== undefined
export const isVisible = ({ metadata }: Secret): boolean => metadata.labels?.[SECRET_TYPE] === 'cluster'
export const isHeld = ({ metadata }: Secret): boolean => metadata.annotations?.[HELD] !== undefined
export const isPinned = ({ metadata }: Secret): boolean =>
  metadata.labels?.[`${P}prune`] === 'disabled' || metadata.annotations?.[`${P}prune`] === 'disabled'

const DEMOTION = ['orphaned-secret-type', 'stale-since', 'superseded-by']

/** Hidden on purpose has one of these; one that only lost the label that shows it has none. */
export const hasDemotionLabel = (secret: Secret): boolean =>
  DEMOTION.some((name) => labelOf(secret, name) !== '')

/** Our label, our form of name, and something of a cluster Secret about it (C10.39). */
export const isOurs = (secret: Secret, owner: string): boolean =>
  isManaged(secret, owner) &&
  secret.metadata.name.startsWith('cluster-') &&
  (isVisible(secret) ||
    hasDemotionLabel(secret) ||
    (secret.data?.['server'] !== undefined && secret.data['config'] !== undefined))

export const nameIn = (secret: Secret): string => text(secret.data?.['name'])
export const addressIn = (secret: Secret): string => canonicalServer(text(secret.data?.['server'])) ?? ''

/** What has to be the same for "the same bytes" (decisions.md §4). */
export const bytesOf = ({ type, data, immutable, metadata }: Secret): object => ({
  type,
  data,
  immutable,
  uid: metadata.uid,
  labels: metadata.labels ?? {},
  annotations: metadata.annotations ?? {},
  owners: metadata.ownerReferences ?? [],
  finalizers: metadata.finalizers ?? [],
})
