import { byteOrder } from '../../order.ts'
import type { Inspection } from '../inspection.ts'
import { applicationController, variableOf, type ArgoCdPart } from './argocd-workloads.ts'
import type { LiveCluster } from './clusters-live.ts'

/** How clusters are dealt out to the replicas of the application controller. */
export interface Sharding {
  readonly controller: ArgoCdPart
  readonly replicas: number
  readonly algorithm: string
}

const replicasOf = (controller: ArgoCdPart): number => {
  // A StatefulSet goes by the variable, whatever its own replicas are; a Deployment counts itself.
  const written =
    controller.kind === 'statefulset' ? variableOf(controller, 'ARGOCD_CONTROLLER_REPLICAS') : undefined
  if (written !== undefined && /^\d{1,4}$/.test(written)) return Math.max(1, Number(written))
  return controller.kind === 'statefulset' && written === undefined ? 1 : Math.max(1, controller.replicas)
}

/** Undefined where there is no application controller. */
export const shardingOf = async (inspection: Inspection): Promise<Sharding | undefined> => {
  const controller = await applicationController(inspection)
  if (!controller) return undefined
  const namespace = inspection.settings.targetNamespace
  const params = await inspection.find('configmaps', { namespace, name: 'argocd-cmd-params-cm' })
  const algorithm =
    params?.data?.['controller.sharding.algorithm'] ??
    variableOf(controller, 'ARGOCD_CONTROLLER_SHARDING_ALGORITHM') ??
    'legacy'
  return { controller, replicas: replicasOf(controller), algorithm }
}

/** The shard a Secret asks for; undefined where it leaves it to Argo CD. */
export const askedShard = ({ entry }: LiveCluster): number | undefined =>
  entry.shard !== undefined && /^\+?\d{1,9}$/.test(entry.shard) ? Number(entry.shard) : undefined

/** FNV-1a of 32 bits over the bytes of an ASCII text. */
const fnv32a = (text: string): number => {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0
  return hash
}

/**
 * Clusters by shard, as Argo CD deals them (controller/sharding): the one that is asked for, else by the Secret's UID.
 * Undefined where the algorithm can't be told from here.
 */
export const dealt = (
  clusters: readonly LiveCluster[],
  { replicas, algorithm }: Pick<Sharding, 'replicas' | 'algorithm'>,
): readonly number[] | undefined => {
  const uidOf = ({ secret }: LiveCluster): string => secret.metadata.uid ?? ''
  const order = clusters.toSorted((a, b) => byteOrder(uidOf(a), uidOf(b)))
  const counts = Array.from({ length: replicas }, () => 0)
  for (const [index, cluster] of order.entries()) {
    const asked = askedShard(cluster)
    if (asked === undefined && algorithm !== 'legacy' && algorithm !== 'round-robin') return undefined
    const own = algorithm === 'legacy' ? fnv32a(uidOf(cluster)) % replicas : index % replicas
    const shard = asked === undefined ? own : asked < replicas ? asked : 0
    counts[shard] = (counts[shard] ?? 0) + 1
  }
  return counts
}
