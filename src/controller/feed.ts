import type { Clock } from './clock.ts'
import { Poller } from './poller.ts'
import { Reflector } from './reflector.ts'
import type { Receiver, Sight, Source } from './reflector-source.ts'

export type FeedSight = Sight['kind'] | 'polled'

export interface FeedOptions<T> {
  readonly clock: Clock
  /** Milliseconds between lists where the collection can't be watched. */
  readonly interval: number
  /** How it is listed then; default as the watch begins. */
  readonly poll?: Pick<Source<T>, 'list'>
  /** Told when the way it is seen changes. */
  readonly sight: (sight: FeedSight, why?: unknown) => void
}

/** One collection, watched where the identity may, listed at the interval where it may not. Each feed falls back alone. */
export class Feed<T> {
  readonly #source: Source<T>
  readonly #receiver: Omit<Receiver<T>, 'state'>
  readonly #options: FeedOptions<T>
  readonly #reflector: Reflector<T>
  #polling: AbortController | undefined
  #signal: AbortSignal | undefined
  #sight: FeedSight = 'stale'

  constructor(source: Source<T>, receiver: Omit<Receiver<T>, 'state'>, options: FeedOptions<T>) {
    this.#source = source
    this.#receiver = receiver
    this.#options = options
    this.#reflector = new Reflector(
      source,
      {
        ...receiver,
        state: (sight) => {
          this.#watched(sight)
        },
      },
      { clock: options.clock },
    )
  }

  get sight(): FeedSight {
    return this.#sight
  }

  /** How far the watch has come; undefined where none is up to date. */
  get version(): string | undefined {
    return this.#sight === 'synced' ? this.#reflector.version : undefined
  }

  /** Has it list from nothing: another hub answers. */
  beginAnew(): void {
    this.#reflector.beginAnew()
  }

  /** Resolves when the signal is aborted. */
  async run(signal: AbortSignal): Promise<void> {
    this.#signal = signal
    signal.addEventListener('abort', () => this.#polling?.abort(), { once: true })
    await this.#reflector.run(signal)
  }

  #watched(sight: Sight): void {
    if (sight.kind === 'denied') {
      this.#poll(sight.why)
      return
    }
    this.#polling?.abort()
    this.#polling = undefined
    this.#turn(sight.kind, 'why' in sight ? sight.why : undefined)
  }

  #poll(why: unknown): void {
    if (this.#polling || this.#signal?.aborted) return
    const polling = new AbortController()
    this.#polling = polling
    const { clock, interval } = this.#options
    const poller = new Poller(
      this.#options.poll ?? this.#source,
      {
        replaced: (items) => {
          this.#receiver.replaced(items)
        },
        state: (sight) => {
          if (!polling.signal.aborted)
            this.#turn(sight.kind === 'synced' ? 'polled' : sight.kind, 'why' in sight ? sight.why : why)
        },
      },
      { clock, interval },
    )
    void poller.run(polling.signal)
  }

  #turn(sight: FeedSight, why: unknown): void {
    if (sight === this.#sight) return
    this.#sight = sight
    this.#options.sight(sight, why)
  }
}
