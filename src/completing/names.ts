import { SECRET_TYPE_LABEL } from '../argocd/cluster-secret.ts'
import { keysUnder } from '../engine/keys.ts'
import type { KubeClient } from '../kube/client.ts'
import type { Kubeconfig } from '../kube/live/kubeconfig-entries.ts'
import { listAllMetadata } from '../kube/paging.ts'
import type { Source } from './table.ts'

/** Which registrations are ours, and where they are. */
export interface Place {
  readonly targetNamespace: string
  readonly labelPrefix: string
  readonly managedBy: string
}

/** Reads no Secret's content: metadata only, which has the labels. */
const registrations = async (
  client: KubeClient,
  { targetNamespace, labelPrefix, managedBy }: Place,
  isWanted: (labels: Readonly<Record<string, string>>) => boolean,
): Promise<readonly string[]> => {
  const labelSelector = `${keysUnder(labelPrefix).managedBy}=${managedBy}`
  const { items } = await listAllMetadata(
    client,
    'secrets',
    { namespace: targetNamespace, labelSelector },
    ({ metadata: { name, labels = {} } }) =>
      name.startsWith('cluster-') && isWanted(labels) ? name.slice('cluster-'.length) : undefined,
  )
  return items
}

const isShown = (labels: Readonly<Record<string, string>>): boolean => labels[SECRET_TYPE_LABEL] === 'cluster'

/** Names on the hub. Sources that are no names of the hub have none. */
export const namesOnHub = async (
  source: Source,
  client: KubeClient,
  place: Place,
): Promise<readonly string[]> => {
  if (source === 'namespaces')
    return (await listAllMetadata(client, 'namespaces', {}, ({ metadata }) => metadata.name)).items
  if (source === 'clusters') return registrations(client, place, () => true)
  if (source === 'shown') return registrations(client, place, isShown)
  if (source === 'hidden') return registrations(client, place, (labels) => !isShown(labels))
  return []
}

/** Names in the operator's kubeconfig; undefined where the source is another. */
export const namesInKubeconfig = (
  source: Source,
  config: Kubeconfig | undefined,
): readonly string[] | undefined => {
  if (source === 'contexts') return [...(config?.contexts.keys() ?? [])]
  if (source === 'kubeconfig-clusters') return [...(config?.clusters.keys() ?? [])]
  if (source === 'users') return [...(config?.users.keys() ?? [])]
  return undefined
}
