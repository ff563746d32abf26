import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds that no healthy run takes, so that a failing test ends and says how things were. */
const LIMIT = 40_000

/** Looks until it is so. @throws once nobody would wait any longer, with the last look beside what was expected */
export const eventually = async <T>(
  look: () => Promise<T> | T,
  expected: T,
  limit: number = LIMIT,
): Promise<void> => {
  const end = Date.now() + limit
  for (;;) {
    const seen = await look()
    try {
      assert.deepEqual(seen, expected)
      return
    } catch (error) {
      if (Date.now() > end) throw error
    }
    await sleep(20)
  }
}
