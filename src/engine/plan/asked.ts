import type { Decision } from '../decision.ts'
import type { ReasonId } from '../reasons/index.ts'
import type { RegistrationDigest } from '../snapshot.ts'
import { askedFor, isHeld, isHoldLifted, isPinned, sourceNamespaceOf, type PlanContext } from './context.ts'
import { recordedName } from './group.ts'
import { unclaimed } from './removals.ts'
import { demotion, pruning, unchanged } from './removing.ts'
import { shown } from './shown.ts'
import { keep, pinned } from './standing.ts'

/** Hidden by hand, to stay so until it is reverted. */
const hide = (context: PlanContext, registration: RegistrationDigest): Decision => {
  if (isHeld(context, registration)) return keep(context, registration, 'held')
  if (isPinned(context, registration)) return pinned(context, registration, 'asked to be hidden')
  return demotion(context, registration, { reason: 'manual-hold' })
}

/** Its namespace lives and means this cluster: it would be registered again, or is the one that is refreshed. */
const isLive = (context: PlanContext, registration: RegistrationDigest): boolean => {
  const namespace = context.snapshot.namespaces.get(sourceNamespaceOf(context, registration))
  return (
    namespace?.managed === true &&
    (registration.visible || namespace.labels[context.keys.cluster] === recordedName(registration))
  )
}

/** Deleted by name: what no proof would remove by itself, but never what is live, pinned or out of sight. */
const remove = (context: PlanContext, registration: RegistrationDigest): Decision => {
  if (isPinned(context, registration)) return pinned(context, registration, 'asked to be removed')
  const name = sourceNamespaceOf(context, registration)
  const namespace = context.snapshot.namespaces.get(name)
  if (name !== '' && !namespace) {
    const absence = context.snapshot.absences.get(name)
    if (absence?.state !== 'gone') return unclaimed(context, registration)
    return pruning(context, registration, 'namespace-gone', {
      kind: 'namespace-gone',
      namespace: name,
      base: registration.base,
      asked: true,
    })
  }
  if (namespace?.terminating) return keep(context, registration, 'namespace-terminating')
  if (isLive(context, registration)) return keep(context, registration, 'live-claim')
  return pruning(context, registration, 'asked', unchanged(registration))
}

/** Lifts a manual hold. What the plan comes to without it goes first; what only keeps it from being refreshed does not keep
 *  it hidden. */
const unhold = (
  context: PlanContext,
  registration: RegistrationDigest,
  planned: Decision,
  others: readonly Decision[],
): Decision | undefined => {
  if (planned.action === 'prune') return keep(context, registration, 'namespace-gone')
  const isLeft = planned.action === 'keep' && LEFT_HIDDEN.has(planned.reason)
  return isHoldLifted(context, registration) && isLeft ? shown(context, registration, others) : undefined
}

/** Reasons to leave a registration as it is that say nothing against showing it. */
const LEFT_HIDDEN: ReadonlySet<ReasonId> = new Set<ReasonId>([
  'demoted',
  'managed-by-lost',
  'unrouted',
  'other-settings',
  'source-unusable',
  'source-missing',
  'key-missing',
  'source-empty',
  'incomplete-view',
  'namespace-terminating',
  'cluster-label-missing',
  'registration-immutable',
])

/**
 * The decision about a registration that a person named.
 * @param planned what would be done anyway
 * @param others what is decided about the rest
 * @returns undefined where that is what is to be done
 */
export const asked = (
  context: PlanContext,
  registration: RegistrationDigest,
  planned: Decision,
  others: readonly Decision[],
): Decision | undefined => {
  const verb = askedFor(context, registration)
  if (verb === undefined) return undefined
  if (registration.terminating) return keep(context, registration, 'removal-pending')
  if (verb === 'revert') return unhold(context, registration, planned, others)
  return verb === 'demote' ? hide(context, registration) : remove(context, registration)
}
