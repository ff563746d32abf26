import type { Params, UnusableCause } from '../kubeconfig/translation.ts'
import type { Affects } from './affects.ts'
import type { ReasonId, WarningId } from './reasons/index.ts'

/** A registration is made, changed or removed by these; each has a result. */
export type WriteAction = 'register' | 'update' | 'adopt' | 'restore' | 'demote' | 'prune'
/** Nothing is written for these. */
export type RestAction = 'unchanged' | 'keep' | 'wait' | 'refuse'
export type Action = WriteAction | RestAction

/** In the order of the report's summary. */
export const ACTIONS: readonly Action[] = [
  'register',
  'update',
  'adopt',
  'unchanged',
  'restore',
  'demote',
  'prune',
  'keep',
  'wait',
  'refuse',
]

/**
 * - `planned`: this is a dry run, nothing persists (with `server`, the hub has admitted it) · `done`: written
 * - `held`: decided, and not done on purpose · `stood-down`: the hub had moved on, nothing was written
 * - `failed`: the write was tried and its failure is in the warnings
 */
export type Result = 'planned' | 'done' | 'held' | 'stood-down' | 'failed'

export interface Note {
  readonly reason: WarningId
  readonly params: Params
}

/** One possible source, in rank order. `rejected` says why it lost; absent on the winner. */
export interface TrailEntry {
  readonly secret: string
  /** Absent where the Secret has none of the provider's keys. */
  readonly key?: string
  readonly provider: string
  readonly score: number
  readonly rejected?: { readonly cause: RejectedCause; readonly params: Params }
}

export type RejectedCause =
  UnusableCause | 'source-empty' | 'key-missing' | 'credential-expired' | 'outranked'

/** The object that was decided on; absent fields are not known (manifests). */
export interface Base {
  readonly uid?: string
  readonly resourceVersion?: string
}

/** What has to hold at the moment of writing; act proves it on the hub or stands down. */
export type Precondition =
  | { readonly kind: 'absent' }
  | { readonly kind: 'unchanged'; readonly base: Base }
  | {
      readonly kind: 'namespace-gone'
      readonly namespace: string
      readonly base: Base
      /** A person asked for this one by name: that its Secrets may not be listed is then no obstacle. */
      readonly asked?: true
    }

/** A registration as it should stand, but for the credential, which stays outside of decisions. */
export interface Desired {
  readonly clusterName: string
  readonly server: string
  readonly configDigest: string
  readonly configSize: number
  /** Key of the config text in the pass's credentials; absent where the stored text already says the same. */
  readonly credential?: string
  /** The complete labels under the prefix, and secret-type. */
  readonly labels: Readonly<Record<string, string>>
  /** The complete annotations under the prefix. */
  readonly annotations: Readonly<Record<string, string>>
}

export interface Change {
  /** `data.server`, `metadata.labels[…]` … */
  readonly path: string
  readonly from?: string
  readonly to?: string
}

interface Common {
  /** The registrationKey, or for a claim without a registration the claimKey. Unique in a plan. */
  readonly id: string
  readonly cluster?: string
  readonly namespace?: string
  /** Name of the registration's Secret, existing or wanted; empty where no name can be formed. */
  readonly secret: string
  readonly provider?: string
  readonly source?: { readonly secret: string; readonly key: string }
  readonly server?: string
  readonly reason: ReasonId
  readonly params: Params
  readonly warnings: readonly Note[]
  readonly trail: readonly TrailEntry[]
}

export interface Rest extends Common {
  readonly action: RestAction
  /** What stands in its way goes by this very plan: to be looked at once more when that is done. */
  readonly deferred?: true
}

/** Writes the desired state: POST where the precondition is `absent`, PUT otherwise. */
export interface Write extends Common {
  readonly action: 'register' | 'update' | 'adopt' | 'restore'
  readonly precondition: Extract<Precondition, { kind: 'absent' | 'unchanged' }>
  readonly desired: Desired
  readonly changes: readonly Change[]
  /** Decisions that must be done first, by id: their names or addresses are taken over. */
  readonly after: readonly string[]
  /** Decided, but not to be done: the other half of its unit is held. */
  readonly held?: HeldReason
}

/** What a demotion writes on the registration. */
export interface Mark {
  /** `YYYYMMDDTHHMMSSZ` (C6.36). */
  readonly since: string
  /** Secret of the registration that takes its place; absent where none does, or its name is no label value (C6.38). */
  readonly successor?: string
  /** By hand: it stays hidden until it is reverted. */
  readonly hold: boolean
}

interface RemovalCommon extends Common {
  /** Decisions that must be done first, by id. */
  readonly after: readonly string[]
  /** Decided, and not to be done. */
  readonly held?: HeldReason
  /** What of Argo CD's it touches; absent where that was not looked at (manifests). */
  readonly affects?: Affects
}

/** Hides a registration from Argo CD; it can be reverted. */
export interface Demotion extends RemovalCommon {
  readonly action: 'demote'
  readonly precondition: Extract<Precondition, { kind: 'unchanged' }>
  readonly mark: Mark
  readonly changes: readonly Change[]
}

/** Deletes a registration. */
export interface Pruning extends RemovalCommon {
  readonly action: 'prune'
  readonly precondition: Extract<Precondition, { kind: 'unchanged' | 'namespace-gone' }>
}

export type Removal = Demotion | Pruning

/** `removals-off`: not wanted now (`--no-prune`, `renames: hold`) · `removal-held`: the brake. */
export type HeldReason = 'removals-off' | 'removal-held'

export type Decision = Rest | Write | Removal

export const isWrite = (decision: Decision): decision is Write => 'desired' in decision

export const isRemoval = (decision: Decision): decision is Removal =>
  decision.action === 'demote' || decision.action === 'prune'

export interface Outcome {
  readonly decision: Decision
  /** Absent on decisions that write nothing. */
  readonly result?: Result
  /** Notes that arose while writing, beside the decision's own. */
  readonly notes: readonly Note[]
  /** The hub had moved on, or no answer came: the pass looks once more. */
  readonly again?: true
}
