/** The last millisecond that a Date can hold. A token may say that it lives longer. */
const LAST = 8_640_000_000_000_000

/** RFC 3339 to the second; undefined for none. @param time milliseconds since the epoch */
export const instant = (time: number | undefined): string | undefined =>
  time === undefined || !(Math.abs(time) <= LAST)
    ? undefined
    : `${new Date(time).toISOString().slice(0, 19)}Z`
