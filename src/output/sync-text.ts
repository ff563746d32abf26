import type { ChalkInstance } from 'chalk'
import type { Decision } from '../engine/decision.ts'
import { needsPerson, type Report, type ReportDecision } from '../engine/report.ts'
import { affectsLines } from './affects-lines.ts'
import { changeText } from './preview-text.ts'
import { printable } from './printable.ts'
import { NOTHING, summaryLine } from './summary-line.ts'
import { renderTable, type Column } from './table.ts'

const painter =
  (chalk: ChalkInstance) =>
  (text: string, decision: ReportDecision): string => {
    if (needsPerson(decision)) return chalk.red(text)
    if (decision.result === 'held' || decision.action === 'wait') return chalk.yellow(text)
    return decision.action === 'unchanged' || decision.action === 'keep' ? chalk.dim(text) : chalk.green(text)
  }

const columns = (chalk: ChalkInstance, wide: boolean): readonly Column<ReportDecision>[] => [
  { title: 'CLUSTER', value: ({ cluster }) => cluster ?? '-' },
  { title: 'NAMESPACE', value: ({ namespace }) => namespace ?? '-' },
  { title: 'PROVIDER', value: ({ provider }) => provider ?? '-' },
  ...(wide
    ? [
        {
          title: 'SOURCE',
          value: ({ source }: ReportDecision) => (source ? `${source.secret}[${source.key}]` : '-'),
        },
        { title: 'SECRET', value: ({ secret }: ReportDecision) => secret ?? '-' },
        { title: 'SERVER', value: ({ server }: ReportDecision) => server ?? '-' },
      ]
    : []),
  { title: 'ACTION', value: ({ action }) => action, paint: painter(chalk) },
  { title: 'RESULT', value: ({ result }) => result ?? '-' },
  { title: 'REASON', value: ({ reason }) => reason },
]

export const syncTable = (report: Report, wide: boolean, headers: boolean, chalk: ChalkInstance): string =>
  report.decisions.length === 0 ? '' : renderTable(columns(chalk, wide), report.decisions, headers)

/** `secret/cluster-a` for every registration that stands, or stood until now, one a line. */
export const syncNames = ({ decisions }: Report): string =>
  decisions
    .filter(
      ({ action, secret, result }) =>
        secret !== undefined && action !== 'wait' && action !== 'refuse' && result !== 'failed',
    )
    .map(({ secret }) => `secret/${secret ?? ''}\n`)
    .join('')

const title = ({ cluster, namespace, secret }: ReportDecision): string => {
  const name = cluster ?? secret ?? '-'
  return namespace === undefined ? name : `${name} (${namespace})`
}

/** A write that failed or stood down is told by its warning: its reason is what it was for. */
const isUndone = ({ result }: ReportDecision): boolean => result === 'failed' || result === 'stood-down'

const isSaidByItself = (decision: ReportDecision): boolean =>
  !isUndone(decision) && (needsPerson(decision) || decision.action === 'wait' || decision.result === 'held')

/** Said when a registration is written, and not again on every pass that finds nothing to do (C10.48). */
const ROUTINE: ReadonlySet<string> = new Set([
  'exec-identity',
  'exec-argument-dropped',
  'token-file-ignored',
  'insecure',
])

const isRoutine = ({ action }: ReportDecision, reason: string): boolean =>
  action === 'unchanged' && ROUTINE.has(reason)

const changeLines = ({ changes = [] }: ReportDecision): string[] => changes.map(changeText)

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
  /** The sum of no decision at all. */
  readonly nothing?: string
}

/**
 * What a person wants to know beyond the table: every refusal, failure and warning with its remedy, then the sums.
 * On a dry run, and from `-v=1` on, also what changes; from `-v=1` on also the reasons of decisions that are fine.
 */
export const syncNotes = (
  report: Report,
  { verbosity, shown, explained, nothing = NOTHING }: NoteOptions,
  chalk: ChalkInstance,
): string => {
  const isDry = report.dryRun !== 'none'
  const lines = report.decisions.flatMap((decision) => {
    const changes = isDry || verbosity > 0 ? changeLines(decision) : []
    return changes.length === 0
      ? []
      : [`${chalk.cyan('~')} ${title(decision)}: ${decision.action}`, ...changes]
  })
  // Last, as that is what stays in view: what needs a person.
  for (const decision of report.decisions) {
    const affected = shown.has(noteKey(decision, AFFECTS)) ? [] : affectsLines(decision)
    const isTold = explained && decision.action === 'keep'
    if (isTold || isSaidByItself(decision) || affected.length > 0 || (verbosity > 0 && !isUndone(decision))) {
      const mark = needsPerson(decision)
        ? chalk.red('×')
        : decision.action === 'wait'
          ? chalk.yellow('…')
          : chalk.dim('·')
      lines.push(`${mark} ${printable(`${title(decision)}: ${decision.message}`)}`)
      lines.push(...affected)
      if (decision.remedy !== undefined) lines.push(printable(`    → ${decision.remedy}`))
    }
    for (const { reason, message, remedy } of decision.warnings ?? []) {
      if ((isRoutine(decision, reason) && verbosity === 0) || shown.has(noteKey(decision, reason))) continue
      lines.push(`${chalk.yellow('‼')} ${printable(`${title(decision)}: ${message}`)} (${reason})`)
      if (remedy !== undefined) lines.push(printable(`    → ${remedy}`))
    }
  }
  const told = new Set(
    report.decisions.filter(({ reason }) => reason === 'incomplete-view').map(({ namespace }) => namespace),
  )
  for (const { what, namespace, why } of report.incomplete ?? [])
    if (namespace === undefined || !told.has(namespace))
      lines.push(
        `${chalk.red('×')} ${printable(`could not read ${what}${namespace === undefined ? '' : ` of ${namespace}`}: ${why}`)}`,
      )
  if (lines.length > 0) lines.push('')
  lines.push(summaryLine(report, nothing))
  return lines.map((line) => `${line}\n`).join('')
}
