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

/** What the environment says of the settings: `REGISTRAR_` and the flag's name; an empty or blank variable counts as unset. */
export const readEnvironment = (env: Readonly<Record<string, string | undefined>>): RawSettings => {
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
