import type { ChalkInstance } from 'chalk'
import type { ReportDecision } from '../engine/report.ts'
import { byteOrder } from '../order.ts'
import { affectsLines } from './affects-lines.ts'
import { gather, type Gathered } from './gather.ts'
import type { Entry } from './entry.ts'
import { printable } from './printable.ts'

/** Names a line holds at most, where many are told together. */
const NAMED = 5

const listed = (names: readonly string[]): string =>
  names.length <= NAMED
    ? names.join(', ')
    : `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more`

const markOf = ({ kind }: Entry, chalk: ChalkInstance): string => {
  if (kind === 'person') return chalk.red('×')
  if (kind === 'warning') return chalk.yellow('‼')
  return kind === 'waiting' ? chalk.yellow('…') : chalk.dim('·')
}

const HELD: ReadonlySet<string> = new Set(['removal-held', 'removals-off'])

/** What is held, in the order it is told; a registration that goes on under its old name has its rename held. */
const HELD_ACTIONS = ['delete', 'hide', 'restore', 'adopt', 'update', 'register', 'rename'] as const

const heldAction = ({ action, result }: ReportDecision): string => {
  if (action === 'prune') return 'delete'
  if (action === 'demote') return 'hide'
  return result === 'held' ? action : 'rename'
}

const heldLines = (entries: readonly Entry[]): string[] =>
  HELD_ACTIONS.flatMap((action) => {
    const names = entries.flatMap(({ decision, name }) =>
      decision && heldAction(decision) === action ? [name] : [],
    )
    return names.length === 0 ? [] : [`    to ${action}: ${listed(names)}`]
  })

/** Each with what only it is told. */
const tailLines = (entries: readonly Entry[], message: string): string[] => [
  ...entries
    .slice(0, NAMED)
    .map((entry) => `    ${entry.name}: ${entry.message.slice(message.length).replace(/^\W+/, '')}`),
  ...(entries.length > NAMED ? [`    and ${entries.length - NAMED} more`] : []),
]

const namesLines = ({ entries, message }: Gathered): string[] => {
  const [{ reason = '' }] = entries
  if (HELD.has(reason)) return heldLines(entries)
  const hasTails = entries.some((entry) => entry.message !== message && entry.message.startsWith(message))
  return hasTails ? tailLines(entries, message) : [`    ${listed(entries.map(({ name }) => name))}`]
}

const distinct = (lists: readonly (readonly string[])[]): string[] =>
  [...new Set(lists.flat())].sort(byteOrder)

/** What all of them touch of Argo CD's. */
const touchedLines = (entries: Gathered['entries']): string[] => {
  const affects = entries.flatMap(({ decision, withAffects }) =>
    withAffects && decision?.affects ? [decision.affects] : [],
  )
  const [only] = affects
  if (only && affects.length === 1) return affectsLines(only)
  const all = {
    applications: distinct(affects.map(({ applications }) => applications)),
    applicationSets: distinct(affects.map(({ applicationSets }) => applicationSets)),
  }
  return affectsLines(all, listed)
}

const linesOf = (gathered: Gathered, chalk: ChalkInstance): readonly string[] => {
  const { entries, message, remedy } = gathered
  const [first, ...others] = entries
  const title = others.length === 0 ? first.title : `${entries.length} ${first.noun}`
  const head = title === '' ? message : `${title}: ${message}`
  return [
    `${markOf(first, chalk)} ${printable(head)}${first.reason === undefined ? '' : ` (${first.reason})`}`,
    ...(others.length === 0 ? [] : namesLines(gathered).map(printable)),
    ...touchedLines(entries),
    ...(remedy === undefined ? [] : [printable(`    → ${remedy}`)]),
  ]
}

/**
 * Entries as lines, each with its remedy.
 * @param isGathered what is equal but for its own names is told once, with the first names
 */
export const entryLines = (
  entries: readonly Entry[],
  isGathered: boolean,
  chalk: ChalkInstance,
): readonly string[] =>
  (isGathered
    ? gather(entries)
    : entries.map((entry): Gathered => ({ entries: [entry], message: entry.message, remedy: entry.remedy }))
  ).flatMap((gathered) => linesOf(gathered, chalk))
