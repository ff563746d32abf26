import type { ApplicationDigest } from '../argocd/applications.ts'
import { selectsCluster, type ApplicationSetDigest } from '../argocd/application-sets.ts'
import { trimServer } from '../argocd/server.ts'
import { byteOrder } from '../order.ts'
import type { ApplicationSight, Unseen } from './observe/applications.ts'
import type { RegistrationDigest } from './snapshot.ts'

/**
 * What Argo CD does to an Application once the cluster has left (decisions.md §6; Argo CD 3.2,
 * applicationset_controller.go deleteInCluster and appcontroller.go finalizeApplicationDeletion).
 * - `removed`: it goes; what it deployed stays, managed by nothing.
 * - `removed-with-workloads`: it goes and deletes what it deployed, as its destination is still found under another name.
 * - `stranded`: it stays and turns Unknown, as its destination is not found.
 * - `unharmed`: it goes on, by another registration of the address or name.
 */
export type Fate = 'removed' | 'removed-with-workloads' | 'stranded' | 'unharmed'

export interface AffectedApplication {
  /** `namespace/name`. */
  readonly name: string
  readonly fate: Fate
  /** `namespace/name` of the ApplicationSet that generated it. */
  readonly generatedBy?: string
  /** Name of the cluster by which its destination is still found. */
  readonly through?: string
}

/** What of Argo CD's the end of one registration touches; sorted by name. */
export interface Affects {
  readonly applications: readonly AffectedApplication[]
  /** `namespace/name` of those that give out this cluster, and of those that generated one of the Applications. */
  readonly applicationSets: readonly string[]
  /** False where there may be more than is listed. */
  readonly known: boolean
  readonly unseen?: Unseen
}

/** A registration on its way out, as it stands now. */
export type LeavingCluster = Pick<RegistrationDigest, 'clusterName' | 'server' | 'labels' | 'visible'>
/** A cluster that Argo CD sees once the pass is over, a successor included. */
export type RemainingCluster = Pick<RegistrationDigest, 'clusterName' | 'server'>

const NOTHING: Affects = { applications: [], applicationSets: [], known: true }

const qualified = ({ namespace, name }: { readonly namespace: string; readonly name: string }): string =>
  `${namespace}/${name}`

const isFor = (
  { destination }: ApplicationDigest,
  { clusterName, server }: Pick<LeavingCluster, 'clusterName' | 'server'>,
): boolean =>
  destination.by === 'server'
    ? destination.server === trimServer(server)
    : destination.by === 'name' && destination.name === clusterName

/** The cluster an Application's destination leads to. Two of one address are one to Argo CD; two of one name are none. */
const resolve = (
  application: ApplicationDigest,
  clusters: readonly RemainingCluster[],
): RemainingCluster | undefined => {
  const found = clusters.filter((cluster) => isFor(application, cluster))
  return application.destination.by === 'name' && found.length > 1 ? undefined : found[0]
}

/** One less to generate, and allowed to take it away. Of an ApplicationSet that is not in sight, that has to be expected. */
const isTakenAway = (set: ApplicationSetDigest | undefined, { labels }: LeavingCluster): boolean =>
  set === undefined ||
  (set.deletes && set.sources.some((source) => source.decides && selectsCluster(source, labels)))

const fateOf = (
  application: ApplicationDigest,
  isGoing: boolean,
  through: RemainingCluster | undefined,
): Fate => {
  if (!isGoing) return through ? 'unharmed' : 'stranded'
  return through && application.cascades ? 'removed-with-workloads' : 'removed'
}

/**
 * What happens to Applications and ApplicationSets when Argo CD no longer sees `leaving`. It makes no difference to the end
 * whether it is hidden or deleted; a hide only tells no ApplicationSet (clusterSecretEventHandler), so that it comes later.
 * @param remaining the other clusters Argo CD sees from then on
 */
export const affectsOf = (
  sight: ApplicationSight,
  leaving: LeavingCluster,
  remaining: readonly RemainingCluster[],
): Affects => {
  // A hidden one is gone to Argo CD already, and CRDs that are not served have no objects.
  if (!leaving.visible || sight.state === 'not-served') return NOTHING
  if (sight.state === 'unseen') {
    const { problem, why } = sight
    return { ...NOTHING, known: false, unseen: { problem, why } }
  }
  const sets = new Map(sight.applicationSets.map((set) => [qualified(set), set]))
  const touched = sight.applications.filter((application) => isFor(application, leaving))
  const applications = touched.flatMap((application): AffectedApplication[] => {
    const { namespace, generatedBy, deleting, cascades } = application
    const owner = generatedBy === undefined ? undefined : qualified({ namespace, name: generatedBy })
    const through = resolve(application, remaining)
    // What is being deleted goes as it would have gone, unless it can no longer take its workloads along.
    if (deleting && (through || !cascades)) return []
    const isGoing = deleting || (owner !== undefined && isTakenAway(sets.get(owner), leaving))
    return [
      {
        name: qualified(application),
        fate: fateOf(application, isGoing, through),
        ...(owner === undefined ? {} : { generatedBy: owner }),
        ...(through ? { through: through.clusterName } : {}),
      },
    ]
  })
  const selecting = sight.applicationSets.filter(({ sources }) =>
    sources.some((source) => source.selector !== 'unknown' && selectsCluster(source, leaving.labels)),
  )
  return {
    applications: applications.sort((a, b) => byteOrder(a.name, b.name)),
    applicationSets: [
      ...new Set([
        ...selecting.map(qualified),
        ...applications.flatMap(({ generatedBy }) => generatedBy ?? []),
      ]),
    ].sort(byteOrder),
    known: !sight.partial,
    ...(sight.partial ? { unseen: sight.partial } : {}),
  }
}
