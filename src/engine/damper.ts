import { createHash } from 'node:crypto'
import type { Desired } from './decision.ts'

/** Corrective writes a registration in so long; more, and somebody else undoes them (decisions.md §4). */
const WINDOW = 5 * 60_000
const ALLOWED = 3

interface History {
  /** What was written last. A write of the same again is a correction; of something else, a change of the source. */
  readonly written: string
  readonly corrections: readonly number[]
}

/** What says the same has the same print. The credential is in it as a digest only. */
const printOf = ({ clusterName, server, configDigest, labels, annotations }: Desired): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        clusterName,
        server,
        configDigest,
        Object.entries(labels).sort(),
        Object.entries(annotations).sort(),
      ]),
    )
    .digest('base64')

/** Remembers writes, so that two that undo each other don't go on for ever. One for the life of the process. */
export class Damper {
  readonly #histories = new Map<string, History>()

  /** @param at milliseconds since the epoch */
  record(secret: string, desired: Desired, at: number): void {
    const written = printOf(desired)
    const before = this.#histories.get(secret)
    const corrections = (before?.corrections ?? []).filter((time) => time > at - WINDOW)
    this.#histories.set(secret, {
      written,
      corrections: before?.written === written ? [...corrections, at] : corrections,
    })
  }

  /** True where writing `desired` would be one correction too many. */
  isContested(secret: string, desired: () => Desired, now: number): boolean {
    const history = this.#histories.get(secret)
    return (
      history !== undefined &&
      history.corrections.filter((time) => time > now - WINDOW).length >= ALLOWED &&
      history.written === printOf(desired())
    )
  }
}
