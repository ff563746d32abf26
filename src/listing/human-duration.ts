const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const YEAR = 365 * DAY

interface Band {
  /** Milliseconds; the band ends below it. */
  readonly below: number
  readonly unit: readonly [number, string]
  /** A second unit, left out where there is none of it. */
  readonly rest?: readonly [number, string]
}

/** kubectl's bands (k8s.io/apimachinery/pkg/util/duration): two or three significant digits, never more. */
const BANDS: readonly Band[] = [
  { below: 2 * MINUTE, unit: [SECOND, 's'] },
  { below: 10 * MINUTE, unit: [MINUTE, 'm'], rest: [SECOND, 's'] },
  { below: 3 * HOUR, unit: [MINUTE, 'm'] },
  { below: 8 * HOUR, unit: [HOUR, 'h'], rest: [MINUTE, 'm'] },
  { below: 2 * DAY, unit: [HOUR, 'h'] },
  { below: 8 * DAY, unit: [DAY, 'd'], rest: [HOUR, 'h'] },
  { below: 2 * YEAR, unit: [DAY, 'd'] },
  { below: 8 * YEAR, unit: [YEAR, 'y'], rest: [DAY, 'd'] },
  { below: Number.POSITIVE_INFINITY, unit: [YEAR, 'y'] },
]

/** A time span as kubectl prints ages: `45s`, `5m30s`, `3h20m`, `6d4h`, `364d`, `2y10d`; a negative one is `0s`. */
export const humanDuration = (milliseconds: number): string => {
  const span = Math.max(0, milliseconds)
  const { unit, rest } = BANDS.find(({ below }) => span < below) ?? { unit: [YEAR, 'y'] as const }
  const whole = `${Math.floor(span / unit[0])}${unit[1]}`
  const over = rest ? Math.floor((span % unit[0]) / rest[0]) : 0
  return rest && over > 0 ? `${whole}${over}${rest[1]}` : whole
}

/** Until an instant: `6d4h`, and once it is past, `3d ago`. */
export const untilText = (instant: number, now: number): string => {
  const past = now - instant
  if (past < 0) return humanDuration(-past)
  // The leading unit says enough of what is over, and keeps the column narrow.
  return `${/^\d+\D/.exec(humanDuration(past))?.[0] ?? '0s'} ago`
}
