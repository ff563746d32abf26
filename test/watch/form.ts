import { SIGHTS, UNLEASED, type Sight } from './sights.ts'

/** How the faults are gone through: the same table in either form. */
export interface Form {
  readonly name: 'ci' | 'nightly'
  /** Milliseconds a fault lasts. */
  readonly lasting: number
  /** Milliseconds after which what has not come will not. */
  readonly limit: number
  /** Every fault is gone through with each. */
  readonly sights: readonly Sight[]
  /** Namespaces that are labelled at once. */
  readonly herd: number
  /** Secrets that nobody asked for in one namespace. */
  readonly clutter: number
  /** Whether the heap is weighed: it says little of a process that ran for seconds. */
  readonly weighs: boolean
}

export const CI: Form = {
  name: 'ci',
  lasting: 3000,
  limit: 50_000,
  sights: SIGHTS,
  herd: 100,
  clutter: 600,
  weighs: false,
}

/** Leases are lost in half a minute, and their holders end: what goes on through all of it is only seen without one. */
export const NIGHTLY: Form = {
  name: 'nightly',
  lasting: 30_000,
  limit: 200_000,
  sights: [...SIGHTS, UNLEASED],
  herd: 1000,
  clutter: 5000,
  weighs: true,
}
