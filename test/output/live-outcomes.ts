import type { Outcome } from '../../src/engine/decision.ts'
import type { LiveFleet } from '../../src/output/live-fleet.ts'
import type { SyncOptions, TestHub } from '../engine/test-hub.ts'

export interface Passed {
  readonly outcomes: readonly Outcome[]
  /** Exit code of `sync`. */
  readonly exit: number
}

/** What a pass over the hub comes to. */
export const passOver = async (hub: TestHub, options: SyncOptions = {}): Promise<Passed> => {
  const outcomes: Outcome[] = []
  const progress = {
    planned: () => undefined,
    settled: (outcome: Outcome) => {
      outcomes.push(outcome)
    },
  }
  const { exit } = await hub.sync({ ...options, pass: { ...options.pass, progress } })
  return { outcomes, exit }
}

/** By namespace, as a controller tells of them. */
const byNamespace = (outcomes: readonly Outcome[]): ReadonlyMap<string, readonly Outcome[]> => {
  const all = new Map<string, readonly Outcome[]>()
  for (const outcome of outcomes) {
    const namespace = outcome.decision.namespace ?? ''
    all.set(namespace, [...(all.get(namespace) ?? []), outcome])
  }
  return all
}

/** @param now milliseconds of the monotonic clock */
export const takeAll = (fleet: LiveFleet, outcomes: readonly Outcome[], now: number): void => {
  for (const [namespace, some] of byNamespace(outcomes)) fleet.take(namespace, some, now)
}
