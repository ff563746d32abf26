import { UsageError } from '../errors.ts'
import { parseProvider } from '../providers/parse-provider.ts'
import { at } from './origin.ts'
import type { RawSettings, Sourced } from './raw.ts'

const words = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '')

const parseBoolean = (text: string, name: string): boolean => {
  if (['1', 't', 'T', 'true', 'TRUE', 'True'].includes(text)) return true
  if (['0', 'f', 'F', 'false', 'FALSE', 'False'].includes(text)) return false
  throw new UsageError(
    `${name}: "${text}" is neither true nor false`,
    `set ${name} to true or false, or unset it`,
  )
}

const KNOWN: readonly string[] = [
  'CONFIG',
  'DEMOTED_TTL',
  'EXEC_CREDENTIALS',
  'FILENAME',
  'INTERVAL',
  'LABEL_PREFIX',
  'MANAGED_BY',
  'MAX_REMOVALS',
  'NAMESPACE',
  'PROVIDER',
  'TARGET_NAMESPACE',
].map((name) => `REGISTRAR_${name}`)

/** What the kubelet sets in every pod beside a Service that is called `registrar`. */
const SERVICE_LINK = /^REGISTRAR_(?:[A-Z0-9_]+_)?(?:SERVICE_(?:HOST|PORT)|PORT)(?:_|$)/

/** A misspelt variable would be a setting that is not in force, such as a dry run that writes. */
const refuseUnknown = (env: Readonly<Record<string, string | undefined>>): void => {
  const unknown = Object.keys(env).find(
    (name) => name.startsWith('REGISTRAR_') && !KNOWN.includes(name) && !SERVICE_LINK.test(name),
  )
  if (unknown !== undefined)
    throw new UsageError(`${unknown}: there is no such setting`, `unset it; there are ${KNOWN.join(', ')}`)
}

/** What the environment says of the settings: `REGISTRAR_` and the flag's name; an empty or blank variable counts as unset. */
export const readEnvironment = (env: Readonly<Record<string, string | undefined>>): RawSettings => {
  refuseUnknown(env)
  const read = <T>(name: string, parse: (text: string, name: string) => T): Sourced<T> | undefined => {
    const text = env[name]
    return text?.trim() ? { value: parse(text, name), origin: name } : undefined
  }
  const text = (value: string): string => value
  const found: { -readonly [Key in keyof RawSettings]: RawSettings[Key] | undefined } = {
    targetNamespace: read('REGISTRAR_TARGET_NAMESPACE', text),
    labelPrefix: read('REGISTRAR_LABEL_PREFIX', text),
    managedBy: read('REGISTRAR_MANAGED_BY', text),
    providers: read('REGISTRAR_PROVIDER', (value, name) => at(name, () => words(value).map(parseProvider))),
    execCredentials: read('REGISTRAR_EXEC_CREDENTIALS', parseBoolean),
    demotedTTL: read('REGISTRAR_DEMOTED_TTL', text),
    maxRemovals: read('REGISTRAR_MAX_REMOVALS', text),
    interval: read('REGISTRAR_INTERVAL', text),
  }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
}

/** The remaining variables, which name inputs rather than settings. */
export const readInputs = (
  env: Readonly<Record<string, string | undefined>>,
): {
  readonly config?: string
  readonly namespaces: readonly string[]
  readonly filenames: readonly string[]
} => ({
  ...(env['REGISTRAR_CONFIG'] ? { config: env['REGISTRAR_CONFIG'] } : {}),
  namespaces: words(env['REGISTRAR_NAMESPACE'] ?? ''),
  filenames: words(env['REGISTRAR_FILENAME'] ?? ''),
})
