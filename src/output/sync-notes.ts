import type { ChalkInstance } from 'chalk'
import type { Decision } from '../engine/decision.ts'
import { needsPerson, type Report, type ReportDecision } from '../engine/report.ts'
import { changesText } from './changes-text.ts'
import { entryOf, incompleteEntry, warningEntries, type Entry } from './entry.ts'
import { entryLines } from './entry-lines.ts'
import { NOTHING, summaryLine } from './summary-line.ts'

/** A write that failed or stood down is told by its warning: its reason is what it was for. */
const isUndone = ({ result }: ReportDecision): boolean => result === 'failed' || result === 'stood-down'

/** What a person hid, or a rename did, is as it was left; every other reason to keep something is news. */
const AS_LEFT: ReadonlySet<string> = new Set(['demoted', 'held'])

const isSaidByItself = (decision: ReportDecision): boolean =>
  !isUndone(decision) &&
  (needsPerson(decision) ||
    decision.action === 'wait' ||
    decision.result === 'held' ||
    (decision.action === 'keep' && !AS_LEFT.has(decision.reason)))

/** Said when a registration is written, and not again on every pass that finds nothing to do (C10.48). */
const ROUTINE: ReadonlySet<string> = new Set([
  'exec-identity',
  'exec-argument-dropped',
  'token-file-ignored',
  'insecure',
])

const isRoutine = ({ action }: ReportDecision, reason: string): boolean =>
  action === 'unchanged' && ROUTINE.has(reason)

/** Stands for what a removal touches, where warnings stand under their reasons. */
const AFFECTS = 'affects'

const noteKey = ({ secret = '' }: { readonly secret?: string }, reason: string): string =>
  `${secret} ${reason}`

/** Keys of what there is to know of decisions beforehand. */
export const noteKeys = (decisions: readonly Decision[]): ReadonlySet<string> =>
  new Set(
    decisions.flatMap((decision) => [
      noteKey(decision, AFFECTS),
      ...decision.warnings.map(({ reason }) => noteKey(decision, reason)),
    ]),
  )

export interface NoteOptions {
  readonly verbosity: number
  /** Keys of what was shown before it was done, and is not said again. */
  readonly shown: ReadonlySet<string>
  /** Also why something is kept as it is. */
  readonly explained: boolean
  /** What has changed stands on standard output already. */
  readonly changesShown: boolean
  /** The sum of no decision at all. */
  readonly nothing?: string
}

const kindOf = (decision: ReportDecision): Entry['kind'] => {
  if (needsPerson(decision)) return 'person'
  return decision.action === 'wait' ? 'waiting' : 'plain'
}

/** The decision itself, where there is something to say of it, and its warnings. */
const entriesOf = (
  decision: ReportDecision,
  { verbosity, shown, explained }: NoteOptions,
): readonly Entry[] => {
  const { message, remedy, affects } = decision
  const isTouching =
    !shown.has(noteKey(decision, AFFECTS)) &&
    affects !== undefined &&
    affects.applications.length + affects.applicationSets.length > 0
  const isTold =
    (explained && decision.action === 'keep') ||
    isSaidByItself(decision) ||
    isTouching ||
    (verbosity > 0 && !isUndone(decision))
  const own = entryOf(decision, {
    kind: kindOf(decision),
    message,
    ...(remedy === undefined ? {} : { remedy }),
    ...(isTouching ? { withAffects: true } : {}),
  })
  const warnings = warningEntries(decision).filter(
    ({ reason = '' }) =>
      !(isRoutine(decision, reason) && verbosity === 0) && !shown.has(noteKey(decision, reason)),
  )
  return isTold ? [own, ...warnings] : warnings
}

/** What could not be read, but for what a decision tells of. */
const unreadEntries = ({ decisions, incomplete = [] }: Report): readonly Entry[] => {
  const told = new Set(
    decisions.filter(({ reason }) => reason === 'incomplete-view').map(({ namespace }) => namespace),
  )
  return incomplete
    .filter(({ namespace }) => namespace === undefined || !told.has(namespace))
    .map(incompleteEntry)
}

/**
 * What a person wants to know beyond the table: every refusal, failure and warning with its remedy, then the sums. What is
 * equal is told once. From `-v=1` on each by itself, and also what has changed and the reasons of what is fine.
 */
export const syncNotes = (report: Report, options: NoteOptions, chalk: ChalkInstance): string => {
  const { verbosity, changesShown, nothing = NOTHING } = options
  const changes = verbosity > 0 && !changesShown ? changesText(report, true, chalk) : ''
  // Last, as that is what stays in view: what needs a person.
  const entries = [
    ...report.decisions.flatMap((decision) => entriesOf(decision, options)),
    ...unreadEntries(report),
  ]
  const notes = entryLines(entries, verbosity === 0, chalk)
    .map((line) => `${line}\n`)
    .join('')
  const isSetOff = changes + notes !== '' || changesShown
  return `${changes}${notes}${isSetOff ? '\n' : ''}${summaryLine(report, nothing)}\n`
}
