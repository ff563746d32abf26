import type { ChalkInstance } from 'chalk'
import type { Action, Change } from '../engine/decision.ts'
import type { ReportDecision } from '../engine/report.ts'
import { affectsLines } from './affects-lines.ts'
import { changeText } from './changes-text.ts'
import { titleOf, warningEntries } from './entry.ts'
import { entryLines } from './entry-lines.ts'
import { printable } from './printable.ts'

/** A namespace's labels and annotations as they are about to be changed. */
export interface NamespacePreview {
  readonly namespace: string
  readonly changes: readonly Change[]
}

const mark = (action: Action, chalk: ChalkInstance): string => {
  if (action === 'prune' || action === 'demote') return chalk.red('-')
  return action === 'update' ? chalk.cyan('~') : chalk.green('+')
}

const decisionLines = (decision: ReportDecision, chalk: ChalkInstance): string[] => [
  `${mark(decision.action, chalk)} ${printable(`${titleOf(decision)}: ${decision.action}: ${decision.message}`)}`,
  ...(decision.affects ? affectsLines(decision.affects) : []),
]

const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')

/** Namespaces and their labels, with what each was and is to be. */
export const namespaceText = (namespaces: readonly NamespacePreview[], chalk: ChalkInstance): string =>
  text(
    namespaces
      .filter(({ changes }) => changes.length > 0)
      .flatMap(({ namespace, changes }) => [
        `${chalk.cyan('~')} namespace/${printable(namespace)}`,
        ...changes.map(changeText),
      ]),
  )

/** What a person is asked about: every decision that would be carried out, what of Argo CD's it touches, and then what is to
 *  be known of them, what is equal once. */
export const previewText = (decisions: readonly ReportDecision[], chalk: ChalkInstance): string =>
  text([
    ...decisions.flatMap((decision) => decisionLines(decision, chalk)),
    ...entryLines(decisions.flatMap(warningEntries), true, chalk),
  ])
