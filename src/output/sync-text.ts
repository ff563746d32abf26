import type { ChalkInstance } from 'chalk'
import type { Action } from '../engine/decision.ts'
import { ACTIONS } from '../engine/decision.ts'
import { needsPerson, type Report, type ReportDecision } from '../engine/report.ts'
import { printable } from './printable.ts'
import { renderTable, type Column } from './table.ts'

const PAST: Readonly<Record<Action, string>> = {
  register: 'registered',
  update: 'updated',
  adopt: 'adopted',
  unchanged: 'unchanged',
  restore: 'restored',
  demote: 'demoted',
  prune: 'pruned',
  keep: 'kept',
  wait: 'waiting',
  refuse: 'refused',
}

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

/** `secret/cluster-a` for every registration that stands, one a line. */
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

const changeLines = ({ changes = [] }: ReportDecision): string[] =>
  changes.map(({ path, from, to }) => printable(`    ${path}: ${from ?? '(none)'} → ${to ?? '(none)'}`))

/**
 * What a person wants to know beyond the table: every refusal, failure and warning with its remedy, then the sums.
 * @param details also the reasons of decisions that are fine (`-v`), and on a dry run what would change
 */
export const syncNotes = (report: Report, verbosity: number, chalk: ChalkInstance): string => {
  const isDry = report.dryRun !== 'none'
  const lines = report.decisions.flatMap((decision) => {
    const changes = isDry || verbosity > 0 ? changeLines(decision) : []
    return changes.length === 0
      ? []
      : [`${chalk.cyan('~')} ${title(decision)}: ${decision.action}`, ...changes]
  })
  // Last, as that is what stays in view: what needs a person.
  for (const decision of report.decisions) {
    if (isSaidByItself(decision) || (verbosity > 0 && !isUndone(decision))) {
      const mark = needsPerson(decision)
        ? chalk.red('×')
        : decision.action === 'wait'
          ? chalk.yellow('…')
          : chalk.dim('·')
      lines.push(`${mark} ${printable(`${title(decision)}: ${decision.message}`)}`)
      if (decision.remedy !== undefined) lines.push(printable(`    → ${decision.remedy}`))
    }
    for (const { reason, message, remedy } of decision.warnings ?? []) {
      if (isRoutine(decision, reason) && verbosity === 0) continue
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
  lines.push(summaryLine(report))
  return lines.map((line) => `${line}\n`).join('')
}

/** A write counts for what it did: one that was held, failed or stood down did nothing. */
const summaryLine = ({ decisions, cost, dryRun, hub }: Report): string => {
  const isPlan = dryRun !== 'none' || hub.source === 'files'
  const count = (wanted: (decision: ReportDecision) => boolean): number => decisions.filter(wanted).length
  const counts: readonly (readonly [number, string])[] = [
    ...ACTIONS.map((action): readonly [number, string] => [
      count((decision) => decision.action === action && !UNDONE.has(decision.result ?? '')),
      isPlan ? toDo(action) : PAST[action],
    ]),
    ...[...UNDONE].map((result): readonly [number, string] => [
      count((decision) => decision.result === result),
      result,
    ]),
  ]
  const sums = counts.filter(([number]) => number > 0).map(([number, text]) => `${number} ${text}`)
  const prefix = dryRun === 'none' ? '' : `dry run (${dryRun}): `
  const text =
    sums.length === 0 ? 'nothing to do: no labelled namespace and no registration in view' : sums.join(', ')
  const seconds = cost.seconds === undefined ? '' : ` in ${cost.seconds} s`
  return hub.source === 'files'
    ? `${prefix}${text}`
    : `${prefix}${text} (${cost.requests} requests${seconds})`
}

const UNDONE: ReadonlySet<string> = new Set(['held', 'stood-down', 'failed'])

const toDo = (action: Action): string =>
  ['unchanged', 'keep', 'wait', 'refuse'].includes(action) ? PAST[action] : `to ${action}`
