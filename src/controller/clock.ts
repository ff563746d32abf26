/** Time and chance, passed in so that tests own them. */
export interface Clock {
  /** Wall clock, milliseconds since the epoch. May jump either way. */
  now(): number
  /** Milliseconds from an arbitrary start; never goes back. Stands still while the machine is suspended. */
  monotonic(): number
  /** Calls `run` once, `ms` from now by the monotonic clock (at once, but not before returning, for 0 or less). */
  after(ms: number, run: () => void): Cancel
  /** From 0 up to but not 1. */
  random(): number
}

/** Takes the call back; does nothing once it was made or taken back. */
export type Cancel = () => void

/** The longest delay Node's timers hold; a longer one would fire after 1 ms. */
const LONGEST = 2 ** 31 - 1

const after = (ms: number, run: () => void): Cancel => {
  let timer: NodeJS.Timeout
  const wait = (left: number): void => {
    timer = left > LONGEST ? setTimeout(wait, LONGEST, left - LONGEST) : setTimeout(run, Math.max(0, left))
  }
  wait(ms)
  return () => {
    clearTimeout(timer)
  }
}

/** The machine's own. Its timers keep the process alive: what starts one cancels it. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after,
  random: () => Math.random(),
}

/** Resolves after `ms` by the clock, or at once when the signal is or gets aborted; leaves no timer behind. */
export const pause = (clock: Clock, ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) {
      resolve()
      return
    }
    const end = (): void => {
      cancel()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const cancel = clock.after(ms, end)
    signal.addEventListener('abort', end, { once: true })
  })
