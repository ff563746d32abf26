/** How far ahead of what is asked for work goes on. */
export interface Reach {
  /** Pieces that go on at once. */
  readonly width: number
  /** Pieces that wait for their turn or go on, at most. */
  readonly depth: number
}

/** Work that mostly waits, so that several pieces of it go on at once: whoever asks for one has the next few go on with it. */
export const ahead = <T>(works: readonly (() => Promise<T>)[], { width, depth }: Reach) => {
  const begun = new Map<number, Promise<T>>()
  const waiting: (() => void)[] = []
  let free = width
  const inTurn = async (work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
  const begin = (index: number): void => {
    const work = works[index]
    if (work === undefined || begun.has(index)) return
    const running = inTurn(work)
    // It is told to whoever asks for this piece.
    running.catch(() => undefined)
    begun.set(index, running)
  }
  return {
    take: (index: number): Promise<T> => {
      for (let next = index; next < index + depth; next += 1) begin(next)
      return begun.get(index)!
    },
    /** Resolves when nothing that was begun goes on. */
    rest: async (): Promise<void> => {
      await Promise.allSettled(begun.values())
    },
  }
}

/** Lets one piece of work go on at a time, in the order in which they come. */
export const oneByOne = (): (<T>(work: () => Promise<T>) => Promise<T>) => {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = last.then(work, work)
    last = next.catch(() => undefined)
    return next
  }
}
