import { UsageError } from '../errors.ts'
import { isDnsLabel, isLabelValue } from '../kube/names.ts'
import { parseProvider } from '../providers/parse-provider.ts'
import { validateProviders } from '../providers/validate-providers.ts'
import { parseDuration } from './duration.ts'
import { foreignPrefixFault, labelPrefixFault } from './label-prefix.ts'
import { at } from './origin.ts'
import type { RawSettings, Sourced } from './raw.ts'
import { DEFAULTS, RENAMES, type RemovalLimit, type Renames, type Settings } from './settings.ts'

const refuse = (origin: string, fault: string, remedy: string): never => {
  throw new UsageError(`${origin}: ${fault}`, remedy)
}

const HOUR = 3_600_000

const duration = (
  raw: Sourced<string> | undefined,
  fallback: string,
  legal: (milliseconds: number) => boolean,
  rule: string,
  options?: { readonly days: boolean },
): number => {
  const { value, origin } = raw ?? { value: fallback, origin: 'default' }
  const milliseconds = parseDuration(value, options)
  if (milliseconds === undefined || !legal(milliseconds))
    return refuse(origin, `"${value}" is not ${rule}`, durationRemedy(value, options?.days ?? false))
  return milliseconds
}

/** Days are the one mistake whose right form is known. */
const durationRemedy = (value: string, days: boolean): string => {
  const inDays = days ? undefined : parseDuration(value, { days: true })
  return inDays !== undefined && inDays > 0 && inDays % HOUR === 0
    ? `write it in hours: ${inDays / HOUR}h`
    : `write a duration such as 60s, 12h or ${days ? '30d' : '720h'}`
}

/** `3` or `50%`; undefined for anything else. */
export const parseRemovalLimit = (text: string): RemovalLimit | undefined => {
  const [, digits, percent] = /^(\d{1,9})(%?)$/.exec(text) ?? []
  if (digits === undefined) return undefined
  if (!percent) return { count: Number(digits) }
  return Number(digits) <= 100 ? { percent: Number(digits) } : undefined
}

const removalLimit = (raw: Sourced<string> | undefined): RemovalLimit | undefined => {
  if (!raw) return undefined
  return (
    parseRemovalLimit(raw.value) ??
    refuse(
      raw.origin,
      `"${raw.value}" is neither a number nor a percentage`,
      `write ${given(raw.origin, '5')} or ${given(raw.origin, '50%')}`,
    )
  )
}

/** A value as it is written where it was given: after a flag, in a variable, or in a file. */
const given = (origin: string, value: string): string => {
  if (origin.startsWith('--')) return `${origin} ${value}`
  return /^[A-Z_]+$/.test(origin) ? `${origin}=${value}` : value
}

const countOf = (raw: Sourced<string> | undefined): number => {
  if (!raw) return DEFAULTS.updatesPerMinute
  return /^\d{1,6}$/.test(raw.value)
    ? Number(raw.value)
    : refuse(raw.origin, `"${raw.value}" is not a number of 0 or more`, 'write 60, or 0 for no limit')
}

const renamesOf = (raw: Sourced<string> | undefined): Renames => {
  if (!raw) return DEFAULTS.renames
  return (
    RENAMES.find((value) => value === raw.value) ??
    refuse(raw.origin, `"${raw.value}" is not one of ${RENAMES.join(', ')}`, 'write apply or hold')
  )
}

/** The default brake is the larger of 3 and 50 %; what is over 3, or over 50 %, may be looser on some hub. */
export const mayBeLooser = (raw: Sourced<string> | undefined): boolean => {
  const limit = raw && parseRemovalLimit(raw.value)
  return limit !== undefined && ('count' in limit ? limit.count > 3 : limit.percent > 50)
}

/** Merges sources, the first given wins: flags, then environment, then file, then the hub's ConfigMap. */
export const mergeRaw = (...sources: readonly RawSettings[]): RawSettings =>
  Object.assign({}, ...sources.toReversed()) as RawSettings

/** What may be taken from the controller's ConfigMap: never another target namespace, never a looser brake. */
export const restrictDiscovered = (raw: RawSettings): RawSettings => {
  const isTaken = ([key]: readonly [string, unknown]): boolean =>
    key !== 'targetNamespace' && (key !== 'maxRemovals' || !mayBeLooser(raw.maxRemovals))
  return Object.fromEntries(Object.entries(raw).filter(isTaken))
}

/**
 * Checks merged values in the order of behaviour.md §1d; only the first fault is reported.
 * @throws UsageError naming the flag, variable or line it was given in.
 */
export const resolveSettings = (raw: RawSettings, namespaces: readonly string[] = []): Settings => {
  const interval = duration(raw.interval, DEFAULTS.interval, (ms) => ms > 0, 'a positive duration')

  const target = raw.targetNamespace ?? { value: DEFAULTS.targetNamespace, origin: 'default' }
  if (!isDnsLabel(target.value))
    refuse(
      target.origin,
      `"${target.value}" is not the name of a namespace`,
      'name the namespace Argo CD runs in, such as argocd',
    )

  const owner = raw.managedBy ?? { value: DEFAULTS.managedBy, origin: 'default' }
  if (owner.value === '' || !isLabelValue(owner.value))
    refuse(
      owner.origin,
      `"${owner.value}" is not a label value`,
      'use at most 63 letters, digits, - _ and ., beginning and ending with a letter or digit',
    )

  const providers = raw.providers?.value ?? DEFAULTS.providers.map(parseProvider)
  at(raw.providers?.origin ?? 'default', () => {
    validateProviders(providers)
  })

  const prefix = raw.labelPrefix ?? { value: DEFAULTS.labelPrefix, origin: 'default' }
  const prefixRemedy = `leave it out for ${DEFAULTS.labelPrefix}, or use a domain of your own, ending in /`
  const foreign = foreignPrefixFault(prefix.value)
  if (foreign) refuse(prefix.origin, foreign, prefixRemedy)
  const demotedTtl = duration(raw.demotedTTL, DEFAULTS.demotedTTL, (ms) => ms >= 0, 'a duration of 0 or more')
  const fault = labelPrefixFault(prefix.value)
  if (fault) refuse(prefix.origin, fault, prefixRemedy)

  for (const namespace of namespaces)
    if (!isDnsLabel(namespace))
      refuse(
        '--namespace',
        `"${namespace}" is not the name of a namespace`,
        'name a source namespace of the hub',
      )

  return {
    targetNamespace: target.value,
    targetNamespaceChosen: raw.targetNamespace !== undefined,
    labelPrefix: prefix.value,
    managedBy: owner.value,
    providers,
    providersChosen: raw.providers !== undefined,
    execCredentials: raw.execCredentials?.value ?? false,
    execHosts: raw.execHosts?.value ?? [],
    execProxies: raw.execProxies?.value ?? [],
    demotedTtl,
    maxRemovals: removalLimit(raw.maxRemovals),
    interval,
    updatesPerMinute: countOf(raw.updatesPerMinute),
    uidGrace: duration(raw.uidGrace, DEFAULTS.uidGrace, (ms) => ms >= 0, 'a duration of 0 or more', {
      days: true,
    }),
    renames: renamesOf(raw.renames),
    namespaces,
  }
}
