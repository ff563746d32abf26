import type { Desired, Note } from '../decision.ts'
import { secretNameFor } from '../keys.ts'
import type { RegistrationDigest } from '../snapshot.ts'
import { isInScope, isPinned, renameHeld, sourceNamespaceOf, type PlanContext } from './context.ts'
import { isLeaving } from './holders.ts'

/** It is under the name that its namespace asks for now. */
const isClaimed = (context: PlanContext, registration: RegistrationDigest): boolean => {
  const namespace = context.snapshot.namespaces.get(sourceNamespaceOf(context, registration))
  return registration.name === secretNameFor(namespace?.labels[context.keys.cluster] ?? '')
}

const areOfOneNamespace = (context: PlanContext, a: RegistrationDigest, b: RegistrationDigest): boolean => {
  const namespace = sourceNamespaceOf(context, a)
  return namespace !== '' && namespace === sourceNamespaceOf(context, b)
}

/** This very plan takes it from Argo CD: its namespace is gone, or it is the former name of the one that stays. */
const goesNow = (context: PlanContext, existing: RegistrationDigest, twin: RegistrationDigest): boolean => {
  if (twin.terminating || !isInScope(context, sourceNamespaceOf(context, twin))) return false
  if (isLeaving(context, twin)) return context.held === undefined
  const isFormer = areOfOneNamespace(context, existing, twin) && isClaimed(context, existing)
  return isFormer && !isPinned(context, twin) && renameHeld(context) === undefined
}

/** A pin keeps both names of one namespace visible, which is said by a warning of its own. */
const isKeptByPin = (context: PlanContext, existing: RegistrationDigest, twin: RegistrationDigest): boolean =>
  areOfOneNamespace(context, existing, twin) && (isPinned(context, existing) || isPinned(context, twin))

/** Other visible clusters of the address that stays: Argo CD takes one of them at random. */
export const twinNotes = (context: PlanContext, existing: RegistrationDigest, desired: Desired): Note[] => {
  const { canonicalServer } = existing
  if (!existing.visible || canonicalServer === undefined || existing.server !== desired.server) return []
  const twins = context.visible
    .ofAddress(canonicalServer)
    .filter(
      (twin) =>
        twin.name !== existing.name &&
        !goesNow(context, existing, twin) &&
        !isKeptByPin(context, existing, twin),
    )
  if (twins.length === 0) return []
  const sibling = twins.find((twin) => areOfOneNamespace(context, existing, twin))
  const former = sibling && (isClaimed(context, existing) ? sibling : existing)
  return [
    {
      reason: 'server-twin',
      params: {
        server: desired.server,
        twins: twins.map(({ name }) => name).join(', '),
        ...(former ? { former: former.labels[context.keys.cluster] ?? former.clusterName } : {}),
      },
    },
  ]
}

/** A pinned registration that a rename leaves visible beside its successor. */
export const pinNotes = (context: PlanContext, others: readonly RegistrationDigest[]): Note[] =>
  others
    .filter((other) => other.visible && isPinned(context, other))
    .map(({ name }) => ({
      reason: 'pin-leaves-twin',
      params: { pinned: name, target: context.settings.targetNamespace, pruneKey: context.keys.prune },
    }))
