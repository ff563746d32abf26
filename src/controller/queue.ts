import type { Clock } from './clock.ts'
import { Alarms } from './queue-alarms.ts'
import { type Lane, Lanes, urgentOf } from './queue-lanes.ts'
import { type Entry, Visits, type WorkResult } from './queue-visits.ts'

export interface QueueOptions<Key> {
  readonly clock: Clock
  /** Keys in work at the same time, at most. */
  readonly workers: number
  readonly process: (key: Key) => Promise<WorkResult>
  /** Told of what `process` threw, which counts as a fault. Must not throw itself. */
  readonly thrown: (key: Key, error: unknown) => void
}

/**
 * Keys to work on, each at most once at a time, as controller-runtime's queue has it: added many times, a key is worked on
 * once; added while in work, once more after. A key that is settled takes no memory and no timer.
 */
export class KeyedQueue<Key> {
  readonly #options: QueueOptions<Key>
  readonly #entries = new Map<Key, Entry<Key>>()
  readonly #due = new Lanes<Entry<Key>>()
  readonly #alarms: Alarms<Entry<Key>>
  #phase: 'filling' | 'running' | 'stopped' = 'filling'
  #inWork = 0
  #dealing = false
  #stopped: (() => void)[] = []

  constructor(options: QueueOptions<Key>) {
    this.#options = options
    this.#alarms = new Alarms(options.clock, (entry) => {
      const lane = entry.visits.takeDue(this.#now())
      if (lane) this.add(entry.key, lane)
      this.#keep(entry)
    })
  }

  /** Keys that are due and not yet in work. */
  depth(): number {
    return this.#due.size
  }

  /** Milliseconds that the due key which has waited longest has waited; 0 where none waits. */
  oldestAge(): number {
    const since = this.#due.oldest()
    return since === undefined ? 0 : this.#now() - since
  }

  inWork(): number {
    return this.#inWork
  }

  /** Keys the queue knows anything about: due, in work, or to be visited later. */
  held(): number {
    return this.#entries.size
  }

  /** Begins to work; keys may be added before (a standby's are). */
  start(): void {
    if (this.#phase === 'filling') this.#phase = 'running'
    this.#deal()
  }

  /** Has the key worked on as soon as there is a worker for it. */
  add(key: Key, lane: Lane = 'routine'): void {
    if (this.#phase === 'stopped') return
    const entry = this.#entryOf(key)
    if (entry.inWork) entry.dirty = urgentOf(entry.dirty, lane)
    else this.#due.push(entry, lane, this.#now())
    this.#deal()
  }

  /** The same in `ms`. Of two such wishes for one key the earlier counts, and what `add` does in between changes nothing. */
  addAfter(key: Key, ms: number, lane: Lane = 'routine'): void {
    if (this.#phase === 'stopped') return
    const entry = this.#entryOf(key)
    entry.visits.ask(this.#now() + ms, lane)
    this.#keep(entry)
  }

  /** Takes up no more keys and forgets those that wait. Resolves when those in work are done. */
  stop(): Promise<void> {
    this.#phase = 'stopped'
    this.#due.clear()
    this.#alarms.clear()
    this.#entries.clear()
    return this.#inWork === 0 ? Promise.resolve() : new Promise((resolve) => this.#stopped.push(resolve))
  }

  /** A moment later, so that what is added together is taken up by lane and not by who was first. */
  #deal(): void {
    if (this.#dealing) return
    this.#dealing = true
    queueMicrotask(() => {
      this.#dealing = false
      while (this.#phase === 'running' && this.#inWork < this.#options.workers) {
        const next = this.#due.shift()
        if (next === undefined) return
        void this.#work(next.item, next.lane)
      }
    })
  }

  async #work(entry: Entry<Key>, lane: Lane): Promise<void> {
    entry.inWork = true
    entry.visits.begin()
    this.#keep(entry)
    this.#inWork += 1
    let result: WorkResult = { kind: 'fault' }
    try {
      result = await this.#options.process(entry.key)
    } catch (error) {
      this.#options.thrown(entry.key, error)
    } finally {
      entry.inWork = false
      this.#inWork -= 1
      this.#settle(entry, result, lane)
    }
  }

  #settle(entry: Entry<Key>, result: WorkResult, lane: Lane): void {
    if (this.#phase === 'stopped') {
      if (this.#inWork === 0) for (const resolve of this.#stopped.splice(0)) resolve()
      return
    }
    entry.visits.end(result, lane, this.#options.clock)
    if (entry.dirty) this.#due.push(entry, entry.dirty, this.#now())
    entry.dirty = undefined
    this.#keep(entry)
    this.#deal()
  }

  /** Holds on to the key for as long as there is something to come. */
  #keep(entry: Entry<Key>): void {
    const { next } = entry.visits
    this.#alarms.set(entry, next)
    if (next === undefined && !entry.inWork && !this.#due.has(entry)) this.#entries.delete(entry.key)
  }

  #entryOf(key: Key): Entry<Key> {
    const entry = this.#entries.get(key) ?? { key, visits: new Visits(), inWork: false }
    this.#entries.set(key, entry)
    return entry
  }

  #now(): number {
    return this.#options.clock.monotonic()
  }
}
