import { printableName } from '../../kubeconfig/printable.ts'
import { byteOrder } from '../../order.ts'
import type { Check } from '../check.ts'
import type { Finding } from '../finding.ts'
import type { Look } from '../inspection.ts'
import { liveClusters, type LiveCluster } from './clusters-live.ts'
import { shownAddress } from './clusters-shown.ts'

const groupedBy = (
  clusters: readonly LiveCluster[],
  key: (cluster: LiveCluster) => string | undefined,
): readonly (readonly [LiveCluster, ...LiveCluster[]])[] => {
  const groups = new Map<string, [LiveCluster, ...LiveCluster[]]>()
  for (const cluster of clusters) {
    const value = key(cluster)
    if (value === undefined || value === '') continue
    const group = groups.get(value)
    if (group) group.push(cluster)
    else groups.set(value, [cluster])
  }
  return [...groups.values()].filter(({ length }) => length > 1)
}

const objectsOf = (clusters: readonly LiveCluster[]): readonly string[] =>
  clusters.map(({ object }) => object).sort(byteOrder)

/** The one that is best renamed or deleted: what a sync writes comes back. */
const spareOf = (clusters: readonly [LiveCluster, ...LiveCluster[]]): Finding['params'] => {
  const { secret, ours } = clusters.find((cluster) => !cluster.ours) ?? clusters[0]
  return {
    namespace: secret.metadata.namespace ?? '',
    secret: secret.metadata.name,
    ...(ours ? { ours: 'true' } : {}),
  }
}

export const clusterDuplicateName: Check = {
  id: 'cluster-duplicate-name',
  section: 'argocd',
  on: 'anywhere',
  run: async (inspection) =>
    groupedBy(await liveClusters(inspection), ({ entry }) => entry.name).map((clusters): Finding => {
      const name = printableName(clusters[0].entry.name)
      const objects = objectsOf(clusters)
      return {
        severity: 'error',
        object: name,
        params: { name, secrets: objects.join(', '), ...spareOf(clusters) },
        related: objects,
      }
    }),
}

/** Registrations that a pin leaves beside their former name, of which a check of its own tells. */
const keptByPin = ({ decisions }: Look): ReadonlySet<string> =>
  new Set(
    decisions.flatMap(({ secret, warnings }) =>
      warnings.some(({ reason }) => reason === 'pin-leaves-twin') ? [secret] : [],
    ),
  )

/** Byte-equal addresses are one cluster to Argo CD; `server-alias` tells of other spellings, which are two. */
export const clusterDuplicateServer: Check = {
  id: 'cluster-duplicate-server',
  section: 'argocd',
  on: 'anywhere',
  run: async (inspection) => {
    const groups = groupedBy(await liveClusters(inspection), ({ entry }) => entry.server)
    if (groups.length === 0) return []
    const pinned = keptByPin(await inspection.look())
    return groups
      .filter((group) => !group.some(({ entry }) => pinned.has(entry.secretName)))
      .map((group): Finding => {
        const server = shownAddress(group[0].entry.server)
        const objects = objectsOf(group)
        return {
          severity: 'error',
          object: server,
          params: { server, secrets: objects.join(', '), ...spareOf(group) },
          related: objects,
        }
      })
  },
}
