import type { KubeClient } from '../../kube/client.ts'
import { isForbidden, isNotFound } from '../../kube/errors.ts'
import { listAll } from '../../kube/paging.ts'
import type { Settings } from '../../settings/settings.ts'
import { keysUnder } from '../keys.ts'
import type { Absence, NamespaceDigest } from '../snapshot.ts'
import { namespaceDigest } from './digest.ts'

/** All source namespaces, by name. */
export const readSourceNamespaces = async (
  client: KubeClient,
  settings: Settings,
): Promise<Map<string, NamespaceDigest>> => {
  const { managedBy } = keysUnder(settings.labelPrefix)
  const { items } = await listAll(
    client,
    'namespaces',
    { labelSelector: `${managedBy}=${settings.managedBy}` },
    (namespace) => namespaceDigest(namespace, settings),
  )
  return new Map(items.map((namespace) => [namespace.name, namespace]))
}

/** The namespace as it will stand once these labels and annotations are set. */
export const labelled = (
  namespace: NamespaceDigest,
  labels: Readonly<Record<string, string>>,
  annotations: Readonly<Record<string, string>>,
  settings: Settings,
): NamespaceDigest => {
  const all = { ...namespace.labels, ...labels }
  return {
    ...namespace,
    managed: all[keysUnder(settings.labelPrefix).managedBy] === settings.managedBy,
    labels: all,
    annotations: { ...namespace.annotations, ...annotations },
  }
}

const whyNot = (error: unknown): string => (error instanceof Error ? error.message : 'it could not be read')

/** Something between may say that a namespace is not there; one that holds a Secret is (decisions.md §4). */
const seeSecrets = async (
  client: KubeClient,
  namespace: string,
  notOlderThan: string | undefined,
): Promise<Absence> => {
  try {
    const known = notOlderThan === undefined ? {} : { notOlderThan }
    const { items } = await client.listMetadataPage('secrets', { namespace, limit: 1, ...known })
    if (items.length === 0) return { state: 'gone', secrets: 'none' }
    // They may have gone since.
    if (notOlderThan !== undefined) return await seeSecrets(client, namespace, undefined)
    return { state: 'unknown', why: 'the hub says that it is not there, and lists Secrets in it' }
  } catch (error) {
    return isForbidden(error)
      ? { state: 'gone', secrets: 'forbidden' }
      : { state: 'unknown', why: whyNot(error) }
  }
}

/**
 * One namespace by a GET without resourceVersion: the server's own word on whether it exists.
 * @param secretsSince a version of Secrets that is known: where the namespace is not there, Secrets are looked for in a state
 * from then on. Default: in the newest state there is
 */
export const readNamespace = async (
  client: KubeClient,
  settings: Settings,
  name: string,
  secretsSince?: string,
): Promise<NamespaceDigest | Absence> => {
  try {
    return namespaceDigest(await client.get('namespaces', { name }), settings)
  } catch (error) {
    if (isNotFound(error, name))
      return client.absenceIsProof
        ? seeSecrets(client, name, secretsSince)
        : { state: 'unknown', why: 'not among the manifests' }
    return { state: 'unknown', why: whyNot(error) }
  }
}
