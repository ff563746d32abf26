import { formatDuration } from '../../settings/duration.ts'
import type { Decision, Note, Precondition, Removal, Rest } from '../decision.ts'
import type { ReasonId } from '../reasons/index.ts'
import type { RegistrationDigest } from '../snapshot.ts'
import type { Params } from '../../kubeconfig/translation.ts'
import { shownServer } from '../redact.ts'
import { idOf, isDemoted, isHeld, isPinned, sourceNamespaceOf, type PlanContext } from './context.ts'

/** The fields that every decision about an existing registration shares. */
const about = (
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
const standing = (context: PlanContext, registration: RegistrationDigest): Params => {
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

const pinned = (context: PlanContext, registration: RegistrationDigest, why: string): Rest =>
  keep(context, registration, 'pinned', { why })

/** This version removes nothing by itself. */
const byHand = ({ settings }: PlanContext, { name }: RegistrationDigest): string =>
  `by hand, once no Application needs it: kubectl delete secret -n ${settings.targetNamespace} ${name}`

/** A removal as decided. Until the life cycle is built none is carried out: each is reported as held. */
const removal = (
  context: PlanContext,
  registration: RegistrationDigest,
  action: Removal['action'],
  reason: ReasonId,
  precondition: Removal['precondition'],
  params: Params,
): Removal => {
  const what = action === 'prune' ? `delete ${registration.name}` : `hide ${registration.name} from Argo CD`
  return {
    ...about(context, registration),
    action,
    reason,
    params: { ...standing(context, registration), ...params },
    warnings: [{ reason: 'removals-off', params: { what, remedy: byHand(context, registration) } }],
    precondition,
    after: [],
    held: 'removals-off',
  }
}

const unchanged = (registration: RegistrationDigest): Extract<Precondition, { kind: 'unchanged' }> => ({
  kind: 'unchanged',
  base: registration.base,
})

/** The namespace is proved gone: everything of it goes, demoted entries too, but pinned ones (C6.11–C6.17). */
const namespaceGone = (context: PlanContext, registration: RegistrationDigest): Decision => {
  const namespace = sourceNamespaceOf(context, registration)
  if (isPinned(context, registration)) return pinned(context, registration, `namespace ${namespace} is gone`)
  return removal(
    context,
    registration,
    'prune',
    'namespace-gone',
    { kind: 'namespace-gone', namespace, base: registration.base },
    {},
  )
}

/** The namespace registers under another name now. */
export const renamed = (
  context: PlanContext,
  registration: RegistrationDigest,
  successor: string,
): Decision =>
  isPinned(context, registration)
    ? pinned(context, registration, `the namespace's cluster label now says ${successor}`)
    : removal(context, registration, 'demote', 'renamed', unchanged(registration), { successor })

/** The namespace was made anew and can't register: kept for a time, then hidden; a pinned one never is. */
export const replaced = (
  context: PlanContext,
  registration: RegistrationDigest,
  detail: string,
): Decision => {
  const namespace = context.snapshot.namespaces.get(sourceNamespaceOf(context, registration))
  const age = namespace?.createdAt === undefined ? 0 : context.now - namespace.createdAt
  const mayHide = registration.visible && !isPinned(context, registration) && age >= context.settings.uidGrace
  return mayHide
    ? removal(context, registration, 'demote', 'namespace-replaced', unchanged(registration), { detail })
    : keep(context, registration, 'namespace-replaced', { detail })
}

/** Milliseconds of a stamp `YYYYMMDDTHHMMSSZ`; undefined where it is no such time (C6.53). */
const parseStamp = (stamp: string): number | undefined => {
  const [, year, month, day, hour, minute, second, fraction = ''] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(?:[.,](\d+))?Z$/.exec(stamp) ?? []
  if (year === undefined) return undefined
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}`
  const time = Date.parse(`${iso}.${fraction.slice(0, 3).padEnd(3, '0')}Z`)
  // Date.parse rolls 30 February over; Go refuses it.
  return Number.isNaN(time) || !new Date(time).toISOString().startsWith(iso) ? undefined : time
}

/** A registration hidden earlier: kept, or past its time to live once its namespace is registered otherwise (§6g). */
export const demoted = (
  context: PlanContext,
  registration: RegistrationDigest,
  mayExpire: boolean,
): Decision => {
  const { keys, settings, now } = context
  if (isHeld(registration)) return keep(context, registration, 'held')
  const since = registration.labels[keys.staleSince] ?? ''
  const stamp = parseStamp(since)
  const params = { since, successor: registration.labels[keys.supersededBy] ?? '' }
  if (since !== '' && stamp === undefined)
    return keep(context, registration, 'demoted', params, [
      {
        reason: 'stamp-unreadable',
        params: {
          key: keys.staleSince,
          stamp: since,
          secret: registration.name,
          target: settings.targetNamespace,
        },
      },
    ])
  const over =
    mayExpire && settings.demotedTtl > 0 && stamp !== undefined && now - stamp > settings.demotedTtl
  if (!over) return keep(context, registration, 'demoted', params)
  const ttl = formatDuration(settings.demotedTtl)
  if (isPinned(context, registration)) return pinned(context, registration, `hidden longer than ${ttl}`)
  return removal(context, registration, 'prune', 'ttl-over', unchanged(registration), { ...params, ttl })
}

/** A registration with no claim of its namespace on it, by what is known of the namespace. */
export const unclaimed = (context: PlanContext, registration: RegistrationDigest): Decision => {
  if (registration.terminating) return keep(context, registration, 'removal-pending')
  const name = sourceNamespaceOf(context, registration)
  if (name === '') return keep(context, registration, 'unrouted')
  const namespace = context.snapshot.namespaces.get(name)
  if (!namespace) {
    const absence = context.snapshot.absences.get(name)
    if (absence?.state === 'gone') return namespaceGone(context, registration)
    const why = `namespace ${name}: ${absence?.why ?? 'it was not read'}`
    const remedy = `kubectl get namespace ${name}`
    return isDemoted(context, registration)
      ? demoted(context, registration, false)
      : keep(context, registration, 'incomplete-view', { why, remedy })
  }
  if (isDemoted(context, registration)) return demoted(context, registration, false)
  if (!namespace.managed) return keep(context, registration, 'managed-by-lost')
  if (namespace.terminating) return keep(context, registration, 'namespace-terminating')
  return keep(context, registration, 'demoted')
}
