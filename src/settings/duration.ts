const UNITS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
}

/** int64 nanoseconds: as much as Go's time.Duration holds, some 292 years. */
const LONGEST = 9_223_372_036_854

/**
 * Milliseconds of a Go duration (`90s`, `1h30m`, `1.5h`, `-2s`, `0`). A bare number but 0, an empty text, white space and
 * what is too long are refused with undefined, as Go's time.ParseDuration does.
 * @param days take `d` too, which Go does not know: for settings the reference has not (decisions.md §1). Default false.
 */
export const parseDuration = (text: string, { days = false } = {}): number | undefined => {
  const [, sign, body = ''] = /^([+-]?)(.*)$/s.exec(text) ?? []
  if (body === '0') return 0
  if (!/^(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|μs|ms|s|m|h|d))+$/.test(body)) return undefined
  if (!days && body.includes('d')) return undefined
  let total = 0
  for (const [, number = '', unit = ''] of body.matchAll(/([\d.]+)(ns|us|µs|μs|ms|s|m|h|d)/g))
    total += Number(number) * (UNITS[unit] ?? 0)
  if (total > LONGEST) return undefined
  return sign === '-' && total > 0 ? -total : total
}

/** A duration as Go prints it: `0s`, `1.5s`, `1m0s`, `720h0m0s`. */
export const formatDuration = (milliseconds: number): string => {
  const sign = milliseconds < 0 ? '-' : ''
  const absolute = Math.abs(milliseconds)
  const rounded = (value: number): number => Number(value.toFixed(6))
  if (absolute > 0 && absolute < 0.001) return `${sign}${rounded(absolute * 1e6)}ns`
  if (absolute > 0 && absolute < 1) return `${sign}${rounded(absolute * 1e3)}µs`
  if (absolute > 0 && absolute < 1000) return `${sign}${rounded(absolute)}ms`
  const hours = Math.floor(absolute / 3_600_000)
  const minutes = Math.floor((absolute % 3_600_000) / 60_000)
  const seconds = Number(((absolute % 60_000) / 1000).toFixed(9))
  if (hours > 0) return `${sign}${hours}h${minutes}m${seconds}s`
  return minutes > 0 ? `${sign}${minutes}m${seconds}s` : `${sign}${seconds}s`
}
