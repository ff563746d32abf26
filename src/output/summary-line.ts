import { ACTIONS, type Action } from '../engine/decision.ts'
import type { Report, ReportDecision } from '../engine/report.ts'

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

/** The sum of a pass over a hub that has nothing of ours. */
export const NOTHING = 'nothing to do: no labelled namespace and no registration in view'

/** A write counts for what it did: one that was held, failed or stood down did nothing. */
export const summaryLine = ({ decisions, cost, dryRun, hub }: Report, nothing: string): string => {
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
  const text = sums.length === 0 ? nothing : sums.join(', ')
  const seconds = cost.seconds === undefined ? '' : ` in ${cost.seconds} s`
  return hub.source === 'files'
    ? `${prefix}${text}`
    : `${prefix}${text} (${cost.requests} requests${seconds})`
}

const UNDONE: ReadonlySet<string> = new Set(['held', 'stood-down', 'failed'])

const toDo = (action: Action): string =>
  ['unchanged', 'keep', 'wait', 'refuse'].includes(action) ? PAST[action] : `to ${action}`
