import { UsageError } from '../errors.ts'
import type { DryRun } from '../engine/act.ts'
import type { ConnectionFlags } from '../kube/live/connection.ts'
import { printableName } from '../kubeconfig/printable.ts'
import { parseProvider } from '../providers/parse-provider.ts'
import { parseDuration } from '../settings/duration.ts'
import { at } from '../settings/origin.ts'
import type { RawSettings, Sourced } from '../settings/raw.ts'
import { parseRemovalLimit } from '../settings/resolve.ts'
import type { RemovalLimit } from '../settings/settings.ts'
import { isFalse } from './argv.ts'
import { OUTPUT_FORMATS, type OutputFormat } from './flags.ts'

/** Parsed flags as oclif gives them; an absent one is undefined. */
type Flags<Names extends string> = {
  readonly [Name in Names]?: string | boolean | readonly string[] | undefined
}

const withoutAbsent = <T extends object>(record: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>
  }

export const textOf = (value: string | boolean | readonly string[] | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined

const flag = (value: string | boolean | readonly string[] | undefined): boolean | undefined =>
  typeof value === 'boolean' ? value : undefined

/** A switch that was typed, and not as `--no-NAME`. */
export const isOn = (flags: Flags<string>, name: string): boolean => flags[name] === true

export const list = (
  value: string | boolean | readonly string[] | undefined,
): readonly string[] | undefined => (typeof value === 'object' ? value : undefined)

export const oneOf = <T extends string>(
  name: string,
  value: string | undefined,
  allowed: readonly T[],
  fallback: T,
  proposed: T = fallback,
): T => {
  if (value === undefined) return fallback
  const found = allowed.find((option) => option === value)
  if (found === undefined)
    throw new UsageError(
      `--${name}: "${printableName(value)}" is not one of ${allowed.join(', ')}`,
      `write --${name}=${proposed}`,
    )
  return found
}

/** kubectl takes an empty value for an absent one: scripts pass `--context "$CONTEXT"`. */
const filled = (value: string | boolean | readonly string[] | undefined): string | undefined =>
  textOf(value) || undefined

export const connectionOf = (flags: Flags<string>): ConnectionFlags => {
  const timeout = filled(flags['request-timeout'])
  // kubectl takes a bare number as seconds.
  const milliseconds =
    timeout === undefined ? undefined : parseDuration(/^\d+$/.test(timeout) ? `${timeout}s` : timeout)
  if (timeout !== undefined && (milliseconds === undefined || milliseconds < 0))
    throw new UsageError(
      `--request-timeout: "${printableName(timeout)}" is not a duration`,
      'write --request-timeout=30s, or 0 for no limit',
    )
  return withoutAbsent({
    kubeconfig: filled(flags['kubeconfig']),
    context: filled(flags['context']),
    cluster: filled(flags['cluster']),
    user: filled(flags['user']),
    server: filled(flags['server']),
    token: filled(flags['token']),
    as: filled(flags['as']),
    asGroups: list(flags['as-group'])?.filter((group) => group !== ''),
    asUid: filled(flags['as-uid']),
    certificateAuthority: filled(flags['certificate-authority']),
    clientCertificate: filled(flags['client-certificate']),
    clientKey: filled(flags['client-key']),
    insecureSkipTlsVerify: flag(flags['insecure-skip-tls-verify']),
    tlsServerName: filled(flags['tls-server-name']),
    requestTimeout: milliseconds,
  })
}

const sourced = <T>(name: string, value: T | undefined): Sourced<T> | undefined =>
  value === undefined ? undefined : { value, origin: `--${name}` }

/** What was typed of the settings. */
export const typedSettings = (flags: Flags<string>): RawSettings =>
  withoutAbsent({
    targetNamespace: sourced('target-namespace', textOf(flags['target-namespace'])),
    labelPrefix: sourced('label-prefix', textOf(flags['label-prefix'])),
    managedBy: sourced('managed-by', textOf(flags['managed-by'])),
    providers: sourced(
      'provider',
      list(flags['provider'])?.map((spec) => at('--provider', () => parseProvider(spec))),
    ),
    execCredentials: sourced('exec-credentials', flag(flags['exec-credentials'])),
    demotedTTL: sourced('demoted-ttl', textOf(flags['demoted-ttl'])),
    maxRemovals: sourced('max-removals', textOf(flags['max-removals'])),
    interval: sourced('interval', textOf(flags['interval'])),
  })

export interface OutputOptions {
  readonly format: OutputFormat
  readonly headers: boolean
  readonly color: 'auto' | 'always' | 'never'
  readonly redact: boolean
  readonly exitZero: boolean
  readonly verbosity: number
}

export const outputOf = (flags: Flags<string>): OutputOptions => {
  const verbosity = textOf(flags['v']) ?? '0'
  if (!/^\d$/.test(verbosity))
    throw new UsageError(`-v: "${printableName(verbosity)}" is not a number from 0 to 9`, 'write -v=6')
  return {
    format: oneOf('output', textOf(flags['output']), OUTPUT_FORMATS, 'table'),
    headers: flag(flags['headers']) ?? true,
    color: oneOf('color', textOf(flags['color']), ['auto', 'always', 'never'], 'auto'),
    redact: flag(flags['redact']) ?? false,
    exitZero: flag(flags['exit-zero']) ?? false,
    verbosity: Number(verbosity),
  }
}

/** Who mistypes it wants a dry run, so that none is never what is proposed. */
export const dryRunOf = (flags: Flags<string>): DryRun => {
  const typed = textOf(flags['dry-run'])
  if (typed !== undefined && isFalse(typed))
    throw new UsageError(
      `--dry-run: "${typed}" is not one of none, client, server`,
      'leave it out to have it done, or write --dry-run=none',
    )
  return oneOf('dry-run', typed, ['none', 'client', 'server'], 'none', 'client')
}

/** How many removals a person lets go over the brake. */
export const releaseOf = (typed: string | undefined): RemovalLimit | undefined => {
  if (typed === undefined) return undefined
  const limit = parseRemovalLimit(typed)
  if (limit) return limit
  throw new UsageError(
    `--max-removals: "${printableName(typed)}" is neither a number nor a percentage`,
    'write --max-removals 5 or --max-removals 50%',
  )
}
