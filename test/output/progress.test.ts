import assert from 'node:assert/strict'
import { isWideEnough } from '../../src/output/progress.ts'

describe('a terminal for the steps of a pass', () => {
  it('given it says that it has hardly a column, then no steps are shown; given it says nothing, then they are', () => {
    assert.deepEqual(
      [0, 1, 19, 20, 80, undefined].map((columns) => isWideEnough(columns)),
      [false, false, false, true, true, true],
    )
  })
})
