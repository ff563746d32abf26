import { execFirst } from '../../providers/better-order.ts'
import { formatProvider } from '../../providers/format-provider.ts'
import { isConfigured } from '../../providers/imported.ts'
import { PRESETS } from '../../providers/presets.ts'
import { shellWord } from '../../registering/shell-word.ts'
import { secretNameFor } from '../keys.ts'
import type { Desired, Rest } from '../decision.ts'
import type { NamespaceDigest, RegistrationDigest } from '../snapshot.ts'
import { claimOf, type Claim, type Source } from './claims.ts'
import { isHeld, isOurs, registrationAt, sourceNamespaceOf, type PlanContext } from './context.ts'
import { desiredState, difference, isDifferent } from './desired.ts'
import { ownership } from './holders.ts'
import { keep } from './standing.ts'

/** A source namespace with what it claims and what is recorded against it. */
export interface Group {
  readonly namespace: NamespaceDigest
  readonly claim: Claim
  /** The registration at the claimed name, whoever it is of. */
  readonly target: RegistrationDigest | undefined
  /** Registrations of this namespace under other names. */
  readonly others: readonly RegistrationDigest[]
}

const byNamespace = (context: PlanContext): ReadonlyMap<string, readonly RegistrationDigest[]> => {
  const found = new Map<string, RegistrationDigest[]>()
  for (const registration of context.snapshot.registrations.values()) {
    const namespace = sourceNamespaceOf(context, registration)
    if (namespace === '') continue
    const list = found.get(namespace)
    if (list) list.push(registration)
    else found.set(namespace, [registration])
  }
  return found
}

/** Every source namespace that is not on its way out. */
export const groupsOf = (context: PlanContext): Group[] => {
  const { namespaces } = context.snapshot
  const recorded = byNamespace(context)
  return [...namespaces.values()]
    .filter(({ managed, terminating }) => managed && !terminating)
    .map((namespace) => {
      const claim = claimOf(context, namespace)
      const target = claim.secret === '' ? undefined : registrationAt(context, claim.secret)
      const others = (recorded.get(namespace.name) ?? []).filter(({ name }) => name !== claim.secret)
      return { namespace, claim, target, others }
    })
}

/** The registration at the claimed name, where it is this namespace's own. */
export const ownTarget = (
  context: PlanContext,
  { target, namespace }: Group,
): RegistrationDigest | undefined =>
  target && isOurs(context, target) && sourceNamespaceOf(context, target) === namespace.name
    ? target
    : undefined

/** The cluster name a registration's Secret stands for. */
export const recordedName = (registration: RegistrationDigest): string =>
  registration.name.slice(secretNameFor('').length)

/** The namespace was deleted and made anew since the registration was written. */
export const uidDiffers = (
  { keys }: PlanContext,
  namespace: NamespaceDigest,
  registration: RegistrationDigest,
): boolean => {
  const recorded = registration.labels[keys.sourceNamespaceUid]
  return Boolean(recorded) && namespace.uid !== undefined && recorded !== namespace.uid
}

/** What a registration would be refreshed to. */
interface Refresh {
  readonly namespace: NamespaceDigest
  readonly cluster: string
  readonly source: Source
}

/** Why it can't be refreshed to that, though it may be: it is immutable, or somebody undoes each write. */
const deadlock = (
  context: PlanContext,
  registration: RegistrationDigest,
  { namespace, cluster, source }: Refresh,
): Rest | undefined => {
  const desired = (): Desired => desiredState(context, namespace, cluster, source, registration).desired
  if (registration.immutable && difference(context, registration, desired()).data.length > 0)
    return keep(context, registration, 'registration-immutable')
  return context.isContested(registration.name, desired) && isDifferent(context, registration, desired())
    ? keep(context, registration, 'contested-write', { managers: registration.managers.join(', ') })
    : undefined
}

/** Why a registration must be left alone whatever its source says, or can't become that; undefined where it can. */
export const hindrance = (
  context: PlanContext,
  registration: RegistrationDigest,
  refresh: Refresh | undefined,
): Rest | undefined => {
  const { settings } = context
  if (registration.terminating) return keep(context, registration, 'removal-pending')
  if (isHeld(context, registration)) return keep(context, registration, 'held')
  const other = settings.providersChosen ? undefined : otherSettings(context, registration)
  return other ?? (refresh && deadlock(context, registration, refresh))
}

/** Why the registration at the claimed name must be left alone, where it is the namespace's own or free to adopt. */
export const hinderedTarget = (context: PlanContext, group: Group): Rest | undefined => {
  const { claim, namespace, target } = group
  if (!target) return undefined
  const isFree = sourceNamespaceOf(context, target) === '' && ownership(context, claim, target) === undefined
  if (!ownTarget(context, group) && !isFree) return undefined
  const { cluster, source } = claim
  return hindrance(context, target, source && { namespace, cluster, source })
}

interface TypedProvider {
  readonly spec: string
  readonly allowExec: boolean
}

/** A provider as it has to be typed. Of one that is no preset, only the name is recorded. */
const typedProvider = (name: string): TypedProvider => {
  const preset = PRESETS[name]
  return { spec: preset ? name : `${name}=PATTERN=KEY`, allowExec: preset?.allowExec === true }
}

/** The registration came through a provider that is not configured here, so its source can't be judged. */
export const otherSettings = (context: PlanContext, registration: RegistrationDigest): Rest | undefined => {
  const { keys, settings, snapshot } = context
  const provider = registration.labels[keys.provider]
  if (provider === undefined || isConfigured(settings.providers, provider)) return undefined
  const used = [...snapshot.registrations.values()].flatMap((other) =>
    isOurs(context, other) ? (other.labels[keys.provider] ?? []) : [],
  )
  const others = new Set(used.filter((name) => !isConfigured(settings.providers, name)).toSorted())
  const all = execFirst([
    ...settings.providers.map((one): TypedProvider => {
      return { spec: shellWord(formatProvider(one)), allowExec: one.allowExec }
    }),
    ...[...others].map(typedProvider),
  ])
  const providers = [
    ...all.map(({ spec }) => `--provider ${spec}`),
    ...(all.some(({ allowExec }) => allowExec) ? ['--exec-credentials'] : []),
  ].join(' ')
  return keep(context, registration, 'other-settings', { provider, providers })
}
