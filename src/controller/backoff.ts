/** How waits grow from one failure to the next: doubling from `first` to `most`. */
export interface BackoffRange {
  /** Milliseconds at the first failure. */
  readonly first: number
  /** Milliseconds at most. */
  readonly most: number
  /** The part of a wait that is left to chance, 0 to 1; 1 is "full jitter": from nothing to the whole. */
  readonly spread: number
}

/**
 * Milliseconds to wait after so many failures in a row.
 * @param failures from 1
 * @param random from 0 up to but not 1; 0 gives the longest wait
 */
export const backoffDelay = (
  failures: number,
  { first, most, spread }: BackoffRange,
  random: number,
): number => Math.min(most, first * 2 ** (failures - 1)) * (1 - spread * random)
