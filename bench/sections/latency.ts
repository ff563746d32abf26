import { Witness } from '../watch/witness.ts'
import { startWatch } from '../watch/watch-process.ts'
import { startWatchedHub, type WatchedHub } from '../watch/watched-hub.ts'
import { distribution, type Distribution, type LatencyBudget } from '../distribution.ts'
import {
  bareRoundTrip,
  deletedByHand,
  editedByHand,
  kubeconfigLast,
  kubeconfigRewritten,
  labelLast,
  namespacesDeleted,
  type Change,
} from '../latency/changes.ts'
import type { FleetCluster } from '../../test/fleet/fleet.ts'
import { nth } from '../nth.ts'
import type { BenchOptions, Section } from '../section.ts'

const WRITE: LatencyBudget = { p50: 10, p99: 60, max: 1000 }
const REMOVAL: LatencyBudget = { p50: 30, p99: 150, max: 1000 }
/** Clusters up to which the budgets hold. */
const LARGEST = 1000

type Measure = (
  what: string,
  change: Change,
  clusters: readonly FleetCluster[],
  samples: number,
) => Promise<readonly [string, readonly number[]]>

/** A bare round trip before each change, so that both meet the same load. */
const measureWith =
  (at: WatchedHub, trips: number[], { note }: BenchOptions): Measure =>
  async (what, change, clusters, samples) => {
    const took: number[] = []
    for (let turn = 0; turn < samples; turn += 1) {
      trips.push(await bareRoundTrip(at, trips.length))
      const lap = 1 + Math.floor(turn / clusters.length)
      took.push(await change(at, nth(clusters, turn), lap))
    }
    note(`${what}: ${samples} times`)
    return [what, took]
  }

/** From when the namespace itself is gone: how long Kubernetes takes to empty it is not ours. */
const measureRemovals = async (
  at: WatchedHub,
  clusters: readonly FleetCluster[],
): Promise<readonly number[]> => {
  const namespaces = await Witness.open(at.hub, '/api/v1/namespaces')
  try {
    return await namespacesDeleted(at, clusters, ({ namespace }) =>
      namespaces.next(namespace.metadata.name, ({ type }) => type === 'DELETED', 120_000),
    )
  } finally {
    namespaces.close()
  }
}

const run = async (options: BenchOptions): Promise<readonly Distribution[]> => {
  const { clusters, samples, note } = options
  const at = await startWatchedHub(options, { spare: 2 * samples, secretsWatch: true })
  try {
    const watch = startWatch(at.hub, options)
    await watch.during(at.registered(clusters))
    await watch.idle()
    note('steady')
    const trips: number[] = []
    const measure = measureWith(at, trips, options)
    const [first, second] = [at.spare.slice(0, samples), at.spare.slice(samples)]
    const writes = [
      await measure('claim complete, label last', labelLast, first, samples),
      await measure('claim complete, kubeconfig last', kubeconfigLast, second, samples),
      await measure('kubeconfig rewritten', kubeconfigRewritten, at.fleet, samples),
      await measure('registration edited by hand', editedByHand, first, samples),
      await measure('registration deleted by hand', deletedByHand, second, samples),
    ]
    const removals = await measureRemovals(at, first)
    note(`namespace deleted: ${samples} times`)
    await watch.stop()
    const roundTrip = distribution('bare LIST + POST round trip', trips)
    const budgets = clusters <= LARGEST ? { write: WRITE, removal: REMOVAL } : {}
    return [
      roundTrip,
      ...writes.map(([what, took]) => distribution(what, took, { budget: budgets.write, roundTrip })),
      distribution('namespace gone', removals, { budget: budgets.removal, roundTrip }),
    ]
  } finally {
    await at.stop()
  }
}

/** How long `watch` takes to act, as a watcher of the target namespace sees it, in a fleet that is otherwise at rest. */
export const latencySection: Section = { name: 'latency', run }
