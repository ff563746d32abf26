import type { WorkResult } from '../../src/controller/queue-visits.ts'
import { KeyedQueue } from '../../src/controller/queue.ts'
import { ManualClock } from './manual-clock.ts'

/** A queue whose work the test does: a key stays in work until the test says what came of it. */
export class Desk {
  readonly clock: ManualClock
  readonly queue: KeyedQueue<string>
  /** Keys in the order they were taken up, each with the milliseconds passed. */
  readonly taken: string[] = []
  readonly thrown: string[] = []
  readonly #open = new Map<string, (result: WorkResult | Error) => void>()

  constructor({ workers = 1, random = 0 }: { workers?: number; random?: number } = {}) {
    this.clock = new ManualClock({ random: () => random })
    this.queue = new KeyedQueue({
      clock: this.clock,
      workers,
      process: (key) => {
        if (this.#open.has(key)) throw new Error(`${key} is in work twice`)
        this.taken.push(`${key} ${this.clock.monotonic()}`)
        return new Promise((resolve, reject) => {
          this.#open.set(key, (result) => {
            this.#open.delete(key)
            if (result instanceof Error) reject(result)
            else resolve(result)
          })
        })
      },
      thrown: (key, error) => {
        this.thrown.push(`${key} ${error instanceof Error ? error.message : ''}`)
      },
    })
  }

  get open(): readonly string[] {
    return [...this.#open.keys()]
  }

  /** Ends the work on a key, and lets the queue go on. */
  async finish(key: string, result: WorkResult | Error = { kind: 'done' }): Promise<void> {
    const end = this.#open.get(key)
    if (end === undefined) throw new Error(`${key} is not in work`)
    end(result)
    await this.clock.settle()
  }

  /** Ends the work on whatever is taken up, as done, until nothing is. */
  async drain(): Promise<void> {
    await this.clock.settle()
    for (let [key] = this.open; key !== undefined; [key] = this.open) await this.finish(key)
  }
}
