import type { Entry, Hiding } from './entry.ts'
import { humanDuration, untilText } from './human-duration.ts'

/**
 * What a registration is, in one word; of several that hold, the one a person should know first.
 * - `expired`, `expiring`: the credential is over, or will be within EXPIRING
 * - `pinned`: active, and never removed
 * - `held`, `demoted`, `hidden`: Argo CD does not see it
 * - `foreign`: somebody else's cluster Secret
 * - `gone`: it was there while the list was followed
 */
export type State = 'active' | 'pinned' | 'expiring' | 'expired' | Hiding | 'foreign' | 'gone'

/** Milliseconds a credential has left when it begins to be called expiring: a week, as `doctor` has it. */
const EXPIRING = 7 * 24 * 3_600_000

/** A registration as a list shows it at one moment. */
export interface Row {
  readonly entry: Entry
  readonly state: State
  /** How long the credential has left: `6d4h`, `3d ago`. Absent where it does not end, or does not say. */
  readonly expires?: string
  readonly age?: string
}

const stateOf = ({ hiding, kind, notAfter, pinned }: Entry, now: number): State => {
  if (kind !== 'ours') return 'foreign'
  if (hiding) return hiding
  const left = notAfter === undefined ? Number.POSITIVE_INFINITY : notAfter - now
  if (left <= 0) return 'expired'
  if (left < EXPIRING) return 'expiring'
  return pinned ? 'pinned' : 'active'
}

/** @param now milliseconds since the epoch */
export const rowOf = (entry: Entry, now: number): Row => ({
  entry,
  state: stateOf(entry, now),
  ...(entry.notAfter === undefined ? {} : { expires: untilText(entry.notAfter, now) }),
  ...(entry.created === undefined ? {} : { age: humanDuration(now - entry.created) }),
})

/** What was listed and is not there any more, or no longer among what was asked for. */
export const goneRow = (entry: Entry, now: number): Row => ({ ...rowOf(entry, now), state: 'gone' })
