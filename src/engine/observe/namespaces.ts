import type { KubeClient } from '../../kube/client.ts'
import { isNotFound } from '../../kube/errors.ts'
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

/** One namespace by a GET without resourceVersion: the server's own word on whether it exists. */
export const readNamespace = async (
  client: KubeClient,
  settings: Settings,
  name: string,
): Promise<NamespaceDigest | Absence> => {
  try {
    return namespaceDigest(await client.get('namespaces', { name }), settings)
  } catch (error) {
    if (isNotFound(error, name))
      return client.absenceIsProof ? { state: 'gone' } : { state: 'unknown', why: 'not among the manifests' }
    return { state: 'unknown', why: error instanceof Error ? error.message : 'it could not be read' }
  }
}
