import type { Params } from '../../kubeconfig/translation.ts'
import type { Settings } from '../../settings/settings.ts'
import type { Desired, HeldReason, Note } from '../decision.ts'
import { hasDemotionLabel, HELD, keysUnder, registrationKey, type Keys } from '../keys.ts'
import type { RegistrationDigest, Snapshot } from '../snapshot.ts'
import { VisibleIndex } from './visible-index.ts'

/** Registrations that a person named, by Secret name, and what is to become of them. */
export interface Ask {
  readonly verb: 'demote' | 'revert' | 'prune'
  readonly secrets: ReadonlySet<string>
}

/** Why removals are only decided. */
export interface Hold {
  readonly reason: HeldReason
  /** What its note says of it, beside what is held. */
  readonly params: Params
}

export const REMOVALS_OFF: Hold = {
  reason: 'removals-off',
  params: { remedy: 'kubectl registrar sync' },
}

const RENAMES_HELD: Hold = {
  reason: 'removals-off',
  params: { remedy: 'set renames: apply, or give the namespace its former name again' },
}

/** @param desired what would be written; only looked at where it matters */
type IsContested = (secret: string, desired: () => Desired) => boolean

/** What a plan is made with, beside the snapshot, the settings and the time. */
export interface PlanInputs {
  /** Source namespaces that are acted on; what others give up is not free. Absent = all. */
  readonly scope?: ReadonlySet<string>
  /** Why removals and hides are only decided; absent where they are carried out. */
  readonly hold?: Hold
  readonly ask?: Ask
  /** True where a registration has been put right so often that somebody else must be undoing it. Default: never. */
  readonly isContested?: IsContested
}

/** What every step of a plan reads. */
export interface PlanContext {
  readonly snapshot: Snapshot
  readonly settings: Settings
  readonly keys: Keys
  /** Milliseconds since the epoch. */
  readonly now: number
  readonly visible: VisibleIndex
  /** Undefined = all. */
  readonly scope: ReadonlySet<string> | undefined
  /** Why removals are only decided; undefined where they are carried out. */
  readonly held: Hold | undefined
  readonly ask: Ask | undefined
  readonly isContested: IsContested
}

export const planContext = (
  snapshot: Snapshot,
  settings: Settings,
  now: number,
  { scope, hold, ask, isContested = () => false }: PlanInputs = {},
): PlanContext => ({
  snapshot,
  settings,
  keys: keysUnder(settings.labelPrefix),
  now,
  visible: new VisibleIndex(snapshot.registrations.values()),
  scope,
  held: hold,
  ask,
  isContested,
})

export const isInScope = ({ scope }: PlanContext, namespace: string): boolean =>
  scope === undefined || scope.has(namespace)

/** Why a rename is only decided; undefined where it is carried out. */
export const renameHeld = ({ held, settings }: PlanContext): Hold | undefined =>
  held ?? (settings.renames === 'hold' ? RENAMES_HELD : undefined)

/** What a person asked for this registration, by name. */
export const askedFor = ({ ask }: PlanContext, { name }: RegistrationDigest): Ask['verb'] | undefined =>
  ask?.secrets.has(name) ? ask.verb : undefined

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

/** Hidden by hand and to stay so. The marker of one that became visible again no longer counts (decisions.md §4). */
export const isHeld = (context: PlanContext, registration: RegistrationDigest): boolean =>
  !registration.visible &&
  registration.annotations[HELD] !== undefined &&
  askedFor(context, registration) !== 'revert'

/** Hidden by hand, and asked to be shown again. */
export const isHoldLifted = (context: PlanContext, registration: RegistrationDigest): boolean =>
  !registration.visible &&
  registration.annotations[HELD] !== undefined &&
  askedFor(context, registration) === 'revert'

export const idOf = ({ settings }: PlanContext, secret: string): string =>
  registrationKey(settings.targetNamespace, secret)

/** The Secret of this name in the target namespace; undefined where there is none. */
export const registrationAt = (context: PlanContext, secret: string): RegistrationDigest | undefined =>
  context.snapshot.registrations.get(idOf(context, secret))

/** Says what is decided and not done. */
export const holdNotes = (hold: Hold | undefined, what: string): readonly Note[] =>
  hold === undefined ? [] : [{ reason: hold.reason, params: { ...hold.params, what } }]
