import { SORT_KEYS } from '../listing/sort.ts'
import { PRESET_NAMES } from '../providers/presets.ts'
import { COMPLETION_WORDS } from './words.ts'

/** Where the values of a flag or word come from, other than a list that is known beforehand. */
export type Source =
  'contexts' | 'kubeconfig-clusters' | 'users' | 'namespaces' | 'clusters' | 'hidden' | 'shown' | 'files'

/** One flag, as the launcher completes it (bin/completing.js). */
export interface FlagEntry {
  readonly name: string
  readonly char?: string
  readonly about: string
  /** Takes a value: the next word, unless it may stand without one. */
  readonly value?: 'next' | 'behind equals'
  readonly repeated?: true
  readonly values?: readonly string[]
  readonly source?: Source
}

export interface VerbEntry {
  readonly about: string
  /** What its words can be. */
  readonly words: readonly Source[]
  /** Words that are known beforehand, for the first place. */
  readonly values?: readonly string[]
  readonly flags: readonly FlagEntry[]
}

export interface CompletionTable {
  readonly verbs: Readonly<Record<string, VerbEntry>>
}

/** What of an oclif command the table is made of. */
export interface CommandShape {
  readonly summary?: string | undefined
  readonly flags: Readonly<
    Record<
      string,
      {
        readonly type: string
        readonly char?: string
        readonly multiple?: boolean
        readonly description?: string | undefined
        readonly helpValue?: string | readonly string[] | undefined
      }
    >
  >
}

const FLAG_SOURCES: Readonly<Record<string, Source>> = {
  context: 'contexts',
  cluster: 'kubeconfig-clusters',
  user: 'users',
  namespace: 'namespaces',
  'target-namespace': 'namespaces',
  kubeconfig: 'files',
  'certificate-authority': 'files',
  'client-certificate': 'files',
  'client-key': 'files',
  config: 'files',
  filename: 'files',
  import: 'files',
  values: 'files',
}

const WORDS: Readonly<Record<string, readonly Source[]>> = {
  demote: ['shown'],
  explain: ['clusters', 'namespaces'],
  list: ['clusters'],
  prune: ['clusters'],
  register: ['namespaces'],
  revert: ['hidden'],
}

/** By the flag's name: values that its help does not spell out as `a|b`. */
const FLAG_VALUES: Readonly<Record<string, readonly string[]>> = {
  provider: PRESET_NAMES,
  'sort-by': SORT_KEYS,
}

/** The same for verbs, of their first word. */
const WORD_VALUES: Readonly<Record<string, readonly string[]>> = { completion: COMPLETION_WORDS }

const isChoice = (helpValue: string): boolean => /^[a-z]+(?:\|[a-z]+)+$/.test(helpValue)

const flagOf = (
  [name, flag]: readonly [string, CommandShape['flags'][string]],
  bare: readonly string[],
): FlagEntry => {
  const { char, multiple = false, description = '' } = flag
  const about = { name, about: description, ...(char === undefined ? {} : { char }) }
  if (flag.type === 'boolean') return about
  const shown = typeof flag.helpValue === 'string' ? flag.helpValue : ''
  const values = FLAG_VALUES[name] ?? (isChoice(shown) ? shown.split('|') : undefined)
  const source = FLAG_SOURCES[name]
  return {
    ...about,
    value: bare.includes(name) ? 'behind equals' : 'next',
    ...(multiple ? { repeated: true } : {}),
    ...(values ? { values } : {}),
    ...(source ? { source } : {}),
  }
}

/**
 * Everything that can be completed without asking anybody, for the build to write down (dist/completions.json).
 * @param bare flags that may stand without their value
 * @param aliases verbs by their other names
 */
export const completionTable = (
  commands: Readonly<Record<string, CommandShape>>,
  bare: readonly string[],
  aliases: Readonly<Record<string, string>>,
): CompletionTable => {
  const verbs = Object.entries(commands).map(
    ([name, { summary = '', flags }]): readonly [string, VerbEntry] => {
      const values = WORD_VALUES[name]
      return [
        name,
        {
          about: summary,
          words: WORDS[name] ?? [],
          ...(values ? { values } : {}),
          flags: Object.entries(flags).map((flag) => flagOf(flag, bare)),
        },
      ]
    },
  )
  const known = new Map(verbs)
  const others = Object.entries(aliases).flatMap(([alias, name]) => {
    const verb = known.get(name)
    return verb ? [[alias, verb] as const] : []
  })
  return { verbs: Object.fromEntries([...verbs, ...others]) }
}
