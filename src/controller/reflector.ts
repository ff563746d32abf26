import type { WatchEvent } from '../kube/client.ts'
import { isExpired } from '../kube/errors.ts'
import { type Clock, pause } from './clock.ts'
import { askedFor, isDenied, isTimeout, Patience } from './reflector-patience.ts'
import { SightTeller } from './reflector-sight.ts'
import type { Receiver, Source } from './reflector-source.ts'

/**
 * Seconds after which the server ends a watch; our own client does so 5 s later, and that is how a connection on which
 * nothing comes any more is noticed. The server sends a bookmark 2 s before, unless nothing of the kind has changed anywhere
 * since: then the old version is as good.
 */
const WATCH_SECONDS = { least: 45, spread: 5 }

/** Milliseconds a watch must have lasted to count as one that works. An event alone proves nothing: a server that closes
 *  every watch after it would be asked without end. */
const WORKING = 10_000

export interface ReflectorOptions {
  readonly clock: Clock
  /** Default 45 to 50. */
  readonly watchSeconds?: number
}

/**
 * Keeps sight of one collection: lists it, then follows it from there by one watch after the other, and lists again only
 * when the hub no longer knows what happened since (410).
 */
export class Reflector<T> {
  readonly #source: Source<T>
  readonly #receiver: Receiver<T>
  readonly #options: ReflectorOptions
  readonly #patience: Patience
  readonly #sight: SightTeller
  /** Undefined until there is a list, and when a new one is needed. */
  #version: string | undefined
  /** Watches in a row that failed without a sign of life. A list is none: it says nothing about watches. */
  #troubles = 0
  /** Meanwhile the receiver may have been told by somebody else (a `Poller`), so it must not hear old events. */
  #wasDenied = false
  /** How often it had to begin anew: a list that was asked for before that is none. */
  #beginnings = 0
  #watching = new AbortController()

  constructor(source: Source<T>, receiver: Receiver<T>, options: ReflectorOptions) {
    this.#source = source
    this.#receiver = receiver
    this.#options = options
    this.#patience = new Patience(options.clock)
    this.#sight = new SightTeller((sight) => {
      receiver.state(sight)
    })
  }

  /** How far the receiver has been told, as a resourceVersion; undefined where a list is to come. */
  get version(): string | undefined {
    return this.#version
  }

  /** Resolves when the signal is aborted, and for no other reason. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const version = this.#version
      const wait = version === undefined ? await this.#list(signal) : await this.#watch(version, signal)
      if (wait > 0) await pause(this.#options.clock, wait, signal)
    }
  }

  /** Has it list from nothing: another hub answers, whose versions are others. */
  beginAnew(): void {
    this.#beginnings += 1
    this.#version = undefined
    this.#watching.abort()
  }

  /** @returns milliseconds to wait before going on */
  async #list(signal: AbortSignal): Promise<number> {
    const beginning = this.#beginnings
    try {
      const { items, resourceVersion } = await this.#source.list(signal)
      if (signal.aborted || beginning !== this.#beginnings) return 0
      this.#receiver.replaced(items)
      this.#version = resourceVersion
      this.#wasDenied = false
      this.#sight.synced()
      return 0
    } catch (error) {
      if (signal.aborted) return 0
      this.#sight.failed(error)
      return this.#patience.afterFailure(error)
    }
  }

  /** @returns milliseconds to wait before going on */
  async #watch(version: string, signal: AbortSignal): Promise<number> {
    const { clock } = this.#options
    const start = clock.monotonic()
    const watching = new AbortController()
    this.#watching = watching
    const end = (): void => {
      watching.abort()
    }
    signal.addEventListener('abort', end, { once: true })
    let failure: unknown
    try {
      for await (const event of this.#source.watch(version, this.#seconds(), watching.signal)) {
        if (watching.signal.aborted) return 0
        if (this.#wasDenied) {
          this.#version = undefined
          return 0
        }
        this.#take(event)
      }
    } catch (error) {
      failure = error
    } finally {
      signal.removeEventListener('abort', end)
    }
    if (watching.signal.aborted) return 0
    const lasted = clock.monotonic() - start >= WORKING
    if (!lasted) failure ??= new Error('the hub closed the watch early')
    // Time alone is no sign of life where nothing ended the watch but our own deadline.
    const worked = lasted && !isTimeout(failure)
    if (worked) {
      this.#patience.reset()
      this.#alive()
    }
    return failure === undefined ? 0 : this.#failed(failure, worked)
  }

  #take(event: WatchEvent<T>): void {
    const version = event.resourceVersion || this.#version
    // Should the receiver throw, the event is lost on it, and only a list makes up for that.
    this.#version = undefined
    if (event.type !== 'BOOKMARK') this.#receiver.event(event.type, event.object)
    this.#version = version
    this.#alive()
  }

  #alive(): void {
    this.#troubles = 0
    this.#sight.synced()
  }

  /** A watch that worked and broke is resumed at once; that it broke is no news until that fails too. */
  #failed(error: unknown, worked: boolean): number {
    const denied = isDenied(error)
    const lost = this.#version === undefined
    if (denied) this.#wasDenied = true
    if (isExpired(error)) this.#version = undefined
    this.#troubles += 1
    if (denied || lost || this.#troubles > 1) this.#sight.failed(error)
    return worked && !denied ? askedFor(error) : this.#patience.afterFailure(error)
  }

  #seconds(): number {
    const { clock, watchSeconds } = this.#options
    return watchSeconds ?? WATCH_SECONDS.least + Math.floor(clock.random() * (WATCH_SECONDS.spread + 1))
  }
}
