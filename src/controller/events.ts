import type { KubeClient } from '../kube/client.ts'
import { isForbidden, KubeError } from '../kube/errors.ts'
import type { KubeEvent } from '../kube/objects.ts'
import type { Clock } from './clock.ts'
import { eventObject, type EventRequest } from './events-object.ts'
import { TokenBucket } from './events-bucket.ts'

/** Enough for a fleet of a hundred that changes at once; a storm is in the log. */
const RATE = { burst: 100, perSecond: 1 }
/** Milliseconds until a refused Event is tried again: somebody may have granted the right. */
const PAUSE = 10 * 60_000

export interface EventOptions {
  readonly client: Pick<KubeClient, 'create'>
  readonly clock: Clock
  /** Where all Events go: the target namespace. */
  readonly namespace: string
  /** `processIdentity`. */
  readonly instance: string
  /** Told once that Events may not be written; they are no part of the reference's rights. */
  readonly onDenied: (error: KubeError) => void
}

/** What is refused because the namespace is going says nothing of rights, though it is a 403 as well. */
const isDenial = (error: unknown): error is KubeError =>
  isForbidden(error) && error instanceof KubeError && !error.message.includes('is being terminated')

/** Writes Events, one at a time and behind the work: an Event that can't be written is lost, and nothing waits for it. */
export class EventRecorder {
  readonly #options: EventOptions
  readonly #bucket: TokenBucket
  readonly #stop = new AbortController()
  #sending: Promise<void> = Promise.resolve()
  #sequence: number
  #waiting = 0
  /** By the monotonic clock. */
  #pausedUntil = -Infinity
  #isToldOfDenial = false

  constructor(options: EventOptions) {
    this.#options = options
    this.#bucket = new TokenBucket(options.clock, RATE)
    // Another process may write about the same object in the same millisecond.
    this.#sequence = Math.floor(options.clock.random() * 1_000_000)
  }

  record(request: EventRequest): void {
    if (this.#stop.signal.aborted || this.#isPaused() || this.#waiting >= RATE.burst) return
    if (!this.#bucket.take()) return
    const { clock, namespace, instance } = this.#options
    this.#sequence += 1
    const event = eventObject(request, { namespace, instance, now: clock.now(), sequence: this.#sequence })
    this.#waiting += 1
    this.#sending = this.#sending.then(async () => {
      await this.#send(event)
      this.#waiting -= 1
    })
  }

  /** Writes what is still to be written for at most `within` milliseconds, and no more after that. Never rejects. */
  async stop(within = 500): Promise<void> {
    const cancel = this.#options.clock.after(within, () => {
      this.#stop.abort()
    })
    const stopped = new Promise<void>((resolve) => {
      this.#stop.signal.addEventListener('abort', () => {
        resolve()
      })
    })
    await Promise.race([this.#sending, stopped])
    cancel()
    this.#stop.abort()
  }

  async #send(event: KubeEvent): Promise<void> {
    if (this.#isPaused() || this.#stop.signal.aborted) return
    try {
      await this.#options.client.create('events', event, { signal: this.#stop.signal })
    } catch (error) {
      if (isDenial(error)) this.#pause(error)
    }
  }

  #isPaused(): boolean {
    return this.#options.clock.monotonic() < this.#pausedUntil
  }

  #pause(error: KubeError): void {
    this.#pausedUntil = this.#options.clock.monotonic() + PAUSE
    if (!this.#isToldOfDenial) this.#options.onDenied(error)
    this.#isToldOfDenial = true
  }
}
