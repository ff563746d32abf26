import type { Around } from './intercept.ts'

const idle = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })

/**
 * Lets two passes make their calls one at a time, in the order that `picks` says: the same order every time, whatever the
 * event loop does.
 */
export class Turns {
  readonly #picks: readonly boolean[]
  readonly #waiting: readonly [(() => void)[], (() => void)[]] = [[], []]
  #inFlight = 0
  #turn = 0

  constructor(picks: readonly boolean[]) {
    this.#picks = picks
  }

  /** Around every call of the first (0) or the second (1) pass. */
  around(side: 0 | 1): Around {
    return async (_call, go) => {
      await new Promise<void>((resolve) => this.#waiting[side].push(resolve))
      try {
        return await go()
      } finally {
        this.#inFlight -= 1
      }
    }
  }

  /** Hands out turns until both passes are over. */
  async run(passes: readonly [Promise<unknown>, Promise<unknown>]): Promise<void> {
    const state = { open: 2 }
    for (const pass of passes)
      void pass
        .catch(() => undefined)
        .then(() => {
          state.open -= 1
        })
    while (state.open > 0) {
      await idle()
      if (this.#inFlight === 0) this.#next()
    }
  }

  #next(): void {
    const pick = this.#picks.length > 0 && this.#picks[this.#turn % this.#picks.length] === true ? 1 : 0
    const side = this.#waiting[pick].length > 0 ? pick : 1 - pick
    const resume = this.#waiting[side === 1 ? 1 : 0].shift()
    if (!resume) return
    this.#turn += 1
    this.#inFlight += 1
    resume()
  }
}
