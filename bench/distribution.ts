import { printTable } from './table.ts'

/** Milliseconds. */
export interface LatencyBudget {
  readonly p50: number
  readonly p99: number
  readonly max: number
}

/** How long one kind of change took to take effect, over many changes. Milliseconds. */
export interface Distribution {
  readonly what: string
  readonly samples: readonly number[]
  readonly p50: number
  readonly p90: number
  readonly p99: number
  readonly max: number
  /** Its median in medians of a bare round trip of the same run. */
  readonly multiple?: number
  readonly budget?: LatencyBudget
  /** Whether every part of the budget is kept. */
  readonly within?: boolean
}

const round = (value: number): number => Math.round(value * 100) / 100

/** The least sample that `share` of all are not above. */
const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN

/** @throws without samples. */
export const distribution = (
  what: string,
  samples: readonly number[],
  options: { readonly budget?: LatencyBudget | undefined; readonly roundTrip?: Distribution } = {},
): Distribution => {
  if (samples.length === 0) throw new Error(`${what}: nothing was measured`)
  const sorted = [...samples].sort((a, b) => a - b)
  const [p50, p90, p99, max] = [0.5, 0.9, 0.99, 1].map((share) => round(quantile(sorted, share))) as [
    number,
    number,
    number,
    number,
  ]
  const { budget, roundTrip } = options
  return {
    what,
    samples: samples.map(round),
    p50,
    p90,
    p99,
    max,
    ...(roundTrip && { multiple: round(p50 / roundTrip.p50) }),
    ...(budget && { budget, within: p50 <= budget.p50 && p99 <= budget.p99 && max <= budget.max }),
  }
}

const ofBudget = (value: number, budget: number | undefined): string =>
  budget === undefined ? value.toFixed(1) : `${value.toFixed(1)} /${budget}`

const verdict = ({ within }: Distribution): string => {
  if (within === undefined) return ''
  return within ? 'ok' : 'OVER'
}

/** Each figure with what it may be, where there is a budget. */
export const printDistributions = (all: readonly Distribution[]): string =>
  printTable([
    ['LATENCY (ms)', 'SAMPLES', 'P50', 'P90', 'P99', 'MAX', 'ROUND TRIPS', ''],
    ...all.map((item) => [
      item.what,
      String(item.samples.length),
      ofBudget(item.p50, item.budget?.p50),
      item.p90.toFixed(1),
      ofBudget(item.p99, item.budget?.p99),
      ofBudget(item.max, item.budget?.max),
      item.multiple === undefined ? '-' : `${item.multiple.toFixed(1)}x`,
      verdict(item),
    ]),
  ])
