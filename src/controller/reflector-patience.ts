import { KubeError } from '../kube/errors.ts'
import { type BackoffRange, backoffDelay } from './backoff.ts'
import type { Clock } from './clock.ts'

/** Client-go's reflectors wait as long; half of it is left to chance, so that those of one process part. */
const RETRY: BackoffRange = { first: 500, most: 30_000, spread: 0.5 }

/** Rights are given by a person or a chart: a look a minute, ±10 %, is soon enough. The first looks come sooner, as an API
 *  server that has just come up refuses everybody until it has read its rights. */
const DENIED: BackoffRange = { first: 1000, most: 66_000, spread: 0.18 }

/** The API server knows who asks and refuses, or does not know. A proxy's 403 page is neither. */
export const isDenied = (error: unknown): boolean =>
  error instanceof KubeError && error.kind === 'status' && (error.code === 401 || error.code === 403)

export const isTimeout = (error: unknown): boolean => error instanceof KubeError && error.kind === 'timeout'

/** How long to leave the hub alone after a failure: the longer, the more there were in a row. */
export class Patience {
  readonly #clock: Clock
  #failures = 0
  #denials = 0

  constructor(clock: Clock) {
    this.#clock = clock
  }

  reset(): void {
    this.#failures = 0
    this.#denials = 0
  }

  /** Milliseconds; never less than the hub asked for. */
  afterFailure(error: unknown): number {
    const random = this.#clock.random()
    if (isDenied(error)) {
      this.#denials += 1
      return backoffDelay(this.#denials, DENIED, random)
    }
    this.#failures += 1
    return Math.max(backoffDelay(this.#failures, RETRY, random), askedFor(error))
  }
}

/** Milliseconds of the answer's Retry-After, 0 without one. */
export const askedFor = (error: unknown): number =>
  error instanceof KubeError ? 1000 * (error.retryAfter ?? 0) : 0
