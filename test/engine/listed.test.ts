import assert from 'node:assert/strict'
import { listed } from '../../src/engine/listed.ts'

describe('names in a sentence', () => {
  it('given up to five, then all are said; given more, then five and how many more', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']

    assert.equal(listed([]), '')
    assert.equal(listed(names.slice(0, 1)), 'a')
    assert.equal(listed(names.slice(0, 5)), 'a, b, c, d, e')
    assert.equal(listed(names), 'a, b, c, d, e and 2 more')
  })
})
