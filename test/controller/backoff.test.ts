import assert from 'node:assert/strict'
import { backoffDelay } from '../../src/controller/backoff.ts'

describe('backoffDelay', () => {
  const delays = (spread: number, random: number, failures: readonly number[]): number[] =>
    failures.map((count) => backoffDelay(count, { first: 500, most: 30_000, spread }, random))

  it('doubles to the most there is, after any number of failures', () => {
    assert.deepEqual(
      delays(0.5, 0, [1, 2, 3, 6, 7, 8, 100, 100_000]),
      [500, 1000, 2000, 16000, 30000, 30000, 30000, 30000],
    )
  })

  it('leaves to chance the part it is told to', () => {
    assert.deepEqual(delays(0.5, 0.5, [1, 7]), [375, 22_500])
    assert.deepEqual(delays(1, 0.5, [1, 7]), [250, 15_000])
    assert.deepEqual(delays(0, 0.9, [1, 7]), [500, 30_000])
  })
})
