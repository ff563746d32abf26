import { formatProvider } from '../../providers/format-provider.ts'
import { IMPORT_PROVIDER, isConfigured } from '../../providers/imported.ts'
import { secretNameFor } from '../keys.ts'
import type { Rest } from '../decision.ts'
import type { NamespaceDigest, RegistrationDigest } from '../snapshot.ts'
import { claimOf, type Claim } from './claims.ts'
import { isHeld, isOurs, registrationAt, sourceNamespaceOf, type PlanContext } from './context.ts'
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

/** Why a registration must be left alone whatever its source says; undefined where it need not. */
export const hindrance = (context: PlanContext, registration: RegistrationDigest): Rest | undefined => {
  const { settings } = context
  if (registration.terminating) return keep(context, registration, 'removal-pending')
  if (isHeld(context, registration)) return keep(context, registration, 'held')
  return settings.providersChosen ? undefined : otherSettings(context, registration)
}

/** The registration came through a provider that is not configured here, so its source can't be judged. */
export const otherSettings = (context: PlanContext, registration: RegistrationDigest): Rest | undefined => {
  const { keys, settings, snapshot } = context
  const provider = registration.labels[keys.provider]
  if (provider === undefined || isConfigured(settings.providers, provider)) return undefined
  const used = [...snapshot.registrations.values()].flatMap((other) =>
    isOurs(context, other) ? (other.labels[keys.provider] ?? []) : [],
  )
  const typed = used.filter((name) => name !== IMPORT_PROVIDER.name)
  const names = new Set([...settings.providers.map(formatProvider), ...typed.toSorted()])
  const providers = [...names].map((name) => `--provider ${name}`).join(' ')
  return keep(context, registration, 'other-settings', { provider, providers })
}
