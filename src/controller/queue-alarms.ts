import type { Cancel, Clock } from './clock.ts'
import { Heap } from './heap.ts'

interface Alarm {
  readonly at: number
  /** Counts settings: those for one moment ring in the order they were set. */
  readonly turn: number
}

/** At most one alarm an item, and one timer of the clock for all of them. */
export class Alarms<T> {
  readonly #clock: Clock
  readonly #ring: (item: T) => void
  readonly #alarms = new Map<T, Alarm>()
  readonly #order: Heap<T>
  #turns = 0
  #timer: { readonly at: number; readonly cancel: Cancel } | undefined

  constructor(clock: Clock, ring: (item: T) => void) {
    this.#clock = clock
    this.#ring = ring
    this.#order = new Heap((a, b) => this.#isBefore(this.#alarms.get(a), this.#alarms.get(b)))
  }

  /** Sets the item's alarm, or takes it away.
   *  @param at milliseconds of the monotonic clock; undefined = no alarm */
  set(item: T, at: number | undefined): void {
    if (this.#alarms.get(item)?.at === at) return
    this.#order.remove(item)
    this.#alarms.delete(item)
    if (at !== undefined) {
      this.#turns += 1
      this.#alarms.set(item, { at, turn: this.#turns })
      this.#order.push(item)
    }
    this.#wind()
  }

  clear(): void {
    this.#order.clear()
    this.#alarms.clear()
    this.#wind()
  }

  /** Has the clock's timer go off at the first alarm. */
  #wind(): void {
    const at = this.#first()
    if (this.#timer?.at === at) return
    this.#timer?.cancel()
    this.#timer =
      at === undefined
        ? undefined
        : { at, cancel: this.#clock.after(at - this.#clock.monotonic(), () => { this.#goOff() }) } // prettier-ignore
  }

  #goOff(): void {
    this.#timer = undefined
    const now = this.#clock.monotonic()
    // A timer may go off a little early: then nothing rings, and the rest of the time is waited for.
    for (let at = this.#first(); at !== undefined && at <= now; at = this.#first()) {
      const item = this.#order.pop() as T
      this.#alarms.delete(item)
      this.#ring(item)
    }
    this.#wind()
  }

  #first(): number | undefined {
    const item = this.#order.peek()
    return item === undefined ? undefined : this.#alarms.get(item)?.at
  }

  #isBefore(a: Alarm | undefined, b: Alarm | undefined): boolean {
    if (!a || !b) throw new Error('unreachable: what is in order has an alarm')
    return a.at === b.at ? a.turn < b.turn : a.at < b.at
  }
}
