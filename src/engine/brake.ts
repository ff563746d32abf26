import type { Params } from '../kubeconfig/translation.ts'
import type { RemovalLimit, Settings } from '../settings/settings.ts'
import { isRemoval, type Decision, type Removal } from './decision.ts'
import type { HubSight } from './hub-identity.ts'
import { isOurs, planContext, type Hold, type PlanContext } from './plan/context.ts'
import type { RegistrationDigest, Snapshot } from './snapshot.ts'
import { parseStamp } from './stamp.ts'

/** Removals and hides of this long count together (decisions.md §4). */
const WINDOW = 10 * 60_000

/** Registrations this process deleted lately: a deletion leaves no stamp. One for the life of the process. */
export class RemovalLog {
  #entries: readonly { readonly id: string; readonly at: number }[] = []

  add(id: string, at: number): void {
    this.#entries = [...this.#since(at), { id, at }]
  }

  /** How many were deleted in the ten minutes before `now`. */
  count(now: number): number {
    return this.#since(now).length
  }

  #since(now: number): readonly { readonly id: string; readonly at: number }[] {
    return this.#entries.filter(({ at }) => at > now - WINDOW)
  }
}

export interface BrakeInputs {
  /** Deletions of the last ten minutes that this process knows of. */
  readonly deleted: number
  readonly hub: HubSight
  /** How many a person lets go, having seen them. */
  readonly release?: RemovalLimit
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

/**
 * Why a plan's removals and hides must wait for a person; undefined where they may go on. A registration made within the
 * window counts as active: it is there to be lost.
 * @param decisions of the whole fleet, as they would be carried out
 */
export const brake = (
  snapshot: Snapshot,
  settings: Settings,
  now: number,
  decisions: readonly Decision[],
  { deleted, hub, release }: BrakeInputs,
): Hold | undefined => {
  const context = planContext(snapshot, settings, now)
  const planned = decisions.filter((decision) => takesAway(context, decision)).length
  if (planned === 0) return undefined
  const ours = [...snapshot.registrations.values()].filter((registration) => isOurs(context, registration))
  const hidden = ours.filter((registration) => isHiddenLately(context, registration))
  // The successor of a renamed one is counted among the visible.
  const lost = hidden.filter(({ labels }) => !labels[context.keys.supersededBy]).length
  const recent = hidden.length + deleted
  const active = ours.filter(({ visible }) => visible).length + lost + deleted
  const limit = limitOf(release ?? settings.maxRemovals, active)
  if (hub === 'other') return holdFor(planned + recent, 'another hub answers at this address than before')
  if (planned + recent > limit) return holdFor(planned + recent, overLimit(planned, recent, active, limit))
  if (planned > 1 && !release && !isSourceLeft(snapshot))
    return holdFor(planned + recent, `no source namespace would be left (${planned} removals)`)
  return undefined
}

const overLimit = (planned: number, recent: number, active: number, limit: number): string => {
  const lately = recent === 0 ? '' : ` and ${recent} within 10 minutes`
  return `${planned} planned${lately} of ${active} registrations, ${Math.floor(limit)} are allowed`
}

const holdFor = (count: number, why: string): Hold => {
  const params: Params = {
    why,
    remedy: `if that is right, see the list and let it go: kubectl registrar prune --max-removals ${count}`,
  }
  return { reason: 'removal-held', params }
}
