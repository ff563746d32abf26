import type { Params } from '../../kubeconfig/translation.ts'
import type { Note, Rest } from '../decision.ts'
import type { ReasonId } from '../reasons/index.ts'
import { shownServer } from '../redact.ts'
import type { RegistrationDigest } from '../snapshot.ts'
import { idOf, sourceNamespaceOf, type PlanContext } from './context.ts'

/** The fields that every decision about an existing registration shares. */
export const about = (
  context: PlanContext,
  registration: RegistrationDigest,
): Omit<Rest, 'action' | 'reason' | 'params'> => {
  const { keys } = context
  const cluster = registration.labels[keys.cluster] ?? registration.clusterName
  const namespace = sourceNamespaceOf(context, registration)
  const provider = registration.labels[keys.provider]
  return {
    id: idOf(context, registration.name),
    ...(cluster === '' ? {} : { cluster }),
    ...(namespace === '' ? {} : { namespace }),
    secret: registration.name,
    ...(provider === undefined ? {} : { provider }),
    ...(registration.server === '' ? {} : { server: shownServer(registration.server) }),
    warnings: [],
    trail: [],
  }
}

/** Values that messages about an existing registration draw on. */
export const standing = (context: PlanContext, registration: RegistrationDigest): Params => {
  const { keys, settings } = context
  return {
    cluster: registration.labels[keys.cluster] ?? registration.clusterName,
    namespace: sourceNamespaceOf(context, registration),
    secret: registration.name,
    target: settings.targetNamespace,
    clusterKey: keys.cluster,
    managedByKey: keys.managedBy,
    managedBy: settings.managedBy,
    pruneKey: keys.prune,
    sourceNamespaceKey: keys.sourceNamespace,
    provider: registration.labels[keys.provider] ?? '',
  }
}

export const keep = (
  context: PlanContext,
  registration: RegistrationDigest,
  reason: ReasonId,
  params: Params = {},
  warnings: readonly Note[] = [],
): Rest => ({
  ...about(context, registration),
  action: 'keep',
  reason,
  params: { ...standing(context, registration), ...params },
  warnings,
})

export const pinned = (context: PlanContext, registration: RegistrationDigest, why: string): Rest =>
  keep(context, registration, 'pinned', { why })
