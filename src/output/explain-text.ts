import { needsPerson, type ReportDecision } from '../engine/report.ts'
import type { Explanation, Next, Understood } from '../explaining/explanation.ts'
import { affectsLines } from './affects-lines.ts'
import { changeText } from './changes-text.ts'
import { titleOf } from './entry.ts'
import { renderSections, type Line, type LineOptions, type Section, type Tone } from './explain-lines.ts'
import { candidateLines, claimLines, credentialText, labelLines, namespaceLines } from './explain-trail.ts'
import { printable } from './printable.ts'

export interface ExplainTextOptions extends LineOptions {
  /** With every value that changes. */
  readonly isWide: boolean
  /** Milliseconds since the epoch. */
  readonly now: number
}

const NOUNS: Readonly<Record<Understood['kind'], string>> = {
  cluster: 'a cluster',
  namespace: 'a namespace',
  secret: 'a Secret',
  server: 'the address of',
}

/** `sandbox is a cluster: namespace k3k-sandbox, Secret cluster-sandbox`. */
const headline = ({ subject, understoodAs: { kind, cluster, namespace, secret } }: Explanation): string => {
  const parts = [
    kind === 'cluster' || cluster === undefined ? undefined : `cluster ${cluster}`,
    kind === 'namespace' || namespace === undefined ? undefined : `namespace ${namespace}`,
    kind === 'secret' || secret === undefined ? undefined : `Secret ${secret}`,
  ].filter((part) => part !== undefined)
  if (kind === 'server') return `${subject} is ${NOUNS[kind]} ${parts.join(', ')}`
  return `${subject} is ${NOUNS[kind]}${parts.length === 0 ? '' : `: ${parts.join(', ')}`}`
}

const toneOf = (decision: ReportDecision): Tone => {
  if (needsPerson(decision)) return 'bad'
  if (decision.action === 'wait') return 'wait'
  if (decision.result === 'held' || decision.action === 'demote' || decision.action === 'prune') return 'warn'
  return decision.action === 'keep' ? 'plain' : 'good'
}

const withRemedy = (remedy: string | undefined): { readonly remedy?: string } =>
  remedy === undefined ? {} : { remedy }

const decisionLine = (decision: ReportDecision, title = ''): Line => {
  const { action, reason, result, message, remedy } = decision
  const state = result === undefined ? '' : ` (${result})`
  return {
    tone: toneOf(decision),
    text: `${title}${action}${state}, ${reason}: ${message}`,
    ...withRemedy(remedy),
  }
}

const warningLines = ({ warnings = [] }: ReportDecision): Line[] =>
  warnings.map(({ reason, message, remedy }) => ({
    tone: 'warn',
    text: `${reason}: ${message}`,
    ...withRemedy(remedy),
  }))

const plain = (text: string): Line => ({ tone: 'plain', text: text.trim() })

const decisionLines = ({ decision, namespace }: Explanation, isWide: boolean): Line[] => {
  if (!decision) {
    const what = namespace?.state === 'unlabelled' ? 'a pass does not look at it' : 'a pass leaves it alone'
    return [plain(`none: ${what}`)]
  }
  const { affects, changes = [] } = decision
  return [
    decisionLine(decision),
    ...warningLines(decision),
    ...(affects ? affectsLines(affects).map(plain) : []),
    ...(isWide ? changes.map((change) => plain(changeText(change))) : []),
  ]
}

const ifLabelledLines = ({ ifLabelled }: Explanation): Line[] => {
  if (!ifLabelled) return []
  const { decision, labels } = ifLabelled
  const words = Object.entries(labels).map(([key, value]) => `${key}=${value}`)
  const head = plain(`with ${words.join(' ')}`)
  return decision ? [head, decisionLine(decision), ...warningLines(decision)] : [head]
}

const nextLine = ({ message, remedy }: Next): Line => ({
  tone: 'plain',
  text: message,
  ...withRemedy(remedy),
})

const serverLines = ({ server, source }: Explanation, now: number): Line[] =>
  server
    ? [
        plain(`${server.address}: ${server.message}`),
        ...(source?.credential
          ? [plain(`its kubeconfig signs in with: ${credentialText(source.credential, now)}`)]
          : []),
      ]
    : []

const STATES = {
  active: 'Argo CD sees it',
  demoted: 'hidden from Argo CD',
  held: 'hidden from Argo CD by hand',
  terminating: 'being deleted',
  other: 'no cluster Secret to Argo CD',
} as const

const registrationLines = ({ registration }: Explanation, now: number): Line[] => {
  if (!registration) return []
  const { secret, ours, state, pinned, server, credential } = registration
  const facts = [STATES[state], ...(ours ? [] : ['not ours']), ...(pinned ? ['pinned'] : [])]
  return [
    {
      tone: state === 'active' && ours ? 'good' : 'warn',
      text: `${secret}: ${facts.join(', ')}`,
    },
    ...(server === undefined ? [] : [plain(server)]),
    ...(credential ? [plain(`it signs in with: ${credentialText(credential, now)}`)] : []),
  ]
}

const sectionsOf = (explanation: Explanation, { isWide, now }: ExplainTextOptions): readonly Section[] => [
  { title: 'Namespace', lines: namespaceLines(explanation) },
  { title: 'Labels', lines: labelLines(explanation) },
  { title: 'Candidates', lines: candidateLines(explanation) },
  { title: 'Server', lines: serverLines(explanation, now) },
  { title: 'Name', lines: claimLines(explanation.claims.name) },
  { title: 'Address', lines: claimLines(explanation.claims.server) },
  { title: 'Registered', lines: registrationLines(explanation, now) },
  { title: 'Decision', lines: decisionLines(explanation, isWide) },
  {
    title: 'Also decided',
    lines: explanation.related.map((decision) => decisionLine(decision, `${titleOf(decision)}: `)),
  },
  { title: 'If labelled', lines: ifLabelledLines(explanation) },
  { title: 'Next', lines: explanation.next.map(nextLine) },
]

/** An explanation as a person reads it, from the labels to what would change it. */
export const explainText = (explanation: Explanation, options: ExplainTextOptions): string =>
  `${printable(headline(explanation))}\n\n${renderSections(sectionsOf(explanation, options), options)}`
