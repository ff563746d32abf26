import { startHub, type Hub } from '../../test/envtest/hub.ts'
import { grantMore, grantReference } from '../../test/envtest/identities.ts'
import { makeFleet, type FleetCluster } from '../../test/fleet/fleet.ts'
import { loadFleet } from '../../test/fleet/load.ts'
import type { BenchOptions } from '../section.ts'
import { Witness } from './witness.ts'

export const TARGET = 'argocd'
const OURS = 'argocd-cluster-registrar/managed-by=cluster-registrar'

export interface WatchedHub {
  readonly hub: Hub
  /** Loaded: one kubeconfig Secret and three unrelated ones of 3 KB each. */
  readonly fleet: readonly FleetCluster[]
  /** Not loaded; their names and addresses are nobody else's. */
  readonly spare: readonly FleetCluster[]
  /** Sees the target namespace as Argo CD does. */
  readonly witness: Witness
  /** Resolves when so many registrations are there. @throws after ten minutes */
  registered(count: number): Promise<void>
  stop(): Promise<void>
}

export interface WatchedHubOptions {
  /** Default 0. */
  readonly spare?: number
  /** Whether the identity may watch Secrets, which the reference's may not. */
  readonly secretsWatch: boolean
}

/** Lets the reference identity watch Secrets. */
export const grantSecretsWatch = (hub: Hub): Promise<void> =>
  grantMore(hub.rest, 'reference', 'secrets', ['list', 'watch'])

/** A real hub with a fleet on it and nothing registered yet. */
export const startWatchedHub = async (
  { clusters, note }: BenchOptions,
  { spare = 0, secretsWatch }: WatchedHubOptions,
): Promise<WatchedHub> => {
  const hub = await startHub({ namespaceController: true })
  try {
    const all = makeFleet({
      clusters: clusters + spare,
      presets: ['k3k'],
      unrelatedSecrets: 3,
      targetNamespace: TARGET,
    })
    const fleet = all.clusters.slice(0, clusters)
    const { objects, seconds } = await loadFleet(hub.rest, { ...all, clusters: fleet })
    note(`${objects} objects loaded, ${Math.round(objects / seconds)} a second`)
    await grantReference(hub.rest, { targetNamespace: TARGET })
    if (secretsWatch) await grantSecretsWatch(hub)
    const secrets = `/api/v1/namespaces/${TARGET}/secrets`
    const witness = await Witness.open(hub, secrets, OURS)
    return {
      hub,
      fleet,
      spare: all.clusters.slice(clusters),
      witness,
      registered: async (count) => {
        await witness.counted(count, 600_000)
      },
      stop: async () => {
        witness.close()
        await hub.stop()
      },
    }
  } catch (error) {
    await hub.stop()
    throw error
  }
}
