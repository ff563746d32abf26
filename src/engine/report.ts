import { byteOrder } from '../order.ts'
import type { Settings } from '../settings/settings.ts'
import { formatDuration } from '../settings/duration.ts'
import type { DryRun } from './act.ts'
import {
  ACTIONS,
  type Action,
  type Change,
  type Decision,
  type Note,
  type Outcome,
  type Result,
} from './decision.ts'
import { formatProvider } from '../providers/format-provider.ts'
import { decisionText, warningText, type ReasonId } from './reasons/index.ts'
import type { Incomplete } from './snapshot.ts'

/** The stable report of `-o json`; a change needs a new apiVersion (commands.md). Absent keys are left out. */
export interface Report {
  readonly apiVersion: 'registrar/v1'
  readonly kind: 'Report'
  readonly hub: ReportHub
  readonly settings: ReportSettings
  readonly dryRun: DryRun
  readonly decisions: readonly ReportDecision[]
  readonly summary: Readonly<Record<Action, number>>
  readonly complete: boolean
  readonly incomplete?: readonly Incomplete[]
  readonly cost: { readonly requests: number; readonly seconds?: number }
}

export interface ReportHub {
  readonly source: 'cluster' | 'files'
  readonly context?: string
  readonly server?: string
}

export interface ReportSettings {
  readonly targetNamespace: string
  readonly labelPrefix: string
  readonly managedBy: string
  readonly providers: readonly string[]
  readonly execCredentials: boolean
  readonly demotedTTL: string
}

export interface ReportWarning {
  readonly reason: string
  readonly message: string
  readonly remedy?: string
}

export interface ReportCandidate {
  readonly secret: string
  readonly key?: string
  readonly provider: string
  readonly score: number
  readonly rejected?: string
}

export interface ReportAffects {
  readonly applications: readonly string[]
  readonly applicationSets: readonly string[]
}

export interface ReportDecision {
  readonly cluster: string | null
  readonly namespace?: string
  readonly secret?: string
  readonly provider?: string
  readonly source?: { readonly secret: string; readonly key: string }
  readonly server?: string
  readonly action: Action
  readonly reason: string
  readonly message: string
  readonly remedy?: string
  readonly warnings?: readonly ReportWarning[]
  /** Only where nothing was chosen: what each candidate was rejected for. */
  readonly candidates?: readonly ReportCandidate[]
  readonly changes?: readonly Change[]
  /** On removals and hides, where it could be seen: `namespace/name`. */
  readonly affects?: ReportAffects
  readonly result?: Result
}

type Complete = (remedy: string) => string

const warningOf =
  (completed: Complete) =>
  ({ reason, params }: Note): ReportWarning => {
    const { message, remedy } = warningText(reason, params)
    return { reason, message, ...(remedy === '' ? {} : { remedy: completed(remedy) }) }
  }

const candidatesOf = ({ action, trail }: Decision): readonly ReportCandidate[] =>
  action === 'refuse' || action === 'keep' || action === 'wait'
    ? trail.map(({ rejected, ...entry }) => ({ ...entry, ...(rejected ? { rejected: rejected.cause } : {}) }))
    : []

/** Left out where nothing is touched. */
const affectsOf = (decision: Decision): { readonly affects?: ReportAffects } => {
  const affects = 'affects' in decision ? decision.affects : undefined
  if (!affects || affects.applications.length + affects.applicationSets.length === 0) return {}
  const { applications, applicationSets } = affects
  return { affects: { applications: applications.map(({ name }) => name), applicationSets } }
}

/** With manifests nothing is written anywhere: what was carried out in memory is a plan. */
const resultOf = (result: Result | undefined, hub: ReportHub): Result | undefined =>
  hub.source === 'files' && result === 'done' ? 'planned' : result

const decisionOf = ({ decision, result, notes }: Outcome, completed: Complete): ReportDecision => {
  const { message, remedy } = decisionText(decision.reason, decision.params)
  const warnings = [...decision.warnings, ...notes].map(warningOf(completed))
  const candidates = candidatesOf(decision)
  const changes = 'changes' in decision ? decision.changes : []
  return {
    cluster: decision.cluster ?? null,
    ...(decision.namespace === undefined ? {} : { namespace: decision.namespace }),
    ...(decision.secret === '' ? {} : { secret: decision.secret }),
    ...(decision.provider === undefined ? {} : { provider: decision.provider }),
    ...(decision.source === undefined ? {} : { source: decision.source }),
    ...(decision.server === undefined ? {} : { server: decision.server }),
    action: decision.action,
    reason: decision.reason,
    message,
    ...(remedy === '' ? {} : { remedy: completed(remedy) }),
    ...(warnings.length > 0 ? { warnings } : {}),
    ...(candidates.length > 0 ? { candidates } : {}),
    ...(changes.length > 0 ? { changes } : {}),
    ...affectsOf(decision),
    ...(result === undefined ? {} : { result }),
  }
}

export interface ReportInput {
  readonly hub: ReportHub
  readonly settings: Settings
  readonly dryRun: DryRun
  readonly outcomes: readonly Outcome[]
  readonly incomplete: readonly Incomplete[]
  readonly requests: number
  /** Left out with manifests, so that the same input gives the same bytes. */
  readonly seconds?: number
  /** Makes the commands in a remedy fit to be pasted. Default: as they are. */
  readonly completed?: (remedy: string) => string
}

/** The settings in force that decide what is ours and what is read. */
export const reportSettings = (settings: Settings): ReportSettings => ({
  targetNamespace: settings.targetNamespace,
  labelPrefix: settings.labelPrefix,
  managedBy: settings.managedBy,
  providers: settings.providers.map(formatProvider),
  execCredentials: settings.execCredentials,
  demotedTTL: formatDuration(settings.demotedTtl),
})

export const makeReport = (input: ReportInput): Report => {
  const { settings } = input
  const completed: Complete = input.completed ?? ((remedy) => remedy)
  const decisions = input.outcomes
    .map((outcome) => {
      const result = resultOf(outcome.result, input.hub)
      return decisionOf(result === undefined ? outcome : { ...outcome, result }, completed)
    })
    .sort(
      (a, b) =>
        byteOrder(a.cluster ?? '', b.cluster ?? '') ||
        byteOrder(a.namespace ?? '', b.namespace ?? '') ||
        byteOrder(a.secret ?? '', b.secret ?? ''),
    )
  const summary = Object.fromEntries(
    ACTIONS.map((action) => [action, decisions.filter((decision) => decision.action === action).length]),
  ) as Record<Action, number>
  const complete = input.incomplete.length === 0
  return {
    apiVersion: 'registrar/v1',
    kind: 'Report',
    hub: input.hub,
    settings: reportSettings(settings),
    dryRun: input.dryRun,
    decisions,
    summary,
    complete,
    ...(complete ? {} : { incomplete: input.incomplete }),
    cost: { requests: input.requests, ...(input.seconds === undefined ? {} : { seconds: input.seconds }) },
  }
}

/** A `keep` for one of these needs a person (decisions.md §2): those that are also reasons to refuse or to wait, and
 *  those named there. */
const KEEPS_FOR_A_PERSON: ReadonlySet<string> = new Set<ReasonId>([
  'source-unusable',
  'source-missing',
  'key-missing',
  'source-empty',
  'incomplete-view',
  'not-managed',
  'name-held',
  'orphan-cluster-mismatch',
  'incumbent',
  'contested-name',
  'create-race',
  'server-collision',
  'cluster-label-missing',
  'cluster-name-illegal',
  'cluster-name-reserved',
  'managed-by-lost',
  'other-settings',
  'registration-immutable',
  'live-claim',
  'namespace-gone',
])

const needsPerson = ({ action, reason, result, warnings = [] }: ReportDecision): boolean =>
  action === 'refuse' ||
  result === 'failed' ||
  result === 'stood-down' ||
  (result === 'held' && warnings.some(({ reason }) => reason === 'removal-held')) ||
  (action === 'keep' && KEEPS_FOR_A_PERSON.has(reason))

/** 0: everything wanted is in place, or would be. 1: something needs a person. */
export const exitCodeOf = (report: Report): 0 | 1 =>
  report.complete && !report.decisions.some(needsPerson) ? 0 : 1

export { needsPerson }
