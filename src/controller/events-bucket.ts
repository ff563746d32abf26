import type { Clock } from './clock.ts'

export interface BucketOptions {
  /** At most so many at once. */
  readonly burst: number
  readonly perSecond: number
}

/** A rate limit: full at the start, and filled again as time goes by. */
export class TokenBucket {
  readonly #clock: Clock
  readonly #options: BucketOptions
  #tokens: number
  #at: number

  constructor(clock: Clock, options: BucketOptions) {
    this.#clock = clock
    this.#options = options
    this.#tokens = options.burst
    this.#at = clock.monotonic()
  }

  /** True where one more may go. */
  take(): boolean {
    const now = this.#clock.monotonic()
    const gained = ((now - this.#at) / 1000) * this.#options.perSecond
    this.#at = now
    this.#tokens = Math.min(this.#options.burst, this.#tokens + gained)
    if (this.#tokens < 1) return false
    this.#tokens -= 1
    return true
  }
}
