import type { RegistrationDigest } from '../snapshot.ts'
import { isInScope, isPinned, renameHeld, sourceNamespaceOf, type PlanContext } from './context.ts'
import { isLeaving } from './holders.ts'
import { isExpired } from './removals.ts'

/** What a decision leaves of a registration: `hidden` frees its address and its name with Argo CD, `deleted` the name of
 *  its Secret too. */
export type Departure = 'hidden' | 'deleted'

export type Departures = ReadonlyMap<string, Departure>

/** A finalizer would keep it there, and visible, after it is deleted. */
const goesAtOnce = ({ terminating, finalized }: RegistrationDigest): boolean => !terminating && !finalized

/** Registrations that go whatever is decided about claims, by Secret name. */
export const certainDepartures = (context: PlanContext): Map<string, Departure> =>
  new Map(
    context.held === undefined
      ? [...context.snapshot.registrations.values()]
          .filter(
            (registration) =>
              isLeaving(context, registration) &&
              goesAtOnce(registration) &&
              isInScope(context, sourceNamespaceOf(context, registration)),
          )
          .map(({ name }): [string, Departure] => [name, 'deleted'])
      : [],
  )

/** What becomes of a namespace's registrations under other names once the present one is registered. */
export const supersededDepartures = (
  context: PlanContext,
  others: readonly RegistrationDigest[],
): [string, Departure][] =>
  others.flatMap((other): [string, Departure][] => {
    if (isPinned(context, other) || other.terminating) return []
    if (other.visible) return renameHeld(context) === undefined ? [[other.name, 'hidden']] : []
    const isDeleted = context.held === undefined && isExpired(context, other) && goesAtOnce(other)
    return isDeleted ? [[other.name, 'deleted']] : []
  })
