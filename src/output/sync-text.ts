import type { ChalkInstance } from 'chalk'
import type { Action } from '../engine/decision.ts'
import { needsPerson, type Report, type ReportDecision } from '../engine/report.ts'
import { renderTable, type Column } from './table.ts'

/** Nothing is wrong, and yet it is not as usual: something goes, or is not there yet. */
const ATTENTION: ReadonlySet<Action> = new Set<Action>(['demote', 'prune', 'wait'])

const painter =
  (chalk: ChalkInstance) =>
  (text: string, decision: ReportDecision): string => {
    if (needsPerson(decision)) return chalk.red(text)
    if (decision.result === 'held' || ATTENTION.has(decision.action)) return chalk.yellow(text)
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

/** A hub of up to so many is shown whole. */
const FEW = 10

export interface TableOptions {
  readonly wide: boolean
  readonly headers: boolean
  readonly verbosity: number
}

/** One row a decision. On a hub of many, those where nothing is to do are left to the summary, but with `wide` or `-v=1`. */
export const syncTable = (
  { decisions }: Report,
  { wide, headers, verbosity }: TableOptions,
  chalk: ChalkInstance,
): string => {
  const isWhole = wide || verbosity > 0 || decisions.length <= FEW
  const rows = isWhole ? decisions : decisions.filter(({ action }) => action !== 'unchanged')
  return rows.length === 0 ? '' : renderTable(columns(chalk, wide), rows, headers)
}

/** `secret/cluster-a` for every registration that stands, or stood until now, one a line. */
export const syncNames = ({ decisions }: Report): string =>
  decisions
    .filter(
      ({ action, secret, result }) =>
        secret !== undefined && action !== 'wait' && action !== 'refuse' && result !== 'failed',
    )
    .map(({ secret }) => `secret/${secret ?? ''}\n`)
    .join('')
