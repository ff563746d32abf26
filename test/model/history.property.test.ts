import { FUZZ } from '../support/fuzz.ts'
import { memoryHub } from './hub.ts'
import { tryHistories } from './try.ts'

/** As many as a night takes. */
const MOST = 10_000

describe('the life of any fleet, in memory', function () {
  this.timeout(0)

  it('loses nothing, whatever happens to the hub and to the passes', () =>
    tryHistories(
      { ...FUZZ, numRuns: Math.min(FUZZ.numRuns, MOST) },
      24,
      memoryHub,
      'test/model/history.property.test.ts',
    ))
})
