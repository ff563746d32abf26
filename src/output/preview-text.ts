import type { ChalkInstance } from 'chalk'
import type { Action, Change } from '../engine/decision.ts'
import type { ReportDecision } from '../engine/report.ts'
import { affectsLines } from './affects-lines.ts'
import { printable } from './printable.ts'

/** A namespace's labels and annotations as they are about to be changed. */
export interface NamespacePreview {
  readonly namespace: string
  readonly changes: readonly Change[]
}

const title = ({ cluster, namespace, secret }: ReportDecision): string => {
  const name = cluster ?? secret ?? '-'
  return namespace === undefined ? name : `${name} (${namespace})`
}

const mark = (action: Action, chalk: ChalkInstance): string => {
  if (action === 'prune' || action === 'demote') return chalk.red('-')
  return action === 'update' ? chalk.cyan('~') : chalk.green('+')
}

const decisionLines = (decision: ReportDecision, chalk: ChalkInstance): string[] => [
  `${mark(decision.action, chalk)} ${printable(`${title(decision)}: ${decision.action}: ${decision.message}`)}`,
  ...affectsLines(decision),
  ...(decision.warnings ?? []).flatMap(({ message, remedy }) => [
    `    ${chalk.yellow('‼')} ${printable(message)}`,
    ...(remedy === undefined ? [] : [printable(`      → ${remedy}`)]),
  ]),
]

export const changeText = ({ path, from, to }: Change): string =>
  printable(`    ${path}: ${from ?? '(none)'} → ${to ?? '(none)'}`)

/** Namespaces and their labels, with what each was and is to be. */
export const namespaceText = (namespaces: readonly NamespacePreview[], chalk: ChalkInstance): string =>
  namespaces
    .filter(({ changes }) => changes.length > 0)
    .flatMap(({ namespace, changes }) => [
      `${chalk.cyan('~')} namespace/${printable(namespace)}`,
      ...changes.map(changeText),
    ])
    .map((line) => `${line}\n`)
    .join('')

/** What a person is asked about: every decision that would be carried out, and what of Argo CD's it touches. */
export const previewText = (decisions: readonly ReportDecision[], chalk: ChalkInstance): string =>
  decisions
    .flatMap((decision) => decisionLines(decision, chalk))
    .map((line) => `${line}\n`)
    .join('')
