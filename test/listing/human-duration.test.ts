import assert from 'node:assert/strict'
import { humanDuration, untilText } from '../../src/listing/human-duration.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const YEAR = 365 * DAY

describe('a time span in a list', () => {
  it('given spans on either side of every band, then they read as kubectl prints them', () => {
    const spans: readonly (readonly [number, string])[] = [
      [-5 * DAY, '0s'],
      [0, '0s'],
      [999, '0s'],
      [2 * MINUTE - 1, '119s'],
      [2 * MINUTE, '2m'],
      [9 * MINUTE + 59 * SECOND, '9m59s'],
      [10 * MINUTE, '10m'],
      [3 * HOUR - 1, '179m'],
      [3 * HOUR, '3h'],
      [3 * HOUR + MINUTE, '3h1m'],
      [8 * HOUR - 1, '7h59m'],
      [8 * HOUR, '8h'],
      [2 * DAY - 1, '47h'],
      [2 * DAY, '2d'],
      [6 * DAY + 4.5 * HOUR, '6d4h'],
      [8 * DAY - 1, '7d23h'],
      [8 * DAY, '8d'],
      [2 * YEAR - 1, '729d'],
      [2 * YEAR, '2y'],
      [2 * YEAR + 10 * DAY, '2y10d'],
      [8 * YEAR, '8y'],
      [100 * YEAR, '100y'],
    ]
    assert.deepEqual(
      spans.map(([span]) => [span, humanDuration(span)]),
      spans,
    )
  })

  it('given an instant to come, and one that is past, then it says how long is left, and how long ago it was', () => {
    const now = Date.parse('2026-11-29T12:00:00Z')
    assert.deepEqual(
      [6 * DAY + 4 * HOUR, 1, 0, -1, -(3 * DAY + 5 * HOUR), -90 * DAY].map((left) =>
        untilText(now + left, now),
      ),
      ['6d4h', '0s', '0s ago', '0s ago', '3d ago', '90d ago'],
    )
  })
})
