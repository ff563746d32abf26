import { keysUnder, type Keys } from '../../engine/keys.ts'
import type { Check } from '../check.ts'
import type { Finding } from '../finding.ts'
import type { ShapeCheckId } from './clusters-faults.ts'
import { liveClusters, type LiveCluster } from './clusters-live.ts'
import type { Trouble } from './clusters-troubles.ts'

const findingOf = (
  { secret: { metadata }, object, ours }: LiveCluster,
  { severity, path, why, meant }: Trouble,
  { cluster, sourceNamespace }: Keys,
): Finding => ({
  severity,
  object,
  params: {
    path,
    why,
    ...(meant === undefined ? {} : { meant }),
    namespace: metadata.namespace ?? '',
    secret: metadata.name,
    ...(ours
      ? { ours: 'true', clusterKey: cluster, source: metadata.labels?.[sourceNamespace] ?? 'NAMESPACE' }
      : {}),
  },
})

const shapeCheck = (id: ShapeCheckId): Check => ({
  id,
  section: 'argocd',
  on: 'anywhere',
  run: async (inspection) => {
    const keys = keysUnder(inspection.settings.labelPrefix)
    return (await liveClusters(inspection)).flatMap((cluster) =>
      cluster.troubles
        .filter(({ check }) => check === id)
        .map((trouble) => findingOf(cluster, trouble, keys)),
    )
  },
})

/** Whether every cluster Secret is one that Argo CD can read and use (argocd-rules.md). */
export const CLUSTER_SHAPE_CHECKS: readonly Check[] = (
  [
    'placeholder-applied',
    'cluster-keys',
    'cluster-encoding',
    'cluster-name',
    'cluster-reserved',
    'cluster-server',
    'cluster-http',
    'cluster-config-json',
    'cluster-config-field',
    'cluster-config-tls',
    'cluster-config-auth',
    'cluster-tls-insecure',
    'cluster-options',
    'cluster-last-applied',
  ] satisfies readonly ShapeCheckId[]
).map(shapeCheck)
