import assert from 'node:assert/strict'
import { Composer } from 'yaml'
import { boundErrors, TooManyErrors } from '../../src/yaml/bounded-errors.ts'
import { boundedTokens, BoundReached } from '../../src/yaml/bounded-tokens.ts'

/** What stopped the tokens of a text, and where; `read` if nothing did. */
const stop = (text: string, limit = 100): string => {
  try {
    return `read ${String([...boundedTokens(text, limit)].length)}`
  } catch (error) {
    if (!(error instanceof BoundReached)) throw error
    return `${error.bound} ${String(error.offset)}`
  }
}

describe('the tokens of a text', () => {
  it('end at the limit, whatever they are', () => {
    for (const [text, expected] of [
      ['[' + 'x,'.repeat(1000), 'too-complex 66'],
      ['! '.repeat(1000), 'too-complex 99'],
      ['\n'.repeat(1000), 'too-complex 100'],
      ['--- a\n'.repeat(1000), 'too-complex 119'],
    ] as const)
      assert.equal(stop(text), expected, text.slice(0, 20))
    assert.equal(stop('[x, y, z]', 13), 'read 1')
    assert.equal(stop('[x, y, z]', 12), 'too-complex 8')
  })

  it('end at a comma with nothing before it, but not at one in a text', () => {
    for (const text of ['[,', '[a,,', '{,', '[a, # b\n ,', '[a,\n\n,', '{a: b,,'])
      assert.match(stop(text), /^syntax \d+$/, text)
    for (const text of [
      'a: ,,,',
      '- ,',
      '[a,]',
      '[[], {}, "", ]',
      "[',,', ',']",
      'a: |\n  ,\n  ,\n',
      '[[a], [b]]',
    ])
      assert.match(stop(text), /^read \d+$/, text)
  })

  it('end at the first that stands outside any document', () => {
    assert.equal(stop(`a: b\n${'}'.repeat(50)}`), 'read 2')
  })
})

describe('the errors of a text', () => {
  it('are made ten times, then once a level of nesting at most', () => {
    for (const text of [`[${'&a '.repeat(1000)}]`, `a: [${'"b" "c", '.repeat(1000)}]`]) {
      const composer = boundErrors(new Composer({ logLevel: 'silent' }))
      assert.throws(
        () => Array.from(composer.compose(boundedTokens(text, 100_000))),
        (error) => error instanceof TooManyErrors && error.errors.length < 15,
      )
    }
  })

  it('are the ones the composer makes', () => {
    for (const text of ['a: b: c', '"a', 'a: [b', '- a\nb', '@x', 'a: &b &c d', '%YAML 9\n---\na']) {
      const errors = (composer: Composer): unknown =>
        Array.from(composer.compose(boundedTokens(text, 1000))).flatMap((document) =>
          document.errors.map(({ code, pos }) => [code, pos]),
        )
      assert.deepEqual(errors(boundErrors(new Composer())), errors(new Composer()), text)
    }
  })
})
