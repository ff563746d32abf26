import type { ChalkInstance } from 'chalk'
import type { Change } from '../engine/decision.ts'
import type { Report, ReportDecision } from '../engine/report.ts'
import { titleOf } from './entry.ts'
import { printable } from './printable.ts'

/** One changed value: `path: former → present`. */
export const changeText = ({ path, from, to }: Change): string =>
  printable(`    ${path}: ${from ?? '(none)'} → ${to ?? '(none)'}`)

/** A new registration in one line: all of it is new, so that listing its values tells little. */
const creationLine = (decision: ReportDecision, chalk: ChalkInstance): string => {
  const { server = '-', provider = '-', source } = decision
  const from = source ? ` from ${source.secret}[${source.key}]` : ''
  return `${chalk.green('+')} ${printable(`${titleOf(decision)}: register ${server}${from} (provider ${provider})`)}`
}

const linesOf = (decision: ReportDecision, isFull: boolean, chalk: ChalkInstance): readonly string[] => {
  const { action, changes = [], result } = decision
  if (changes.length === 0 || (result === 'held' && !isFull)) return []
  if (action === 'register' && !isFull) return [creationLine(decision, chalk)]
  return [`${chalk.cyan('~')} ${printable(titleOf(decision))}: ${action}`, ...changes.map(changeText)]
}

/**
 * What is changed, or would be.
 * @param isFull also every value of what is new, and what is held
 */
export const changesText = ({ decisions }: Report, isFull: boolean, chalk: ChalkInstance): string =>
  decisions
    .flatMap((decision) => linesOf(decision, isFull, chalk))
    .map((line) => `${line}\n`)
    .join('')
