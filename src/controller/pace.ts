import type { Clock } from './clock.ts'

/** Writes that may go at once before the pace holds them back. */
const BURST = 20

/** A token bucket over refreshes of active registrations: each makes Argo CD drop what it knows of the cluster. */
export class Pace {
  readonly #clock: Clock
  readonly #perMinute: number
  #tokens = BURST
  #at: number

  /** @param perMinute 0 = no limit */
  constructor(clock: Clock, perMinute: number) {
    this.#clock = clock
    this.#perMinute = perMinute
    this.#at = clock.monotonic()
  }

  /** Takes a token. @returns 0 where there was one, else the milliseconds until there is */
  take(): number {
    if (this.#perMinute === 0) return 0
    this.#refill()
    if (this.#tokens >= 1) {
      this.#tokens -= 1
      return 0
    }
    return Math.ceil(((1 - this.#tokens) * 60_000) / this.#perMinute)
  }

  /** Takes one for what does not wait; where there is none left, nothing. Others then wait the longer. */
  takeAhead(): void {
    this.#refill()
    this.#tokens = Math.max(0, this.#tokens - 1)
  }

  #refill(): void {
    const now = this.#clock.monotonic()
    this.#tokens = Math.min(BURST, this.#tokens + ((now - this.#at) * this.#perMinute) / 60_000)
    this.#at = now
  }
}
