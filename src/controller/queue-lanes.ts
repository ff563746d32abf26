import { Heap } from './heap.ts'

/** `urgent` is for what somebody waits for (a new claim, a rotation, a deletion), `routine` for looking again. */
export type Lane = 'urgent' | 'routine'

/** So many urgent ones in a row while a routine one waits, then that one: a few restless keys must not starve the rest. */
const LONGEST_ROW = 16

interface Place {
  readonly lane: Lane
  /** Milliseconds of the monotonic clock. */
  readonly since: number
  /** Counts arrivals: those of one millisecond keep their order. */
  readonly turn: number
}

export const urgentOf = (a: Lane | undefined, b: Lane): Lane => (a === 'urgent' ? a : b)

/** What is due, in two lanes, each first come, first served. */
export class Lanes<T> {
  readonly #places = new Map<T, Place>()
  readonly #lanes: Readonly<Record<Lane, Heap<T>>>
  #turns = 0
  #row = 0

  constructor() {
    const before = (a: T, b: T): boolean => this.#turnOf(a) < this.#turnOf(b)
    this.#lanes = { urgent: new Heap(before), routine: new Heap(before) }
  }

  get size(): number {
    return this.#places.size
  }

  has(item: T): boolean {
    return this.#places.has(item)
  }

  /** One that waits already keeps its turn, and changes lanes if this is more urgent. */
  push(item: T, lane: Lane, now: number): void {
    const place = this.#places.get(item)
    if (place && (place.lane === lane || place.lane === 'urgent')) return
    if (place) this.#lanes[place.lane].remove(item)
    this.#turns += 1
    this.#places.set(item, place ? { ...place, lane } : { lane, since: now, turn: this.#turns })
    this.#lanes[lane].push(item)
  }

  /** Takes the next one out, with the lane it waited in. */
  shift(): { readonly item: T; readonly lane: Lane } | undefined {
    const { urgent, routine } = this.#lanes
    const lane = urgent.size > 0 && (routine.size === 0 || this.#row < LONGEST_ROW) ? 'urgent' : 'routine'
    this.#row = lane === 'urgent' ? this.#row + 1 : 0
    const item = this.#lanes[lane].pop()
    if (item === undefined) return undefined
    this.#places.delete(item)
    return { item, lane }
  }

  /** When the one that waits longest came; undefined where none waits. */
  oldest(): number | undefined {
    const heads = Object.values(this.#lanes).flatMap((lane) => this.#places.get(lane.peek() as T) ?? [])
    return heads.length === 0 ? undefined : Math.min(...heads.map(({ since }) => since))
  }

  clear(): void {
    this.#places.clear()
    for (const lane of Object.values(this.#lanes)) lane.clear()
  }

  #turnOf(item: T): number {
    return this.#places.get(item)?.turn ?? 0
  }
}
