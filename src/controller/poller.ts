import { type Clock, pause } from './clock.ts'
import { askedFor, isDenied, Patience } from './reflector-patience.ts'
import { SightTeller } from './reflector-sight.ts'
import type { Receiver, Source } from './reflector-source.ts'

export interface PollerOptions {
  readonly clock: Clock
  /** Milliseconds from one list to the next; ±10 % are left to chance, so that several part. */
  readonly interval: number
}

/** Where a collection can't be watched: lists it at once and then at an interval, sooner after a failure. */
export class Poller<T> {
  readonly #source: Pick<Source<T>, 'list'>
  readonly #receiver: Pick<Receiver<T>, 'replaced' | 'state'>
  readonly #options: PollerOptions
  readonly #patience: Patience
  readonly #sight: SightTeller

  constructor(
    source: Pick<Source<T>, 'list'>,
    receiver: Pick<Receiver<T>, 'replaced' | 'state'>,
    options: PollerOptions,
  ) {
    this.#source = source
    this.#receiver = receiver
    this.#options = options
    this.#patience = new Patience(options.clock)
    this.#sight = new SightTeller((sight) => {
      receiver.state(sight)
    })
  }

  /** Resolves when the signal is aborted, and for no other reason. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) await pause(this.#options.clock, await this.#poll(signal), signal)
  }

  /** @returns milliseconds until the next list */
  async #poll(signal: AbortSignal): Promise<number> {
    const { clock, interval } = this.#options
    try {
      const { items } = await this.#source.list(signal)
      if (signal.aborted) return 0
      this.#receiver.replaced(items)
      this.#patience.reset()
      this.#sight.synced()
      return interval * (0.9 + 0.2 * clock.random())
    } catch (error) {
      if (signal.aborted) return 0
      this.#sight.failed(error)
      const wait = this.#patience.afterFailure(error)
      return isDenied(error) ? Math.max(wait, interval) : Math.max(Math.min(wait, interval), askedFor(error))
    }
  }
}
