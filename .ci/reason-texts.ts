import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Params } from '../src/kubeconfig/translation.ts'

const TABLES = join(import.meta.dirname, '../src/engine/reasons')

export interface Reason {
  readonly message: (params: Params) => string
  readonly remedy: (params: Params) => string
}

export interface Text {
  readonly message: string
  readonly remedy: string
}

type Given = Readonly<Record<string, string | undefined>>

/** Values that only lengthen a sentence: it is shown without them. */
const OMITTED = new Set([
  'detail',
  'owner',
  'demoted',
  'leaving',
  'suggestion',
  'line',
  'contexts',
  'expected',
  'later',
  'otherSets',
  'held',
  'due',
  'stays',
  'former',
])

/** Values that choose between sentences, rather than standing in them. */
const CHOOSING = ['problem', 'gate', 'missing', 'command', 'maker', 'name']

/** What is otherwise for one reason. */
const BASE: Readonly<Record<string, Given>> = {
  'kubeconfig-unparsable': { expected: '<expected>' },
  'orphan-cluster-mismatch': { detail: '<detail>' },
  'server-invalid': { host: undefined },
}

/** Cases that no single word brings out. */
const MORE: Readonly<Record<string, readonly Given[]>> = {
  'credential-file': [{ key: '' }, { field: 'tokenFile', key: '' }],
  'applications-removed': [{ later: 'true' }, { held: 'true' }],
  'applications-stranded': [{ held: 'true' }],
  'namespace-replaced': [{ due: '<due>' }, { stays: 'true' }],
  'server-twin': [{}, { former: '<former>' }],
  'exec-unknown': [{ command: 'aws', expected: '<expected>' }],
  incumbent: [{ demoted: 'true' }, { leaving: 'true' }],
  renamed: [{ held: 'true' }],
  'server-collision': [{ leaving: 'true' }],
  'server-invalid': [{ problem: 'no-scheme', suggestion: 'https://<host>' }],
  'workloads-deleted': [{ later: 'true' }, { held: 'true' }],
}

/** Reasons whose sentence without a known problem is one that is really said. */
const HAS_GENERAL = new Set(['credential-missing', 'applications-unseen'])

/** Every value comes out as its own name: `<host>`. */
const placeholders = (given: Given, asked?: Set<string>): Params =>
  new Proxy<Record<string, string>>(
    {},
    {
      get: (_target, name): string | undefined => {
        const key = String(name)
        asked?.add(key)
        if (Object.hasOwn(given, key)) return given[key]
        return OMITTED.has(key) ? undefined : `<${key}>`
      },
    },
  )

const textOf = ({ message, remedy }: Reason, given: Given, asked?: Set<string>): Text => ({
  message: message(placeholders(given, asked)),
  remedy: remedy(placeholders(given, asked)),
})

const isSame = (a: Text, b: Text): boolean => a.message === b.message && a.remedy === b.remedy

/** The words of the tables' own source: among them is every value that chooses a sentence, so that none is forgotten. */
export const readWords = (): readonly string[] => {
  const sources = readdirSync(TABLES).map((file) => readFileSync(join(TABLES, file), 'utf8'))
  const found = sources.flatMap((text) => [...text.matchAll(/'([A-Za-z0-9_-]+)'|^ +([a-z]+):/gm)])
  return [...new Set(found.map(([, quoted, bare]) => quoted ?? bare ?? ''))].sort()
}

/** All that a reason may say, each sentence once. */
export const textsOf = (id: string, reason: Reason, words: readonly string[]): readonly Text[] => {
  const asked = new Set<string>()
  const base = BASE[id] ?? {}
  const general = textOf(reason, base, asked)
  const isChosen = (asked.has('problem') || asked.has('gate')) && !HAS_GENERAL.has(id)
  const texts: Text[] = isChosen ? [] : [general]
  for (const name of CHOOSING.filter((candidate) => asked.has(candidate)))
    for (const word of words) {
      const text = textOf(reason, { ...base, [name]: word })
      const fill = (sentence: string): string => sentence.replaceAll(`<${name}>`, word)
      const verbatim = { message: fill(general.message), remedy: fill(general.remedy) }
      if (!isSame(text, verbatim) && !texts.some((other) => isSame(other, text))) texts.push(text)
    }
  const more = (MORE[id] ?? []).map((given) => textOf(reason, { ...base, ...given }))
  return [...texts.filter(({ message }) => !more.some((other) => other.message === message)), ...more]
}
