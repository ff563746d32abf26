import { byteOrder } from '../../order.ts'
import type { Settings } from '../../settings/settings.ts'
import type { Decision } from '../decision.ts'
import type { Snapshot } from '../snapshot.ts'
import { asked } from './asked.ts'
import { judgeBids } from './bids.ts'
import { askedFor, idOf, isOurs, planContext, type PlanContext, type PlanInputs } from './context.ts'
import { decideGroup } from './decide.ts'
import { groupsOf } from './group.ts'
import { unclaimed } from './removals.ts'

const decideAll = (context: PlanContext): Decision[] => {
  const groups = groupsOf(context)
  const bids = judgeBids(context, groups)
  const decided = groups.flatMap((group) => decideGroup(context, bids, group))
  const covered = new Set(decided.map(({ id }) => id))
  const rest = [...context.snapshot.registrations.values()].filter(
    (registration) => isOurs(context, registration) && !covered.has(idOf(context, registration.name)),
  )
  const decisions = [...decided, ...rest.map((registration) => unclaimed(context, registration))]
  return context.ask ? asAsked(context, decisions) : decisions
}

/** What a person asked for by name takes the place of what would be done anyway, one after the other. */
const asAsked = (context: PlanContext, planned: readonly Decision[]): Decision[] => {
  const decisions = [...planned]
  for (const [index, decision] of planned.entries()) {
    const registration = context.snapshot.registrations.get(decision.id)
    if (!registration || askedFor(context, registration) === undefined) continue
    const others = decisions.filter((other) => other !== decision)
    decisions[index] = asked(context, registration, decision, others) ?? decision
  }
  return decisions
}

/** By cluster, then namespace, then Secret, so that the same input gives the same bytes. */
const inOrder = (a: Decision, b: Decision): number =>
  byteOrder(a.cluster ?? '', b.cluster ?? '') ||
  byteOrder(a.namespace ?? '', b.namespace ?? '') ||
  byteOrder(a.secret, b.secret)

/**
 * Decides what becomes of every claim and every registration. Pure: no I/O, no clock of its own, no logging; the same
 * for one namespace as for the fleet.
 * @param now milliseconds since the epoch
 */
export const plan = (
  snapshot: Snapshot,
  settings: Settings,
  now: number,
  inputs: PlanInputs = {},
): Decision[] => decideAll(planContext(snapshot, settings, now, inputs)).sort(inOrder)
