import { MASK, printableWord } from './printable.ts'
import { refuse } from './result.ts'
import type { Unusable } from './translation.ts'

/** How a plugin's flag is treated: its value carried, left out with a warning, left out as harmless, or refused. */
export interface FlagRule {
  /** Spellings of one setting; giving two of them is a repeat. */
  readonly names: readonly string[]
  readonly use: 'carry' | 'drop' | 'ignore'
  /** Takes no value. */
  readonly boolean?: boolean
}

export interface ScannedFlags {
  readonly words: readonly string[]
  /** By the first spelling of the rule. */
  readonly values: ReadonlyMap<string, string>
  /** As written, sorted. */
  readonly dropped: readonly string[]
}

export type FlagScan =
  { readonly ok: true; readonly value: ScannedFlags } | { readonly ok: false; readonly unusable: Unusable }

export interface FlagTable {
  readonly command: string
  readonly rules: readonly FlagRule[]
  /** Flags that would let the kubeconfig choose who Argo CD is. */
  readonly identity: ReadonlySet<string>
}

interface Flag {
  readonly name: string
  readonly inline: string | undefined
}

const split = (word: string): Flag => {
  const equals = word.indexOf('=')
  return equals < 0
    ? { name: word, inline: undefined }
    : { name: word.slice(0, equals), inline: word.slice(equals + 1) }
}

/** A flag's name without anything that may be its value: `-icluster` reads `-i…`. */
export const printableFlag = (name: string): string => {
  const shown = printableWord(name, /^(?:--[a-z][a-z0-9-]{0,40}|-[a-z])$/i)
  if (shown !== MASK) return shown
  return name.startsWith('--') ? '--…' : `${name.slice(0, 2)}…`
}

export const execPolicy = (
  command: string,
  problem: string,
  flag: string,
): { readonly ok: false; readonly unusable: Unusable } => refuse('exec-policy', { command, problem, flag })

/**
 * Scans arguments left to right against an allow-list. `--flag value` and `--flag=value` both count. Refused: a flag
 * that is not in the table, one given twice under any spelling, and one whose value is missing, empty or looks like
 * a flag. Words without a dash are returned.
 */
export const scanFlags = (args: readonly string[], table: FlagTable): FlagScan => {
  const words: string[] = []
  const values = new Map<string, string>()
  const dropped: string[] = []
  const seen = new Set<string>()
  for (let index = 0; index < args.length; index++) {
    const word = args[index] ?? ''
    if (!word.startsWith('-') || word === '-') {
      words.push(word)
      continue
    }
    const { name, inline } = split(word)
    const problemWith = (problem: string): FlagScan => execPolicy(table.command, problem, printableFlag(name))
    if (table.identity.has(name)) return problemWith('identity')
    const rule = table.rules.find((candidate) => candidate.names.includes(name))
    const key = rule?.names[0]
    if (rule === undefined || key === undefined) return problemWith('unsupported')
    if (seen.has(key)) return problemWith('repeated')
    seen.add(key)
    const value = rule.boolean === true ? (inline ?? 'true') : (inline ?? args[++index] ?? '')
    if (value.trim() === '' || value.startsWith('-')) return problemWith('no-value')
    if (rule.use === 'carry') values.set(key, value)
    if (rule.use === 'drop') dropped.push(name)
  }
  return { ok: true, value: { words, values, dropped: dropped.sort() } }
}
