import { isConflict, isNotFound } from '../kube/errors.ts'
import type { Clock } from './clock.ts'
import type { LeaseLock, Seen } from './lease-lock.ts'
import { heldBy, released, type LeaseRecord } from './lease-record.ts'

/** Milliseconds; client-go's defaults (C7.43), which the reference registrar goes by. */
export const LEASE_TIMES = { duration: 15_000, renewDeadline: 10_000, retryPeriod: 2_000 } as const

/** From when a renewal was sent until nothing may be written on the strength of it: that is when one that gets no answer is
 *  given up. What was sent by then has 3 s to arrive before anybody else may lead. */
const VALID = LEASE_TIMES.retryPeriod + LEASE_TIMES.renewDeadline

/** What a turn came to: we hold it, somebody else does. */
export type Turn = { readonly held: true } | { readonly held: false; readonly holder: string }

/** Takes, keeps and gives back a Lease, by the rules of client-go's leader election. */
export class LeaseHolding {
  readonly #lock: LeaseLock
  readonly #clock: Clock
  readonly #identity: string
  /** When the last renewal that went well was sent. */
  #renewed: { readonly wall: number; readonly monotonic: number } | undefined
  /** A write of ours was sent that nobody else's was seen after. */
  #mayHold = false

  constructor(lock: LeaseLock, clock: Clock, identity: string) {
    this.#lock = lock
    this.#clock = clock
    this.#identity = identity
  }

  /** Both clocks count: the monotonic one stands still while the machine is suspended, the other one may be set back. */
  isValid(): boolean {
    if (this.#renewed === undefined) return false
    const wall = this.#clock.now() - this.#renewed.wall
    return this.#clock.monotonic() - this.#renewed.monotonic < VALID && wall >= 0 && wall < VALID
  }

  /**
   * Acquires or renews.
   * @throws KubeError where that is not known to have gone well
   */
  async attempt(signal: AbortSignal): Promise<Turn> {
    if (this.isValid()) {
      try {
        return await this.#take(this.#lock.seen?.record, signal)
      } catch (error) {
        if (!isConflict(error) && !isNotFound(error, this.#lock.name)) throw error
      }
    }
    const seen = await this.#lock.read(signal)
    if (seen !== undefined && !this.#isOurs(seen)) {
      this.#mayHold = false
      return { held: false, holder: seen.record.holder }
    }
    return this.#take(seen?.record, signal)
  }

  /** Gives it back where it is ours. A renewal that was cut off may still take effect, and then it takes a second try.
   *  @throws KubeError */
  async release(signal: AbortSignal): Promise<void> {
    while (this.#mayHold) {
      const seen = await this.#lock.read(signal)
      if (seen?.record.holder !== this.#identity) return
      try {
        await this.#lock.write(released(seen.record, this.#clock.now()), signal)
        return
      } catch (error) {
        if (!isConflict(error)) throw error
      }
    }
  }

  /** Ours by its name, or free to be taken. One that was ours is not, under any other name or none: whoever finds it so has
   *  been away for long, and others may have acted since. */
  #isOurs({ record, since }: Seen): boolean {
    if (record.holder === this.#identity) return true
    if (this.#renewed !== undefined) return false
    return record.holder === '' || since + record.duration <= this.#clock.monotonic()
  }

  async #take(former: LeaseRecord | undefined, signal: AbortSignal): Promise<Turn> {
    const sent = { wall: this.#clock.now(), monotonic: this.#clock.monotonic() }
    this.#mayHold = true
    await this.#lock.write(heldBy(this.#identity, LEASE_TIMES.duration, sent.wall, former), signal)
    this.#renewed = sent
    return { held: true }
  }
}
