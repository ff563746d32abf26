import type { Objects, Resource } from '../objects.ts'

export interface StoreEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  readonly resource: Resource
  readonly object: Objects[Resource]
  /** The object before, so that a watch knows whether it has left a selector. */
  readonly previous?: Objects[Resource]
  readonly version: number
}

/** Events kept at least; a watch from before them is told that it has expired, as after a compaction. */
const KEPT = 20_000

/** What happened to a store, the newest events only. Positions count from the first event ever. */
export class EventLog {
  readonly #listeners = new Set<() => void>()
  #events: readonly StoreEvent[] = []
  #fresh: StoreEvent[] = []
  #dropped = 0

  append(event: StoreEvent): void {
    this.#fresh.push(event)
    if (this.#fresh.length === KEPT) {
      this.#dropped += this.#events.length
      this.#events = this.#fresh
      this.#fresh = []
    }
    for (const listener of this.#listeners) listener()
  }

  /** Position of the first event after a version; undefined where events after it are no longer kept. */
  after(version: number): number | undefined {
    const kept = [...this.#events, ...this.#fresh]
    const first = kept[0]
    if (first === undefined) return this.#dropped
    if (this.#dropped > 0 && version < first.version - 1) return undefined
    const index = kept.findIndex((event) => event.version > version)
    return this.#dropped + (index < 0 ? kept.length : index)
  }

  /** The event at a position: `ahead` where it has not happened yet, `gone` where it is no longer kept. */
  at(position: number): StoreEvent | 'ahead' | 'gone' {
    const index = position - this.#dropped
    if (index < 0) return 'gone'
    return this.#events[index] ?? this.#fresh[index - this.#events.length] ?? 'ahead'
  }

  /** Calls back after every event until the returned function is called. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }
}
