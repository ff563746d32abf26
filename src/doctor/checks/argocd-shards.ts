import { Skipped, type Check } from '../check.ts'
import type { Finding } from '../finding.ts'
import type { Inspection } from '../inspection.ts'
import { askedShard, dealt, shardingOf, type Sharding } from './argocd-sharding.ts'
import { liveClusters } from './clusters-live.ts'

const requireSharding = async (inspection: Inspection): Promise<Sharding> => {
  const sharding = await shardingOf(inspection)
  if (!sharding)
    throw new Skipped(`no application controller is deployed in ${inspection.settings.targetNamespace}`)
  return sharding
}

export const shardOutOfRange: Check = {
  id: 'shard-out-of-range',
  section: 'argocd',
  on: 'hub',
  run: async (inspection) => {
    const asking = (await liveClusters(inspection)).filter((cluster) => askedShard(cluster) !== undefined)
    if (asking.length === 0) return []
    const { replicas, controller } = await requireSharding(inspection)
    return asking
      .filter((cluster) => (askedShard(cluster) ?? 0) >= replicas)
      .map(({ object, entry, secret }): Finding => {
        return {
          severity: 'warning',
          object,
          params: {
            shard: String(Number(entry.shard)),
            replicas: String(replicas),
            last: String(replicas - 1),
            controller: `${controller.kind} ${controller.name}`,
            namespace: secret.metadata.namespace ?? '',
            secret: secret.metadata.name,
          },
        }
      })
  },
}

/** With fewer clusters than this a replica, chance alone makes some shard twice as large as another. */
const ENOUGH = 3

export const shardImbalance: Check = {
  id: 'shard-imbalance',
  section: 'argocd',
  on: 'hub',
  run: async (inspection) => {
    const clusters = await liveClusters(inspection)
    if (clusters.length < 2 * ENOUGH) return []
    const sharding = await requireSharding(inspection)
    const { replicas, controller, algorithm } = sharding
    if (replicas < 2 || clusters.length < ENOUGH * replicas) return []
    const counts = dealt(clusters, sharding)
    if (!counts) throw new Skipped(`what ${algorithm} deals out can't be told from here`)
    const most = Math.max(...counts)
    const busiest = counts.indexOf(most)
    const isAsked = clusters.some((cluster) => askedShard(cluster) === busiest)
    if (most <= (2 * clusters.length) / replicas) return []
    return [
      {
        severity: 'warning',
        object: controller.name,
        params: {
          shard: String(busiest),
          most: String(most),
          total: String(clusters.length),
          replicas: String(replicas),
          counts: counts.map((count, shard) => `${shard}: ${count}`).join(', '),
          ...(isAsked ? { asked: 'true' } : {}),
          namespace: inspection.settings.targetNamespace,
        },
      },
    ]
  },
}
