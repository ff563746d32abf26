import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Params } from '../src/kubeconfig/translation.ts'

export const REASONS = join(import.meta.dirname, '../src/engine/reasons')
export const CHECKS = join(import.meta.dirname, '../src/doctor/texts')

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
  'dying',
  'said',
  'advice',
])

/** Values that choose between sentences, rather than standing in them. */
const CHOOSING = ['problem', 'gate', 'gap', 'cloud', 'missing', 'command', 'maker', 'name']

/** Without one of these a sentence is not whole. */
const NEEDED = ['problem', 'gate', 'gap', 'cloud']

/** What is otherwise for one reason. */
const BASE: Readonly<Record<string, Given>> = {
  'kubeconfig-unparsable': { expected: '<expected>' },
  'orphan-cluster-mismatch': { detail: '<detail>' },
  'server-invalid': { host: undefined },
  'app-orphaned-destination': { namespace: '<namespace>', application: '<application>', set: '' },
  'cluster-owner-namespace': { owner: '<owner>' },
  'registration-frozen': { held: '<held>' },
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
  'provider-order': [{ problem: 'shadowed' }, { problem: 'shadowed', dying: 'true' }],
  'probe-auth': ['config', 'server', 'proxy', 'proxy-password'].map((why) => ({
    problem: 'unreadable',
    why,
  })),
  'server-collision': [{ leaving: 'true' }],
  'server-invalid': [{ problem: 'no-scheme', suggestion: 'https://<host>' }],
  'workloads-deleted': [{ later: 'true' }, { held: 'true' }],
}

/** Reasons whose sentence without a known problem is one that is really said. */
const HAS_GENERAL = new Set([
  'credential-missing',
  'applications-unseen',
  'exec-identity',
  'namespace-claim-conflict',
  'registration-foreign-edit',
  'registration-unrouted',
  'project-scope',
  'source-unseen',
  'target-namespace-missing',
])

/** Every value comes out as its own name: `<host>`. */
const placeholders = (given: Given, asked?: Set<string>): Params =>
  new Proxy<Record<string, string>>(
    // A text may hand on what it is given with some more.
    Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Record<
      string,
      string
    >,
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
export const readWords = (folder: string): readonly string[] => {
  const sources = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'))
  const found = sources.flatMap((text) => [...text.matchAll(/'([A-Za-z0-9_-]+)'|^ +([a-z]+):/gm)])
  return [...new Set(found.map(([, quoted, bare]) => quoted ?? bare ?? ''))].sort()
}

/** All that a reason may say, each sentence once. */
export const textsOf = (id: string, reason: Reason, words: readonly string[]): readonly Text[] => {
  const asked = new Set<string>()
  const base = BASE[id] ?? {}
  const general = textOf(reason, base, asked)
  const isChosen = NEEDED.some((name) => asked.has(name)) && !HAS_GENERAL.has(id)
  const texts: Text[] = isChosen ? [] : [general]
  for (const name of CHOOSING.filter((candidate) => asked.has(candidate)))
    for (const word of words) {
      const text = textOf(reason, { ...base, [name]: word })
      const fill = (sentence: string): string => sentence.replaceAll(`<${name}>`, word)
      const verbatim = { message: fill(general.message), remedy: fill(general.remedy) }
      if (!isSame(text, verbatim) && !texts.some((other) => isSame(other, text))) texts.push(text)
    }
  const more = (MORE[id] ?? []).map((given) => textOf(reason, { ...base, ...given }))
  const isWhole = ({ message }: Text): boolean =>
    message.trimStart() === message && !more.some((other) => other.message === message)
  return [...texts.filter(isWhole), ...more]
}
