import type { Outcome } from '../engine/decision.ts'
import { registrationAt } from '../engine/plan/context.ts'
import type { ReportHub } from '../engine/report.ts'
import { isAbsence, type Absence, type NamespaceDigest, type RegistrationDigest } from '../engine/snapshot.ts'
import type { ExplainedNamespace } from './explanation.ts'
import { instant } from './instant.ts'
import { missingLabels } from './labels.ts'
import type { Match } from './match.ts'
import { outcomeOf, type View } from './view.ts'

/** What an explanation is made of. */
export interface ExplainInput {
  readonly hub: ReportHub
  /** As it was typed, and fit to be shown. */
  readonly subject: string
  readonly match: Match
  readonly view: View
  /** The same hub with the labels that the namespace lacks. */
  readonly labelled?: View
  /** The namespace, where the view does not hold it. */
  readonly namespace?: NamespaceDigest | Absence
  /** Config text of the registration, which holds the credential. Absent where it could not be read. */
  readonly config?: string
  /** Makes the commands in a remedy fit to be pasted. */
  readonly completed: (remedy: string) => string
}

/** The thing itself, as it was found. */
export interface Found {
  readonly outcome: Outcome | undefined
  /** Undefined where it is a Secret that records none. */
  readonly namespaceName: string | undefined
  readonly namespace: NamespaceDigest | Absence | undefined
  readonly registration: RegistrationDigest | undefined
  /** Labels that the namespace lacks to be looked at. */
  readonly missing: Readonly<Record<string, string>> | undefined
}

export const digestOf = (sight: NamespaceDigest | Absence | undefined): NamespaceDigest | undefined =>
  sight && !isAbsence(sight) ? sight : undefined

/** The registration that an explanation is about, or the Secret of somebody else's. */
const registrationOf = (view: View, { topic }: Match): RegistrationDigest | undefined => {
  if (topic.kind === 'foreign') return registrationAt(view.context, topic.secret)
  return topic.kind === 'decision' ? view.context.snapshot.registrations.get(topic.id) : undefined
}

export const find = ({
  view,
  match,
  namespace: apart,
}: Pick<ExplainInput, 'view' | 'match' | 'namespace'>): Found => {
  const { context } = view
  const { namespaces, absences } = context.snapshot
  const outcome = outcomeOf(view, match.topic)
  const name = match.topic.kind === 'namespace' ? match.topic.name : outcome?.decision.namespace
  const namespace = name === undefined ? undefined : (namespaces.get(name) ?? absences.get(name) ?? apart)
  const digest = digestOf(namespace)
  return {
    outcome,
    namespaceName: name,
    namespace,
    registration: registrationOf(view, match),
    missing: digest && !digest.terminating ? missingLabels(context, digest) : undefined,
  }
}

export const explainNamespace = ({
  namespaceName: name,
  namespace,
}: Found): ExplainedNamespace | undefined => {
  if (name === undefined) return undefined
  if (namespace === undefined) return { name, state: 'unknown' }
  if (isAbsence(namespace))
    return namespace.state === 'gone'
      ? { name, state: 'gone' }
      : { name, state: 'unknown', why: namespace.why }
  const createdAt = instant(namespace.createdAt)
  const labelled = namespace.managed ? 'labelled' : 'unlabelled'
  return {
    name,
    state: namespace.terminating ? 'terminating' : labelled,
    ...(createdAt === undefined ? {} : { createdAt }),
  }
}
