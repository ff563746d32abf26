import type { Decision, Outcome } from '../engine/decision.ts'
import { isOurs, type PlanContext } from '../engine/plan/context.ts'
import { recordedName } from '../engine/plan/group.ts'
import type { NamespaceDigest, RegistrationDigest, SourceSight } from '../engine/snapshot.ts'
import type { Params } from '../kubeconfig/translation.ts'
import { formatDuration } from '../settings/duration.ts'
import type { ExplainedCredential, Next } from './explanation.ts'
import { asWords, ownerLabel } from './labels.ts'
import type { Match } from './match.ts'
import { next } from './texts.ts'

/** What the explained thing is, as far as it is known. */
export interface Circumstances {
  readonly outcome: Outcome | undefined
  readonly registration: RegistrationDigest | undefined
  readonly namespace: NamespaceDigest | undefined
  /** Labels that the namespace lacks. */
  readonly missing: Readonly<Record<string, string>> | undefined
  /** Of what Argo CD holds now. */
  readonly credential: ExplainedCredential | undefined
  /** It was read from manifests: no command changes those. */
  readonly isInFiles: boolean
}

const keptBy = ({ keys, settings }: PlanContext, decision: Decision, files: Params): Next => {
  const { cluster = '', namespace = '', source } = decision
  return next('kept', {
    ...files,
    cluster,
    namespace,
    managedByKey: `${keys.managedBy}=${settings.managedBy}`,
    clusterKey: keys.cluster,
    source: source ? `${source.secret}[${source.key}]` : 'its kubeconfig Secret',
  })
}

const HIDDEN: ReadonlySet<string> = new Set(['demoted', 'held'])

/** Of a registration that stays as it is. */
const ofKeep = (context: PlanContext, decision: Decision, registration: RegistrationDigest): Next[] => {
  if (decision.reason !== 'demoted') {
    const isHidden = HIDDEN.has(decision.reason) || !registration.visible
    return [next('stays-until', { sees: isHidden ? 'does not see' : 'sees' })]
  }
  const { demotedTtl } = context.settings
  const params = {
    cluster: decision.cluster ?? recordedName(registration),
    namespace: decision.namespace ?? '',
  }
  return [
    next('comes-back', { ...params, name: recordedName(registration) }),
    next('is-deleted', { ...params, ttl: demotedTtl > 0 ? formatDuration(demotedTtl) : '' }),
  ]
}

/** What a pass would do; where it would take the worse credential, the order of providers that takes the better one. */
const apply = ({ warnings }: Decision, files: Params): Next => {
  const shadow = warnings.find(({ reason }) => reason === 'exec-shadowed')
  return shadow ? next('apply-in-order', { ...shadow.params, ...files }) : next('apply', files)
}

const ofDecision = (
  context: PlanContext,
  { decision, result }: Outcome,
  { registration, isInFiles }: Circumstances,
): Next[] => {
  const { keys, settings } = context
  const files: Params = isInFiles ? { files: 'true' } : {}
  switch (decision.action) {
    case 'register':
    case 'update':
    case 'adopt':
    case 'restore':
      return result === 'planned' ? [apply(decision, files), keptBy(context, decision, files)] : []
    case 'unchanged':
      return [keptBy(context, decision, files)]
    case 'demote':
    case 'prune':
      if (decision.reason === 'server-race') return [next('address-taken')]
      return result === 'planned'
        ? [
            next('would-be-removed', {
              target: settings.targetNamespace,
              secret: decision.secret,
              pruneKey: keys.prune,
            }),
          ]
        : []
    case 'wait':
      return [next('goes-on-by-itself', files)]
    case 'keep':
      return registration ? ofKeep(context, decision, registration) : []
    case 'refuse':
      return []
  }
}

const ofLabels = ({ namespace, missing, registration, outcome }: Circumstances): Next[] => {
  // Where the decision is about the labels, its own remedy says it.
  if (!namespace || !missing || outcome?.decision.reason === 'managed-by-lost') return []
  const params = { namespace: namespace.name, labels: asWords(missing) }
  if (!namespace.managed)
    return [next('label-it', { ...params, ...(registration ? { registered: 'true' } : {}) })]
  return outcome?.decision.action === 'refuse' ? [] : [next('name-it', params)]
}

const ofStranger = (context: PlanContext, registration: RegistrationDigest): Next => {
  const { keys, settings } = context
  const params = {
    secret: registration.name,
    owner: ownerLabel(settings),
    ...(registration.visible ? { visible: 'true' } : {}),
  }
  return next(registration.labels[keys.managedBy] === settings.managedBy ? 'not-ours' : 'foreign', params)
}

const ofCredential = (credential: ExplainedCredential | undefined): Next[] =>
  credential?.notAfter === undefined
    ? []
    : [
        next('credential-ends', {
          kind: credential.kind.replace('-', ' '),
          date: credential.notAfter,
          ...(credential.expired ? { expired: 'true' } : {}),
        }),
      ]

/** What would change the outcome, beside the remedy of the decision itself, and what keeps it as it is. */
export const explainNext = (context: PlanContext, given: Circumstances): readonly Next[] => {
  const { outcome, registration, credential } = given
  if (registration && !isOurs(context, registration)) return [ofStranger(context, registration)]
  return [
    ...ofLabels(given),
    ...(outcome ? ofDecision(context, outcome, given) : []),
    ...(registration?.visible ? ofCredential(credential) : []),
  ]
}

/** A Secret that was named and that no provider looks at. */
export const notCandidate = (
  { settings }: PlanContext,
  { source }: Match,
  sight: SourceSight | undefined,
): readonly Next[] => {
  if (!source || !sight?.complete) return []
  const isNamed = ({ secret }: { readonly secret: string }): boolean => secret === source.secret
  if (sight.candidates.some(isNamed) || sight.nearMisses.some(isNamed)) return []
  const patterns = settings.providers.map(({ name, secretNamePattern }) => `${secretNamePattern} (${name})`)
  return [next('not-a-candidate', { secret: source.secret, patterns: patterns.join(', ') })]
}
