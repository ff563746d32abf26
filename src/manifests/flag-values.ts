import { UsageError } from '../errors.ts'
import { PRESETS } from '../providers/presets.ts'
import type { Provider } from '../providers/provider.ts'
import type { RawSettings } from '../settings/raw.ts'
import { mergeParts, type Parts } from './merge-values.ts'
import type { ProviderValue } from './values.ts'

/** Flags of `watch` as they were typed; absent ones are undefined. */
type Flags = Readonly<Record<string, string | boolean | string[] | undefined>>

const providerValue = (provider: Provider): ProviderValue => {
  const { allowExec, name, secretKeys, secretNamePattern } = provider
  if (PRESETS[name] === provider) return name
  return { name, secretNamePattern, secretKeys, ...(allowExec ? { allowExec } : {}) }
}

/** Settings, from wherever they were given, as values. */
export const settingsValues = (raw: RawSettings): Parts => {
  const plain = Object.fromEntries(
    Object.entries(raw).map(([key, sourced]) => [key, (sourced as { readonly value: unknown }).value]),
  )
  return {
    ...plain,
    ...(raw.providers ? { providers: raw.providers.value.map(providerValue) } : {}),
    ...(raw.updatesPerMinute ? { updatesPerMinute: Number(raw.updatesPerMinute.value) } : {}),
  }
}

/** Empty and `0` mean that nothing is to listen, to `watch`. */
const address = (value: string): Parts =>
  value === '' || value === '0' ? { enabled: false } : { enabled: true, bindAddress: value }

const number = (flag: string, value: string): number => {
  if (/^\d{1,9}$/.test(value)) return Number(value)
  throw new UsageError(`${flag}: not a number`, `write ${flag}=1`)
}

const dryRun = (mode: string): boolean => {
  if (mode === 'none' || mode === 'client') return mode === 'client'
  throw new UsageError('--dry-run: not one of none, client', 'write --dry-run=client')
}

type Reader = (value: string) => Parts

/** Values that flags of `watch` stand for, beside those of settings. */
const TEXTS: Readonly<Record<string, Reader>> = {
  workers: (value) => ({ workers: number('--workers', value) }),
  'dry-run': (mode) => ({ dryRun: dryRun(mode) }),
  'leader-election-id': (id) => ({ leaderElection: { id } }),
  'health-probe-bind-address': (value) => ({ probes: address(value) }),
  'metrics-bind-address': (value) => ({ metrics: address(value) }),
  'log-format': (logFormat) => ({ logFormat }),
  v: (value) => ({ verbosity: number('-v', value) }),
}

/** Flags of `watch` as values: how the pod runs. */
export const flagValues = (flags: Flags): Parts => {
  const { prune } = flags
  const elects = flags['leader-elect']
  const switches: Parts = {
    ...(typeof prune === 'boolean' ? { prune } : {}),
    ...(typeof elects === 'boolean' ? { leaderElection: { enabled: elects } } : {}),
  }
  return Object.entries(TEXTS).reduce((values, [name, read]) => {
    const typed = flags[name]
    return typeof typed === 'string' ? mergeParts(values, read(typed)) : values
  }, switches)
}
