import type { WorldStep } from './steps.ts'
import type { Place } from './words.ts'

/** A moment of a pass: before its call, or its write, of this number. */
export interface Moment {
  readonly of: 'call' | 'write'
  readonly nth: number
}

export type FaultKind =
  | 'forbidden'
  | 'proxy-404'
  | 'conflict'
  | 'expired'
  | 'busy'
  | 'error'
  | 'timeout'
  | 'reset'
  | 'reset-after'
  | 'timeout-after'
  | 'cut'

export interface Fault extends Moment {
  readonly fault: FaultKind
  /** Calls of that kind in a row that fail. */
  readonly times: number
}

/** A proxy says of namespaces that are there what the API server says of one that is not. */
export interface Hiding {
  readonly places: readonly Place[]
  /** `listed`: it lets through what is in them. `empty`: it hides that too. `listed-later`: in the first reads only. */
  readonly secrets: 'listed' | 'empty' | 'listed-later'
  /** From this read of the pass on; default the first. */
  readonly from?: number
  /** Up to this read of the pass; default the last. */
  readonly until?: number
}

export interface PassPlan {
  readonly faults?: readonly Fault[]
  /** A proxy stands before the hub. */
  readonly hides?: Hiding
  /** The process ends at this moment; `after` the call took effect. */
  readonly dies?: Moment & { readonly after: boolean }
  /** Happens on the hub in the middle of the pass. */
  readonly during?: readonly (Moment & { readonly step: WorldStep })[]
  readonly dryRun?: 'client' | 'server'
  /** `-n`: source namespaces the pass is limited to. */
  readonly only?: readonly Place[]
  /** `--no-prune`. */
  readonly removals?: 'off'
}

/** Nothing is done to the pass, and nobody else is at the hub: it has to come out right. */
export const isClean = ({ faults, dies, during, hides }: PassPlan): boolean =>
  !faults?.length && dies === undefined && !during?.length && hides === undefined

/** Nothing goes wrong with the pass and nobody touches registrations, though namespaces may change under it. */
export const isPeaceful = ({ during = [], ...rest }: PassPlan): boolean =>
  isClean(rest) && during.every(({ step }) => step.do !== 'edit' && step.do !== 'foreign')
