import type { Decision } from '../../engine/decision.ts'
import { claimOf } from '../../engine/plan/claims.ts'
import { registrationAt, sourceNamespaceOf, type PlanContext } from '../../engine/plan/context.ts'
import type { RegistrationDigest } from '../../engine/snapshot.ts'
import type { Params, UnusableCause } from '../../kubeconfig/translation.ts'
import { UNUSABLE } from '../../engine/reasons/kubeconfig.ts'
import type { Finding, Severity } from '../finding.ts'
import type { Look } from '../inspection.ts'
import { TOLD_BY_REASON, type PlanCheckId } from './claims-reasons.ts'

/** A decision to write nothing, and the one check that tells of it. */
export interface ToldDecision {
  readonly check: PlanCheckId
  readonly decision: Decision
  /** What it is about, where it is there. */
  readonly registration?: RegistrationDigest
}

const HOUR = 3_600_000

const EXEC: ReadonlySet<string> = new Set<UnusableCause>([
  'exec-gate',
  'exec-unknown',
  'exec-policy',
  'exec-apiversion',
  'exec-server-untrusted',
])
const SCOPE: ReadonlySet<string> = new Set<UnusableCause>(['server-loopback', 'server-in-cluster'])

/** Why each of the candidates can't be registered. */
const causesOf = ({ trail }: Decision): readonly UnusableCause[] =>
  trail.flatMap(({ rejected }) =>
    rejected && Object.hasOwn(UNUSABLE, rejected.cause) ? [rejected.cause as UnusableCause] : [],
  )

const unusable = (decision: Decision): PlanCheckId => {
  const causes = causesOf(decision)
  if (causes.length === 0) return 'source-unusable'
  if (causes.every((cause) => cause === 'exec-gate')) return 'exec-gate'
  if (causes.every((cause) => EXEC.has(cause))) return 'exec-untranslatable'
  return causes.every((cause) => SCOPE.has(cause)) ? 'server-scope' : 'source-unusable'
}

/** A namespace without a kubeconfig may just be new. Of unknown age, as in manifests, none is. */
const missing = ({ snapshot, now }: PlanContext, { namespace = '' }: Decision): PlanCheckId => {
  const createdAt = snapshot.namespaces.get(namespace)?.createdAt
  return createdAt !== undefined && now - createdAt < HOUR ? 'source-waiting' : 'source-missing'
}

/** The namespace that holds the name is there, and asks for it too. */
const isClaimedTwice = (context: PlanContext, { secret, cluster }: Decision): boolean => {
  const holder = registrationAt(context, secret)
  const namespace = holder && context.snapshot.namespaces.get(sourceNamespaceOf(context, holder))
  return namespace?.managed === true && namespace.labels[context.keys.cluster] === cluster
}

/** The Secret in the way has lost our labels and holds what we would write: `argocd cluster set --label` leaves it so. */
const isOursUnlabelled = (context: PlanContext, { secret, namespace = '' }: Decision): boolean => {
  const holder = registrationAt(context, secret)
  const digest = context.snapshot.namespaces.get(namespace)
  if (!holder || !digest || holder.labels[context.keys.managedBy] !== undefined) return false
  const { source } = claimOf(context, digest)
  return (
    source !== undefined && source.server === holder.server && source.configDigest === holder.configDigest
  )
}

const exactly = (context: PlanContext, decision: Decision, check: PlanCheckId): PlanCheckId => {
  if (check === 'source-unusable') return unusable(decision)
  if (check === 'source-missing') return missing(context, decision)
  if (decision.reason === 'incumbent' && isClaimedTwice(context, decision)) return 'namespace-claim-conflict'
  if (decision.reason === 'not-managed' && isOursUnlabelled(context, decision))
    return 'registration-foreign-edit'
  return check
}

const tell = (context: PlanContext, decision: Decision): readonly ToldDecision[] => {
  if (decision.action !== 'refuse' && decision.action !== 'wait' && decision.action !== 'keep') return []
  const told = TOLD_BY_REASON[decision.reason]
  if (!told) return []
  if (decision.action !== 'keep') return [{ check: exactly(context, decision, told.check), decision }]
  const registration = context.snapshot.registrations.get(decision.id)
  const check =
    told.kept !== undefined && registration?.visible === true
      ? told.kept
      : exactly(context, decision, told.check)
  return [{ check, decision, ...(registration ? { registration } : {}) }]
}

const subjectOf = ({ decision: { namespace = '', reason } }: ToldDecision): string => `${namespace} ${reason}`

/**
 * Every decision of the plan to write nothing that somebody may have to know of; each is told of by one check. Why a
 * namespace's registration is frozen is also why the name it asks for now is not registered: that is said once.
 */
export const toldOf = ({ context, decisions }: Look): readonly ToldDecision[] => {
  const told = decisions.flatMap((decision) => tell(context, decision))
  const frozen = new Set(told.filter(({ check }) => check === 'registration-frozen').map(subjectOf))
  return told.filter((each) => each.check === 'registration-frozen' || !frozen.has(subjectOf(each)))
}

/** Values with which a check's text says what the engine says of the decision. */
export const decidedParams = ({ reason, params }: Decision): Params => ({ ...params, decided: reason })

/** What a decision about a namespace's claim is called by. */
export const claimFinding = (
  severity: Severity,
  { decision }: ToldDecision,
  params: Params = {},
): Finding => ({
  severity,
  object: decision.namespace ?? decision.cluster ?? decision.secret,
  params: { ...decidedParams(decision), cluster: decision.cluster ?? '', ...params },
})

/** What a decision about a registration is called by. */
export const registrationFinding = (
  severity: Severity,
  { decision }: ToldDecision,
  params: Params = {},
): Finding => ({
  severity,
  object: decision.cluster ?? decision.secret,
  params: { ...decidedParams(decision), ...params },
  ...(decision.namespace === undefined ? {} : { related: [decision.namespace] }),
})

/** A check of decisions that are told of by it. */
export const findingsOf = (
  look: Look,
  check: PlanCheckId,
  finding: (told: ToldDecision) => Finding,
): readonly Finding[] =>
  toldOf(look)
    .filter((told) => told.check === check)
    .map(finding)
