import type { RegistrationDigest } from '../snapshot.ts'
import type { Refusal } from './bid.ts'
import type { Claim } from './claims.ts'
import { isDemoted, isHeld, isOurs, isPinned, sourceNamespaceOf, type PlanContext } from './context.ts'

/** Its namespace is proved gone, so it is to be removed. */
export const isLeaving = (context: PlanContext, registration: RegistrationDigest): boolean => {
  if (isPinned(context, registration)) return false
  const absence = context.snapshot.absences.get(sourceNamespaceOf(context, registration))
  return absence?.state === 'gone' && absence.secrets === 'none'
}

/** How a holder is called in a refusal. */
export const holderName = (context: PlanContext, registration: RegistrationDigest): string => {
  const namespace = sourceNamespaceOf(context, registration)
  return namespace === ''
    ? `${registration.name}, which is not ours`
    : `${registration.name} from namespace ${namespace}`
}

/** Why the Secret that is there is not the claimant's to write; undefined where it is. */
export const ownership = (
  context: PlanContext,
  claim: Pick<Claim, 'cluster' | 'namespace' | 'secret'>,
  existing: RegistrationDigest,
): Refusal | undefined => {
  const { keys, settings } = context
  const params = {
    cluster: claim.cluster,
    namespace: claim.namespace.name,
    secret: claim.secret,
    target: settings.targetNamespace,
    clusterKey: keys.cluster,
    sourceNamespaceKey: keys.sourceNamespace,
  }
  if (!isOurs(context, existing)) {
    const owner = existing.labels[keys.managedBy]
    const stated = owner !== undefined && owner !== settings.managedBy ? ` (${keys.managedBy}=${owner})` : ''
    return { reason: 'not-managed', params: { ...params, owner: stated } }
  }
  const holder = sourceNamespaceOf(context, existing)
  if (holder === claim.namespace.name) return undefined
  if (holder !== '') {
    const state = {
      ...(isDemoted(context, existing) ? { demoted: 'true' } : {}),
      ...(isHeld(context, existing) ? { held: 'true' } : {}),
      ...(isLeaving(context, existing) ? { leaving: 'true' } : {}),
    }
    return { reason: 'incumbent', params: { ...params, holder, ...state } }
  }
  const recorded = existing.labels[keys.cluster] ?? ''
  if (recorded !== claim.cluster) {
    const detail = recorded === '' ? 'no cluster either' : `its cluster label says ${recorded}`
    return { reason: 'orphan-cluster-mismatch', params: { ...params, detail } }
  }
  const uid = existing.labels[keys.sourceNamespaceUid]
  if (uid !== undefined && claim.namespace.uid !== undefined && uid !== claim.namespace.uid)
    return {
      reason: 'orphan-cluster-mismatch',
      params: { ...params, detail: 'the namespace UID it records is another one' },
    }
  return undefined
}
