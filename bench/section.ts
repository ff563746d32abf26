import type { Distribution } from './distribution.ts'
import type { Row } from './rows.ts'

export interface BenchOptions {
  readonly clusters: number
  readonly repeats: number
  /** Changes of each kind whose latency is taken. */
  readonly samples: number
  /** How long a section watches what goes on by itself; absent: as long as its budget asks for. */
  readonly minutes?: number
  /** The executable measured: `bin/run.js`, unless another build is to be compared. */
  readonly product: string
  /** Flags of Node, where the product is run by it, to find out where time and memory go: `--cpu-prof`. The figures are then not the product's. */
  readonly nodeFlags: readonly string[]
  /** Tells the person waiting what is going on. */
  readonly note: (text: string) => void
}

export type Figure = Row | Distribution

/** One group of measurements; starts and stops whatever it needs itself. */
export interface Section {
  readonly name: string
  /** Takes too long to be run unless it is asked for by name. */
  readonly onlyByName?: true
  readonly run: (options: BenchOptions) => Promise<readonly Figure[]>
}
