import type { Params } from '../kubeconfig/translation.ts'
import type { RemovalLimit, Settings } from '../settings/settings.ts'
import { isRemoval, type Decision, type Removal } from './decision.ts'
import type { HubSight } from './hub-identity.ts'
import { idOf, isOurs, planContext, type Hold, type PlanContext } from './plan/context.ts'
import type { RegistrationDigest, Snapshot } from './snapshot.ts'
import { parseStamp } from './stamp.ts'

/** Removals and hides of this long count together (decisions.md §4). */
const WINDOW = 10 * 60_000

/** Registrations this process hid or deleted lately: a deletion leaves no stamp, and a stamp may be lost. One for the life
 *  of the process. */
export class RemovalLog {
  #entries: readonly { readonly id: string; readonly at: number }[] = []

  add(id: string, at: number): void {
    this.#entries = [...this.#since(at), { id, at }]
  }

  /** Ids of those hidden or deleted in the ten minutes before `now`. */
  since(now: number): readonly string[] {
    return this.#since(now).map(({ id }) => id)
  }

  #since(now: number): readonly { readonly id: string; readonly at: number }[] {
    return this.#entries.filter(({ at }) => at > now - WINDOW)
  }
}

export interface BrakeInputs {
  /** Ids of those hidden or deleted in the last ten minutes, as far as this process knows. */
  readonly removed: readonly string[]
  readonly hub: HubSight
  /** How many a person lets go, having seen them. */
  readonly release?: RemovalLimit
  /** Ids of registrations that may be about to go, though nothing is decided for them yet. */
  readonly expected?: readonly string[]
  /** Clusters a person named, for what is proposed to them. */
  readonly named?: readonly string[]
}

const limitOf = (limit: RemovalLimit | undefined, active: number): number => {
  if (limit === undefined) return Math.max(3, active / 2)
  return 'count' in limit ? limit.count : (active * limit.percent) / 100
}

/** Hidden within the window, by its stamp. One from the future proves nothing. */
const isHiddenLately = (context: PlanContext, { visible, labels }: RegistrationDigest): boolean => {
  const since = parseStamp(labels[context.keys.staleSince] ?? '')
  return !visible && since !== undefined && since > context.now - WINDOW && since <= context.now
}

/** What a plan takes from Argo CD, or for good. Marking what is hidden already takes nothing. */
const takesAway = ({ snapshot }: PlanContext, decision: Decision): decision is Removal =>
  isRemoval(decision) &&
  (decision.action === 'prune' || snapshot.registrations.get(decision.id)?.visible === true)

const isSourceLeft = ({ namespaces }: Snapshot): boolean =>
  [...namespaces.values()].some(({ managed, terminating }) => managed && !terminating)

/** Registrations that were active when the window began, of those that are now. Where none is as old as that, the hub is
 *  new, and all count: they are there to be lost. */
const activeSince = (
  context: PlanContext,
  ours: readonly RegistrationDigest[],
): readonly RegistrationDigest[] => {
  const visible = ours.filter((registration) => registration.visible)
  const older = visible.filter(
    ({ createdAt }) => createdAt === undefined || createdAt <= context.now - WINDOW,
  )
  return older.length > 0 ? older : visible
}

/** How many are gone since then. A renamed one whose successor is among the active is not. */
const lostSince = (
  context: PlanContext,
  recent: ReadonlySet<string>,
  active: readonly RegistrationDigest[],
): number => {
  const counted = new Set(active.map(({ name }) => name))
  return [...recent].filter((id) => {
    const registration = context.snapshot.registrations.get(id)
    const successor = registration?.labels[context.keys.supersededBy] ?? ''
    return !registration?.visible && !counted.has(successor)
  }).length
}

/**
 * Why a plan's removals and hides must wait for a person; undefined where they may go on.
 * @param decisions of the whole fleet, as they would be carried out
 */
export const brake = (
  snapshot: Snapshot,
  settings: Settings,
  now: number,
  decisions: readonly Decision[],
  { removed, hub, release, expected = [], named = [] }: BrakeInputs,
): Hold | undefined => {
  const context = planContext(snapshot, settings, now)
  const planned = decisions.filter((decision) => takesAway(context, decision))
  if (planned.length === 0) return undefined
  const ours = [...snapshot.registrations.values()].filter((registration) => isOurs(context, registration))
  const hidden = ours.filter((registration) => isHiddenLately(context, registration))
  const recent = new Set([...removed, ...hidden.map(({ name }) => idOf(context, name))])
  // What is deleted though it was hidden long ago counts as a removal, and so does it among what there was.
  const outOfSight = planned.filter(({ id }) => !snapshot.registrations.get(id)?.visible && !recent.has(id))
  const standing = activeSince(context, ours)
  const active = standing.length + lostSince(context, recent, standing) + outOfSight.length
  const limit = limitOf(release ?? settings.maxRemovals, active)
  // One that was hidden and is deleted now is one that is lost.
  const going = new Set([...planned.map(({ id }) => id), ...expected])
  const count = new Set([...recent, ...going]).size
  if (hub === 'other') return holdFor(count, 'another hub answers at this address than before', named)
  if (count > limit) return holdFor(count, overLimit(going.size, recent.size, active, limit), named)
  if (going.size > 1 && !release && !isSourceLeft(snapshot))
    return holdFor(count, `no source namespace would be left (${going.size} removals)`, named)
  return undefined
}

const overLimit = (planned: number, recent: number, active: number, limit: number): string => {
  const lately = recent === 0 ? '' : ` and ${recent} within 10 minutes`
  return `${planned} planned${lately}, of ${active} active: ${Math.floor(limit)} allowed`
}

const holdFor = (count: number, why: string, named: readonly string[]): Hold => {
  const command = ['kubectl registrar prune', ...named, '--max-removals', count].join(' ')
  const params: Params = { why, remedy: `if that is right, see the list and let it go: ${command}` }
  return { reason: 'removal-held', params }
}
