import type { Params } from '../../kubeconfig/translation.ts'
import { formatDuration } from '../../settings/duration.ts'
import type { Decision } from '../decision.ts'
import type { NamespaceDigest, RegistrationDigest } from '../snapshot.ts'
import { parseStamp } from '../stamp.ts'
import { isDemoted, isHeld, isPinned, sourceNamespaceOf, type PlanContext } from './context.ts'
import { demotion, pruning, unchanged } from './removing.ts'
import { keep, pinned } from './standing.ts'

/** The namespace is proved gone: everything of it goes, demoted entries too, but pinned ones (C6.11–C6.17). */
const namespaceGone = (context: PlanContext, registration: RegistrationDigest): Decision => {
  const namespace = sourceNamespaceOf(context, registration)
  if (isPinned(context, registration)) return pinned(context, registration, `namespace ${namespace} is gone`)
  const precondition = { kind: 'namespace-gone', namespace, base: registration.base } as const
  return pruning(context, registration, 'namespace-gone', precondition)
}

/** The namespace registers under another name now. @param after the decision that registers it */
export const renamed = (
  context: PlanContext,
  registration: RegistrationDigest,
  successor: string,
  after: readonly string[],
): Decision =>
  isPinned(context, registration)
    ? pinned(context, registration, `the namespace's cluster label now says ${successor}`)
    : demotion(context, registration, { reason: 'renamed', params: { successor }, successor, after })

/** The namespace was made anew, and long enough ago, without registering (decisions.md §4). */
export const isDueForReplacement = (
  context: PlanContext,
  namespace: NamespaceDigest | undefined,
  registration: RegistrationDigest,
): boolean => {
  const age = namespace?.createdAt === undefined ? 0 : context.now - namespace.createdAt
  return (
    registration.visible &&
    !registration.terminating &&
    !isPinned(context, registration) &&
    age >= context.settings.uidGrace
  )
}

/** The namespace was made anew and can't register: kept for a time, then hidden; a pinned one never is.
 *  @param hidden those whose time has come */
export const replaced = (
  context: PlanContext,
  registration: RegistrationDigest,
  detail: string,
  hidden: ReadonlySet<string>,
): Decision => {
  const namespace = context.snapshot.namespaces.get(sourceNamespaceOf(context, registration))
  const isHeldBack = context.held !== undefined && isDueForReplacement(context, namespace, registration)
  return isHeldBack || hidden.has(registration.name)
    ? demotion(context, registration, { reason: 'namespace-replaced', params: { detail } })
    : keep(context, registration, 'namespace-replaced', {
        detail,
        ...dueOf(context, namespace, registration),
      })
}

/** Until when it is kept: nobody knows where the age of the new namespace is not known. */
const dueOf = (
  context: PlanContext,
  namespace: NamespaceDigest | undefined,
  registration: RegistrationDigest,
): Params => {
  if (isPinned(context, registration)) return { stays: 'true' }
  if (namespace?.createdAt === undefined) return {}
  const due = namespace.createdAt + context.settings.uidGrace
  return due > context.now ? { due: `${new Date(due).toISOString().slice(0, 19)}Z` } : {}
}

/** Hidden longer than the time to live; manual holds, pins and unreadable stamps never expire (§6g). */
export const isExpired = (context: PlanContext, registration: RegistrationDigest): boolean => {
  const { keys, now, settings } = context
  const stamp = parseStamp(registration.labels[keys.staleSince] ?? '')
  return (
    isDemoted(context, registration) &&
    !isHeld(context, registration) &&
    settings.demotedTtl > 0 &&
    stamp !== undefined &&
    now - stamp > settings.demotedTtl
  )
}

/** A registration hidden earlier: kept, or past its time to live once its namespace is registered otherwise (§6g). */
export const demoted = (
  context: PlanContext,
  registration: RegistrationDigest,
  mayExpire: boolean,
): Decision => {
  const { keys, settings } = context
  if (isHeld(context, registration)) return keep(context, registration, 'held')
  const since = registration.labels[keys.staleSince] ?? ''
  const params = { since, successor: registration.labels[keys.supersededBy] ?? '' }
  if (since !== '' && parseStamp(since) === undefined)
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
  if (!mayExpire || !isExpired(context, registration)) return keep(context, registration, 'demoted', params)
  const ttl = formatDuration(settings.demotedTtl)
  if (isPinned(context, registration)) return pinned(context, registration, `hidden longer than ${ttl}`)
  return pruning(context, registration, 'ttl-over', unchanged(registration), { ...params, ttl })
}

/** A registration with no claim of its namespace on it, by what is known of the namespace. */
export const unclaimed = (context: PlanContext, registration: RegistrationDigest): Decision => {
  if (registration.terminating) return keep(context, registration, 'removal-pending')
  const name = sourceNamespaceOf(context, registration)
  if (name === '') return keep(context, registration, 'unrouted')
  const namespace = context.snapshot.namespaces.get(name)
  if (!namespace) return unseen(context, registration, name)
  if (isDemoted(context, registration)) return demoted(context, registration, false)
  if (!namespace.managed) return keep(context, registration, 'managed-by-lost')
  if (namespace.terminating) return keep(context, registration, 'namespace-terminating')
  return keep(context, registration, 'demoted')
}

const unseen = (context: PlanContext, registration: RegistrationDigest, name: string): Decision => {
  const absence = context.snapshot.absences.get(name)
  if (absence?.state === 'gone' && absence.secrets === 'none') return namespaceGone(context, registration)
  if (absence?.state === 'gone') {
    const why = `whether namespace ${name} is empty: its Secrets may not be listed`
    const remedy = `kubectl registrar prune ${registration.labels[context.keys.cluster] ?? registration.clusterName}`
    return keep(context, registration, 'incomplete-view', { why, remedy })
  }
  if (isDemoted(context, registration)) return demoted(context, registration, false)
  const why = `namespace ${name}: ${absence?.why ?? 'it was not read'}`
  return keep(context, registration, 'incomplete-view', { why, remedy: `kubectl get namespace ${name}` })
}
