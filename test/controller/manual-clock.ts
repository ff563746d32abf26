import { setImmediate } from 'node:timers/promises'
import type { Cancel, Clock } from '../../src/controller/clock.ts'

interface Timer {
  readonly due: number
  readonly run: () => void
}

export interface ManualClockOptions {
  /** Wall clock at the start. Default 2026-01-01T00:00:00Z. */
  readonly now?: number
  /** Default: always 0.5. */
  readonly random?: () => number
}

/** A `Clock` that moves only when told to. */
export class ManualClock implements Clock {
  readonly random: () => number
  readonly #timers = new Set<Timer>()
  #wall: number
  #passed = 0

  constructor({ now = Date.UTC(2026, 0), random = () => 0.5 }: ManualClockOptions = {}) {
    this.random = random
    this.#wall = now
  }

  now(): number {
    return this.#wall
  }

  monotonic(): number {
    return this.#passed
  }

  after(ms: number, run: () => void): Cancel {
    const timer = { due: this.#passed + Math.max(0, ms), run }
    this.#timers.add(timer)
    return () => {
      this.#timers.delete(timer)
    }
  }

  /** Timers waiting: what a test for leaks looks at. */
  pending(): number {
    return this.#timers.size
  }

  /** Lets so much time pass: timers run when they are due, in order, each after what the one before it set off has settled. */
  async advance(ms: number): Promise<void> {
    const end = this.#passed + ms
    await this.settle()
    for (let timer = this.#next(end); timer !== undefined; timer = this.#next(end)) {
      this.#timers.delete(timer)
      this.#move(timer.due)
      timer.run()
      await this.settle()
    }
    this.#move(end)
  }

  /** The wall clock alone moves, either way: it was set, or the machine was suspended. */
  jump(ms: number): void {
    this.#wall += ms
  }

  /** Lets promises that wait for nothing but each other settle. */
  async settle(): Promise<void> {
    await setImmediate()
  }

  #move(passed: number): void {
    this.#wall += passed - this.#passed
    this.#passed = passed
  }

  /** Of timers due at the same time, the one set first. */
  #next(end: number): Timer | undefined {
    let next: Timer | undefined
    for (const timer of this.#timers) {
      if (timer.due <= end && (next === undefined || timer.due < next.due)) next = timer
    }
    return next
  }
}
