import assert from 'node:assert/strict'
import { wrapped } from '../../src/output/wrapped.ts'

describe('a line on a terminal', () => {
  it('stays as it is where it fits, and where no width is known', () => {
    assert.deepEqual(wrapped('one two', 7), ['one two'])
    assert.deepEqual(wrapped('one two three', undefined), ['one two three'])
  })

  it('is broken between words, and goes on indented', () => {
    assert.deepEqual(wrapped('one two three four', 10), ['one two', '    three', '    four'])
  })

  it('goes on deeper than it began', () => {
    assert.deepEqual(wrapped('    one two three', 12), ['    one two', '        three'])
  })

  it('keeps a word that is wider than the terminal whole', () => {
    assert.deepEqual(wrapped('a https://one.example.com b', 10), [
      'a',
      '    https://one.example.com',
      '    b',
    ])
    assert.deepEqual(wrapped('https://one.example.com', 10), ['https://one.example.com'])
  })
})
