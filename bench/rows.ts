import { printTable } from './table.ts'

/** One thing measured, with what it may cost at most (docs: the performance budgets). */
export interface Row {
  readonly what: string
  readonly unit: 'ms' | 'MiB' | 'requests' | 'writes' | 'times' | '%' | 'handles'
  readonly samples: readonly number[]
  readonly median: number
  readonly least: number
  readonly most: number
  readonly budget?: number
  /** Whether the median keeps the budget. */
  readonly within?: boolean
}

const middle = (sorted: readonly number[]): number => {
  const half = sorted.length / 2
  const [low = 0, high = low] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]]
  return (low + high) / 2
}

const round = (value: number): number => Math.round(value * 100) / 100

/** @throws without samples. */
export const row = (what: string, unit: Row['unit'], samples: readonly number[], budget?: number): Row => {
  const sorted = [...samples].sort((a, b) => a - b)
  const [least, most] = [sorted[0], sorted.at(-1)]
  if (least === undefined || most === undefined) throw new Error(`${what}: nothing was measured`)
  const median = middle(sorted)
  return {
    what,
    unit,
    samples: samples.map(round),
    median: round(median),
    least: round(least),
    most: round(most),
    ...(budget === undefined ? {} : { budget: round(budget), within: median <= budget }),
  }
}

const verdict = ({ within }: Row): string => {
  if (within === undefined) return ''
  return within ? 'ok' : 'OVER'
}

/** The rows as a table: median, spread, budget. */
export const printRows = (rows: readonly Row[]): string =>
  printTable([
    ['WHAT', 'MEDIAN', 'LEAST', 'MOST', 'BUDGET', ''],
    ...rows.map((item) => [
      `${item.what} (${item.unit})`,
      ...[item.median, item.least, item.most, item.budget].map((value) => value?.toFixed(1) ?? '-'),
      verdict(item),
    ]),
  ])
