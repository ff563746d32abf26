import type { ReportDecision } from '../engine/report.ts'
import type { Incomplete } from '../engine/snapshot.ts'

/** Something to tell of one registration or one namespace; equal ones are told together. */
export interface Entry {
  /** `person`: needs one · `waiting` · `warning` · `plain`: only to be known. */
  readonly kind: 'person' | 'waiting' | 'warning' | 'plain'
  /** What it is about, before a colon: `dev (team-dev)`; empty where the message says it. */
  readonly title: string
  /** What it is called in a list of several. */
  readonly name: string
  /** What several are called: `clusters`. */
  readonly noun: string
  readonly message: string
  /** Id of a warning. */
  readonly reason?: string
  readonly remedy?: string
  /** Names of its own, which make its message differ from the next one's, and what stands in their place. */
  readonly own: ReadonlyMap<string, string>
  /** Absent where it is about something that could not be read. */
  readonly decision?: ReportDecision
  /** What of Argo CD's it touches is told with it. */
  readonly withAffects?: true
}

/** `dev (team-dev)`. */
export const titleOf = ({ cluster, namespace, secret }: ReportDecision): string => {
  const name = cluster ?? secret ?? '-'
  return namespace === undefined ? name : `${name} (${namespace})`
}

const hostOf = (server: string): string => (URL.canParse(server) ? new URL(server).hostname : '')

/** An Application's own name, and that of its namespace, as commands have them. */
const applicationNames = ({ affects }: ReportDecision): readonly (readonly [string, string])[] =>
  (affects?.applications ?? []).flatMap((name) => {
    const [namespace = '', own = ''] = name.split('/')
    return [[own, 'APPLICATION'] as const, [namespace, 'NAMESPACE'] as const]
  })

/** The Secret that takes its place, as it is marked with. */
const successorOf = ({ changes = [] }: ReportDecision): string | undefined =>
  changes.find(({ path }) => path.endsWith('/superseded-by]'))?.to

const ownNames = (decision: ReportDecision): ReadonlyMap<string, string> => {
  const { cluster, namespace, secret, server, source, candidates = [] } = decision
  return new Map(
    [
      ...applicationNames(decision),
      ...[source, ...candidates].map((found) => [found?.secret, 'SOURCE'] as const),
      [successorOf(decision), 'cluster-NEW'] as const,
      [hostOf(server ?? ''), 'HOST'] as const,
      [server, 'ADDRESS'] as const,
      [secret, secret === `cluster-${cluster ?? ''}` ? 'cluster-NAME' : 'SECRET'] as const,
      [namespace, 'NAMESPACE'] as const,
      [cluster, 'NAME'] as const,
    ].flatMap(([value, place]) => (value ? [[value, place] as const] : [])),
  )
}

type Text = Pick<Entry, 'kind' | 'message' | 'reason' | 'remedy' | 'withAffects'>

/** An entry about a decision. */
export const entryOf = (decision: ReportDecision, text: Text): Entry => ({
  ...text,
  title: titleOf(decision),
  name: decision.cluster ?? decision.secret ?? decision.namespace ?? '-',
  noun: 'clusters',
  own: ownNames(decision),
  decision,
})

/** The decision's warnings. */
export const warningEntries = (decision: ReportDecision): readonly Entry[] =>
  (decision.warnings ?? []).map((warning) => entryOf(decision, { ...warning, kind: 'warning' }))

/** What could not be read. */
export const incompleteEntry = ({ what, namespace, why }: Incomplete): Entry => ({
  kind: 'person',
  title: '',
  name: namespace ?? what,
  noun: 'namespaces',
  message: `could not read ${what}${namespace === undefined ? '' : ` of ${namespace}`}: ${why}`,
  own: new Map(namespace === undefined ? [] : [[namespace, 'NAMESPACE']]),
})
