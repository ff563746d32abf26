import type { Settings } from '../../settings/settings.ts'
import { hasDemotionLabel, HELD, keysUnder, registrationKey, type Keys } from '../keys.ts'
import type { RegistrationDigest, Snapshot } from '../snapshot.ts'
import { VisibleIndex } from './visible-index.ts'

/** What every step of a plan reads. */
export interface PlanContext {
  readonly snapshot: Snapshot
  readonly settings: Settings
  readonly keys: Keys
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly visible: VisibleIndex
}

export const planContext = (snapshot: Snapshot, settings: Settings, now: number): PlanContext => ({
  snapshot,
  settings,
  keys: keysUnder(settings.labelPrefix),
  now,
  visible: new VisibleIndex(snapshot.registrations.values()),
})

/** Carries our ownership label and is, or was, a cluster Secret of our name form (C10.39). */
export const isOurs = ({ keys, settings }: PlanContext, registration: RegistrationDigest): boolean =>
  registration.labels[keys.managedBy] === settings.managedBy &&
  registration.clusterLike &&
  registration.name.startsWith('cluster-')

/** The source namespace an owned registration records; empty where it records none. On Secrets that are not ours the
 *  label is not trusted (C10.35). */
export const sourceNamespaceOf = (context: PlanContext, registration: RegistrationDigest): string =>
  isOurs(context, registration) ? (registration.labels[context.keys.sourceNamespace] ?? '') : ''

/** Hidden on purpose, rather than for want of the label that makes it a cluster. */
export const isDemoted = ({ keys }: PlanContext, { labels, visible }: RegistrationDigest): boolean =>
  !visible && hasDemotionLabel(keys, labels)

/** The label pins; so does the annotation, which the reference keeps and ignores (C10.44). */
export const isPinned = ({ keys }: PlanContext, { labels, annotations }: RegistrationDigest): boolean =>
  labels[keys.prune] === 'disabled' || annotations[keys.prune] === 'disabled'

export const isHeld = (registration: RegistrationDigest): boolean =>
  registration.annotations[HELD] !== undefined

export const idOf = ({ settings }: PlanContext, secret: string): string =>
  registrationKey(settings.targetNamespace, secret)

/** The Secret of this name in the target namespace; undefined where there is none. */
export const registrationAt = (context: PlanContext, secret: string): RegistrationDigest | undefined =>
  context.snapshot.registrations.get(idOf(context, secret))
