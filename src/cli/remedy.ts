import { shellWord } from '../registering/shell-word.ts'

/** Makes the commands in a remedy fit to be pasted. @param order providers in place of those that were typed */
export type Completed = (remedy: string, order?: readonly string[]) => string

type Flags = Readonly<Record<string, string | boolean | readonly string[] | undefined>>

/** Which hub a command speaks to, and as whom. Credentials are left out: they are not repeated on the screen. */
const CONNECTION = [
  'kubeconfig',
  'context',
  'cluster',
  'user',
  'server',
  'as',
  'as-group',
  'as-uid',
  'certificate-authority',
  'insecure-skip-tls-verify',
  'tls-server-name',
]

/** What decides which registrations are ours, and what is read. */
const SETTINGS = [
  'target-namespace',
  'label-prefix',
  'managed-by',
  'provider',
  'exec-credentials',
  'config',
  'discover-config',
  'settings-from',
]

/** Manifests instead of a hub, and the verbs that take them. */
const MANIFESTS = ['filename', 'recursive']
const READ_MANIFESTS: ReadonlySet<string> = new Set(['sync', 'list', 'get', 'explain', 'doctor'])

interface Typed {
  readonly name: string
  readonly words: readonly string[]
}

const typedOf = (flags: Flags, names: readonly string[]): Typed[] =>
  names.flatMap((name) => {
    const value = flags[name]
    if (value === undefined) return []
    if (typeof value === 'boolean') return [{ name, words: [value ? `--${name}` : `--no-${name}`] }]
    const values = typeof value === 'string' ? [value] : value
    return [{ name, words: values.map((each) => `--${name}=${shellWord(each)}`) }]
  })

/** What a command of a remedy brings of its own goes before what was typed. */
const insert = (typed: readonly Typed[], rest: string): string =>
  typed
    .filter(({ name }) => !new RegExp(String.raw`(?:^| )--(?:no-)?${name}(?![\w-])`).test(rest))
    .flatMap(({ words }) => words.map((word) => ` ${word}`))
    .join('')

/** The rest of a command, up to what ends one in a sentence. */
const restOf = (remedy: string, start: number): string => remedy.slice(start).split(/[;`()\n]|, /, 1)[0] ?? ''

/**
 * Completes the commands in a remedy: pasted, they must reach the hub and mean the registrations that it was said about.
 * @param program the name that was typed: `kubectl registrar` or `argocd registrar`
 */
const completeWith = (flags: Flags, program: string): ((remedy: string) => string) => {
  const connection = typedOf(flags, CONNECTION)
  const own = [...connection, ...typedOf(flags, SETTINGS)]
  // What was piped in is read, and can't be read again.
  const isPiped = [flags['filename'] ?? []].flat().includes('-')
  const manifests = isPiped ? [] : typedOf(flags, MANIFESTS)
  return (remedy) =>
    remedy.replaceAll(
      /\bkubectl( registrar)? ([a-z-]+)/g,
      (match, isOwn: string | undefined, verb: string, start: number) => {
        // `kubectl config` reads a file of another machine: the hub's flags would lead it elsewhere.
        if (isOwn === undefined && verb === 'config') return match
        const rest = restOf(remedy, start + match.length)
        return isOwn === undefined
          ? `kubectl${insert(connection, rest)} ${verb}`
          : `${program} ${verb}${insert(READ_MANIFESTS.has(verb) ? [...manifests, ...own] : own, rest)}`
      },
    )
}

/** The same, where another order of providers may be better than the one that was typed. */
export const completeRemedy = (flags: Flags, program: string): Completed => {
  const typed = completeWith(flags, program)
  return (remedy, order) =>
    order === undefined ? typed(remedy) : completeWith({ ...flags, provider: order }, program)(remedy)
}
