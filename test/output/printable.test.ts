import assert from 'node:assert/strict'
import { printable } from '../../src/output/printable.ts'

describe('foreign text on a terminal', () => {
  it('keeps its letters and loses what would act on the rest of the screen', () => {
    const cases: readonly (readonly [given: string, shown: string])[] = [
      ['edge-1 ü 東京 🎉', 'edge-1 ü 東京 🎉'],
      ['\u001B[31mred\u001B[0m\u0007', '·[31mred·[0m·'],
      ['one\r\ntwo\u2028three\u2029four', 'one··two·three·four'],
      ['ab\u202Edc\u200Be\uFEFF', 'ab·dc·e·'],
    ]
    for (const [given, shown] of cases) assert.equal(printable(given), shown)
  })
})
