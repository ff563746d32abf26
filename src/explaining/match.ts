import { canonicalServer } from '../argocd/server.ts'
import type { Outcome } from '../engine/decision.ts'
import { isOurs, registrationAt } from '../engine/plan/context.ts'
import { recordedName } from '../engine/plan/group.ts'
import type { RegistrationDigest } from '../engine/snapshot.ts'
import { foremost } from './foremost.ts'
import type { Asked, SubjectKind } from './subject.ts'
import { outcomesOfNamespace, type Topic, type View } from './view.ts'

/** One thing that a word may mean. */
export interface Match {
  readonly as: SubjectKind
  readonly topic: Topic
  /** The word that means this and nothing else. */
  readonly word: string
  /** The kubeconfig Secret that was named. */
  readonly source?: { readonly namespace: string; readonly secret: string }
}

const registrationsOf = ({ observation }: View): readonly RegistrationDigest[] => [
  ...observation.snapshot.registrations.values(),
]

const decisionTopic = ({ decision: { id } }: Outcome): Topic => ({ kind: 'decision', id })

/** What is decided of a registration; one that is not ours is decided nothing of. */
const topicOfRegistration = ({ context, outcomes }: View, registration: RegistrationDigest): Topic[] => {
  if (!isOurs(context, registration)) return [{ kind: 'foreign', secret: registration.name }]
  const own = outcomes.find(
    ({ decision }) => context.snapshot.registrations.get(decision.id) === registration,
  )
  return own ? [decisionTopic(own)] : []
}

const one = (view: View, outcomes: readonly Outcome[]): Topic[] => {
  const found = foremost(view, outcomes)
  return found ? [decisionTopic(found)] : []
}

const clusterTopics = (view: View, name: string): Topic[] => {
  const isCalled = ({ decision }: Outcome): boolean => {
    const registration = view.context.snapshot.registrations.get(decision.id)
    return (
      decision.cluster === name ||
      (registration !== undefined && [registration.clusterName, recordedName(registration)].includes(name))
    )
  }
  const decided = one(view, view.outcomes.filter(isCalled))
  if (decided.length > 0) return decided
  return registrationsOf(view)
    .filter(({ visible, clusterName }) => visible && clusterName === name)
    .flatMap((registration) => topicOfRegistration(view, registration))
}

/** What a namespace comes to; with nothing decided of it, itself. */
const namespaceTopic = (view: View, name: string): Topic => {
  const [first] = outcomesOfNamespace(view, name)
  return first ? decisionTopic(first) : { kind: 'namespace', name }
}

/** With `--namespace`, others are not looked at. */
const isInReach = ({ context }: View, name: string): boolean =>
  context.settings.namespaces.length === 0 || context.settings.namespaces.includes(name)

const namespaceTopics = (view: View, name: string): Topic[] => {
  const { namespaces, absences } = view.observation.snapshot
  if (!isInReach(view, name)) return []
  return namespaces.has(name) || absences.has(name) ? [namespaceTopic(view, name)] : []
}

/** Secrets in the target namespace, there or to be made. */
const targetSecretTopics = (view: View, name: string): Topic[] => {
  const registration = registrationAt(view.context, name)
  if (registration) return topicOfRegistration(view, registration)
  return one(
    view,
    view.outcomes.filter(({ decision }) => decision.secret === name && name !== ''),
  )
}

const sourceMatches = (view: View, name: string, inNamespace: string | undefined): Match[] =>
  [...view.observation.snapshot.sources].flatMap(([namespace, sight]): Match[] => {
    if (!sight.complete || !isInReach(view, namespace)) return []
    if (inNamespace !== undefined && namespace !== inNamespace) return []
    const isNamed = ({ secret }: { readonly secret: string }): boolean => secret === name
    if (!sight.candidates.some(isNamed) && !sight.nearMisses.some(isNamed)) return []
    return [secretMatch(view, namespace, name)]
  })

/** A Secret of a source namespace: it is explained with what becomes of that. */
export const secretMatch = (view: View, namespace: string, secret: string): Match => ({
  as: 'secret',
  topic: namespaceTopic(view, namespace),
  word: `secret/${namespace}/${secret}`,
  source: { namespace, secret },
})

const serverTopics = (view: View, typed: string): Topic[] => {
  const address = canonicalServer(typed.includes('://') ? typed : `https://${typed}`)
  if (address === undefined) return []
  const has = ({ decision }: Outcome): boolean =>
    view.context.snapshot.registrations.get(decision.id)?.canonicalServer === address
  const leadsThere = ({ decision }: Outcome): boolean => canonicalServer(decision.server ?? '') === address
  const holding = one(view, view.outcomes.filter(has))
  if (holding.length > 0) return holding
  const decided = one(view, view.outcomes.filter(leadsThere))
  if (decided.length > 0) return decided
  return registrationsOf(view)
    .filter(({ canonicalServer: held }) => held === address)
    .flatMap((registration) => topicOfRegistration(view, registration))
}

const keyOf = (topic: Topic): string => JSON.stringify(topic)

/**
 * Everything a word may mean, each thing once. Clusters, namespaces and cluster Secrets go before kubeconfig Secrets, of
 * which many bear the same name.
 */
export const matchesOf = (view: View, { kind, name, namespace }: Asked): readonly Match[] => {
  const { targetNamespace } = view.context.settings
  const isOf = (wanted: SubjectKind): boolean => kind === undefined || kind === wanted
  const as = (wanted: SubjectKind, topics: readonly Topic[]): Match[] =>
    topics.map((topic) => ({
      as: wanted,
      topic,
      word: topic.kind === 'foreign' ? `secret/${topic.secret}` : `${wanted}/${name}`,
    }))
  const inTarget = namespace === undefined || namespace === targetNamespace
  const found = [
    ...(isOf('cluster') ? as('cluster', clusterTopics(view, name)) : []),
    ...(isOf('namespace') ? as('namespace', namespaceTopics(view, name)) : []),
    ...(isOf('secret') && inTarget ? as('secret', targetSecretTopics(view, name)) : []),
  ]
  if (found.length > 0) return distinct(found)
  return distinct([
    ...(isOf('secret') ? sourceMatches(view, name, namespace) : []),
    ...(isOf('server') ? as('server', serverTopics(view, name)) : []),
  ])
}

const distinct = (matches: readonly Match[]): readonly Match[] =>
  matches.filter(
    (match, index) => matches.findIndex((other) => keyOf(other.topic) === keyOf(match.topic)) === index,
  )
