import { applicationDigest, type ApplicationDigest } from '../../argocd/applications.ts'
import { trimServer } from '../../argocd/server.ts'
import { closest } from '../../cli/closest.ts'
import { printableName } from '../../kubeconfig/printable.ts'
import { byteOrder } from '../../order.ts'
import type { Inspection } from '../inspection.ts'
import {
  comparableServer,
  knownClusters,
  type KnownCluster,
  type KnownClusters,
} from './applications-known.ts'
import { applicationsOf } from './applications-scope.ts'
import { shownAddress } from './clusters-shown.ts'

export type DestinationProblem =
  'app-destination-unknown' | 'app-destination-spelling' | 'app-orphaned-destination'

/** A destination that leads nowhere, with the Applications that have it. */
export interface LostDestination {
  readonly problem: DestinationProblem
  readonly by: 'server' | 'name'
  /** As it may be shown. */
  readonly shown: string
  /** The one that was meant, or is nearest; of a hidden one its name. */
  readonly meant?: string
  /** The cluster that took the place of a hidden one. */
  readonly successor?: string
  readonly applications: readonly ApplicationDigest[]
}

type Verdict = Pick<LostDestination, 'problem' | 'by' | 'shown' | 'meant' | 'successor'>
type Field = 'server' | 'name'

/** How values are compared beyond the byte. */
const LIKE: Readonly<Record<Field, (value: string) => string | undefined>> = {
  server: comparableServer,
  name: (name) => name.trim().toLowerCase(),
}

const SHOWN: Readonly<Record<Field, (value: string) => string>> = {
  server: shownAddress,
  name: printableName,
}

const isLike = (by: Field, value: string, cluster: KnownCluster): boolean => {
  const form = LIKE[by](value)
  return form !== undefined && form === LIKE[by](cluster[by])
}

/** Undefined where the destination leads to a cluster. */
const judge = (by: Field, value: string, { clusters, hidden }: KnownClusters): Verdict | undefined => {
  if (clusters.some((cluster) => cluster[by] === value)) return undefined
  const found = { by, shown: SHOWN[by](value) }
  const spelt = clusters.find((cluster) => isLike(by, value, cluster))
  if (spelt) return { ...found, problem: 'app-destination-spelling', meant: SHOWN[by](spelt[by]) }
  const parked = hidden.find((cluster) => isLike(by, value, cluster))
  if (parked)
    return {
      ...found,
      problem: 'app-orphaned-destination',
      meant: printableName(parked.name),
      ...(parked.successor === undefined ? {} : { successor: parked.successor }),
    }
  const names = clusters.map((cluster) => SHOWN[by](cluster[by])).filter((name) => name !== '')
  const near = closest(found.shown, names)
  return { ...found, problem: 'app-destination-unknown', ...(near === undefined ? {} : { meant: near }) }
}

const valueOf = ({ destination }: ApplicationDigest): readonly [Field, string] | undefined => {
  if (destination.by === 'server') return ['server', trimServer(destination.server)]
  return destination.by === 'name' ? ['name', destination.name] : undefined
}

/** Every destination of an Application that leads to no cluster, once. */
export const lostDestinations = (inspection: Inspection): Promise<readonly LostDestination[]> =>
  inspection.shared('lost-destinations', async () => {
    const [applications, known] = await Promise.all([applicationsOf(inspection), knownClusters(inspection)])
    const found = new Map<string, Verdict | undefined>()
    const users = new Map<string, ApplicationDigest[]>()
    for (const application of applications.map(applicationDigest)) {
      const value = valueOf(application)
      if (!value || application.deleting) continue
      const key = value.join(' ')
      if (!found.has(key)) found.set(key, judge(...value, known))
      const list = users.get(key)
      if (list) list.push(application)
      else users.set(key, [application])
    }
    return [...found]
      .toSorted(([a], [b]) => byteOrder(a, b))
      .flatMap(([key, verdict]) => (verdict ? [{ ...verdict, applications: users.get(key) ?? [] }] : []))
  })
