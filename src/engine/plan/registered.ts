import type { Rest, Write } from '../decision.ts'
import type { Verdict } from './bid.ts'
import { keyOfClaim, type Source } from './claims.ts'
import { idOf, isDemoted, isHoldLifted, sourceNamespaceOf, type PlanContext } from './context.ts'
import { addressNotes, creation, desiredState, difference, overrideNotes } from './desired.ts'
import { uidDiffers, type Group } from './group.ts'
import { pinNotes, twinNotes } from './twins.ts'

type Grant = Extract<Verdict, { granted: true }>

/** The namespace's claim stands: write it, or find nothing to write. */
export const registered = (
  context: PlanContext,
  { claim, namespace, target, others }: Group,
  source: Source,
  { after, takesOver }: Grant,
): Write | Rest => {
  const { desired, notes } = desiredState(context, namespace, claim.cluster, source, target)
  const isLifted = target !== undefined && isHoldLifted(context, target)
  const subject = {
    // While another one's registration is there, this is a claim without one.
    id: takesOver ? keyOfClaim(claim) : idOf(context, claim.secret),
    cluster: claim.cluster,
    namespace: namespace.name,
    secret: claim.secret,
    provider: source.provider,
    source: { secret: source.secret, key: source.key },
    server: source.server,
    trail: claim.trail,
    params: {
      cluster: claim.cluster,
      namespace: namespace.name,
      secret: claim.secret,
      ...(isLifted ? { lifted: 'true' } : {}),
    },
  }
  const warnings = [...source.notes, ...notes, ...pinNotes(context, others)]
  if (!target)
    return {
      ...subject,
      action: 'register',
      reason: 'first-registration',
      warnings,
      precondition: { kind: 'absent' },
      desired,
      changes: creation(context, desired),
      after,
    }

  const seen = [...twinNotes(context, target, desired), ...overrideNotes(target, desired)]
  const changed = difference(context, target, desired)
  const changes = [...changed.data, ...changed.metadata]
  const write = (action: 'update' | 'adopt' | 'restore', reason: Write['reason']): Write => ({
    ...subject,
    action,
    reason,
    warnings: [...warnings, ...seen, ...addressNotes(context, target, desired)],
    precondition: { kind: 'unchanged', base: target.base },
    desired,
    changes,
    after,
  })
  if (sourceNamespaceOf(context, target) === '') return write('adopt', 'orphan-adopted')
  if (!target.visible)
    return write('restore', isDemoted(context, target) && !isLifted ? 'label-back' : 'visible-again')
  if (uidDiffers(context, namespace, target)) return write('update', 'namespace-recreated')
  if (changed.data.length > 0) return write('update', 'source-changed')
  if (changed.metadata.length > 0) return write('update', 'metadata-changed')
  return { ...subject, action: 'unchanged', reason: 'up-to-date', warnings: [...warnings, ...seen] }
}
