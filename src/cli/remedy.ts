import { shellWord } from '../registering/shell-word.ts'

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

const wordsOf = (flags: Flags, names: readonly string[]): string[] =>
  names.flatMap((name) => {
    const value = flags[name]
    if (value === undefined) return []
    if (typeof value === 'boolean') return [value ? `--${name}` : `--no-${name}`]
    return (typeof value === 'string' ? [value] : value).map((each) => `--${name}=${shellWord(each)}`)
  })

/**
 * Completes the commands in a remedy: pasted, they must reach the hub and mean the registrations that it was said about.
 * @param program the name that was typed: `kubectl registrar` or `argocd registrar`
 */
export const completeRemedy = (flags: Flags, program: string): ((remedy: string) => string) => {
  const connection = wordsOf(flags, CONNECTION)
  const own = [...connection, ...wordsOf(flags, SETTINGS)]
  const insert = (words: readonly string[]): string => words.map((word) => ` ${word}`).join('')
  return (remedy) =>
    remedy.replaceAll(
      /\bkubectl( registrar)? ([a-z-]+)/g,
      (_match, isOwn: string | undefined, verb: string) =>
        isOwn === undefined ? `kubectl${insert(connection)} ${verb}` : `${program} ${verb}${insert(own)}`,
    )
}
