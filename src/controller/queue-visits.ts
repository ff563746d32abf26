import { type BackoffRange, backoffDelay } from './backoff.ts'
import type { Clock } from './clock.ts'
import { type Lane, urgentOf } from './queue-lanes.ts'

/**
 * What came of working on a key.
 * - `done`: nothing more until it is added again.
 * - `after`: again in `ms`, as a routine.
 * - `fault`: again after a wait that grows with every fault in a row, and not before `retryAfterMs`.
 */
export type WorkResult =
  | { readonly kind: 'done' }
  | { readonly kind: 'after'; readonly ms: number }
  | { readonly kind: 'fault'; readonly retryAfterMs?: number }

/** 5 ms is client-go's; a minute, not its 1,000 s: that the hub is back is noticed within one. */
const RETRY: BackoffRange = { first: 5, most: 60_000, spread: 1 }

interface Visit {
  /** Milliseconds of the monotonic clock. */
  readonly at: number
  readonly lane: Lane
}

/** When one key is to be worked on again. */
export class Visits {
  /** Wished for from outside: happens whatever happens before. */
  #asked: Visit | undefined
  /** By the last result: void once the key is worked on for another reason. */
  #again: Visit | undefined
  #faults = 0

  /** The moment of the next visit, undefined where none is planned. */
  get next(): number | undefined {
    if (this.#asked && this.#again) return Math.min(this.#asked.at, this.#again.at)
    return (this.#asked ?? this.#again)?.at
  }

  /** Of two wishes the earlier counts. */
  ask(at: number, lane: Lane): void {
    const asked = this.#asked
    this.#asked = { at: Math.min(asked?.at ?? at, at), lane: urgentOf(asked?.lane, lane) }
  }

  /** Takes out what is due; undefined where nothing is. */
  takeDue(now: number): Lane | undefined {
    let lane: Lane | undefined
    if (this.#asked && this.#asked.at <= now) {
      lane = this.#asked.lane
      this.#asked = undefined
    }
    if (this.#again && this.#again.at <= now) {
      lane = urgentOf(lane, this.#again.lane)
      this.#again = undefined
    }
    return lane
  }

  /** The key goes into work: what comes of it replaces what came of the time before. */
  begin(): void {
    this.#again = undefined
  }

  /** @param lane the lane the key came from: one that failed keeps it, as somebody still waits for it */
  end(result: WorkResult, lane: Lane, clock: Clock): void {
    const now = clock.monotonic()
    this.#faults = result.kind === 'fault' ? this.#faults + 1 : 0
    if (result.kind === 'after') this.#again = { at: now + result.ms, lane: 'routine' }
    if (result.kind !== 'fault') return
    const wait = backoffDelay(this.#faults, RETRY, clock.random())
    this.#again = { at: now + Math.max(wait, result.retryAfterMs ?? 0), lane }
  }
}

/** What the queue knows of one key. */
export interface Entry<Key> {
  readonly key: Key
  readonly visits: Visits
  inWork: boolean
  /** Added while in work, so what was read then may be old. */
  dirty?: Lane | undefined
}
