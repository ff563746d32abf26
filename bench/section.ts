import type { Row } from './rows.ts'

export interface BenchOptions {
  readonly clusters: number
  readonly repeats: number
  /** The executable measured: `bin/run.js`, unless another build is to be compared. */
  readonly product: string
  /** Tells the person waiting what is going on. */
  readonly note: (text: string) => void
}

/** One group of measurements; starts and stops whatever it needs itself. */
export interface Section {
  readonly name: string
  readonly run: (options: BenchOptions) => Promise<readonly Row[]>
}
