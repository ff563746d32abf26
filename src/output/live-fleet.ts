import type { Outcome } from '../engine/decision.ts'
import { liveRow, type LiveRow, type LiveState, type Standing } from './live-rows.ts'

/** Those that need a person first, then those that changed last. */
const order = (a: LiveRow, b: LiveRow): number =>
  Number(b.standing.needsPerson) - Number(a.standing.needsPerson) ||
  b.since - a.since ||
  (a.cluster < b.cluster ? -1 : 1)

/** Puts a row where it belongs among the first so many. */
const insert = (rows: LiveRow[], row: LiveRow, limit: number): void => {
  const last = rows.at(-1)
  if (rows.length === limit && (last === undefined || order(last, row) <= 0)) return
  const at = rows.findIndex((other) => order(row, other) < 0)
  rows.splice(at < 0 ? rows.length : at, 0, row)
  if (rows.length > limit) rows.pop()
}

/** Of every decision that stands one row, and no more of it than is shown. */
export class LiveFleet {
  readonly #rows = new Map<string, readonly LiveRow[]>()
  readonly #shared = new Map<string, Standing>()
  readonly #counts = new Map<Standing, number>()

  /** @param now milliseconds of the monotonic clock */
  take(namespace: string, outcomes: readonly Outcome[], now: number): void {
    const before = this.#rows.get(namespace) ?? []
    const rows = outcomes.map((outcome) =>
      liveRow(
        outcome,
        now,
        this.#shared,
        before.find(({ id }) => id === outcome.decision.id),
      ),
    )
    for (const { standing } of rows) this.#count(standing, 1)
    for (const { standing } of before) this.#count(standing, -1)
    if (rows.length > 0) this.#rows.set(namespace, rows)
    else this.#rows.delete(namespace)
  }

  /** How many clusters there are of each state; none that has none. */
  counts(): ReadonlyMap<LiveState, number> {
    const counts = new Map<LiveState, number>()
    for (const [{ state }, count] of this.#counts) counts.set(state, (counts.get(state) ?? 0) + count)
    return counts
  }

  size(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0)
  }

  /** The rows that are shown where so many fit. */
  first(limit: number): readonly LiveRow[] {
    const rows: LiveRow[] = []
    for (const some of this.#rows.values()) for (const row of some) insert(rows, row, limit)
    return rows
  }

  #count(standing: Standing, by: 1 | -1): void {
    const count = (this.#counts.get(standing) ?? 0) + by
    if (count > 0) this.#counts.set(standing, count)
    else this.#counts.delete(standing)
  }
}
