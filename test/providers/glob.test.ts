import assert from 'node:assert/strict'
import fc from 'fast-check'
import { compileGlob, isValidGlob } from '../../src/providers/glob.ts'
import { FUZZ } from '../support/fuzz.ts'

/** Go's path.Match, told by recursion; `undefined` for a bad pattern. Independent of the code under test. */
const reference = (pattern: string, name: string): boolean | undefined => {
  interface Unit {
    readonly star: boolean
    readonly accepts: (character: string) => boolean
  }
  const units: Unit[] = []
  const characters = Array.from(pattern)
  const one = (accepts: Unit['accepts']): void => {
    units.push({ star: false, accepts })
  }
  while (characters.length > 0) {
    const next = characters.shift()
    if (next === '*') units.push({ star: true, accepts: (character) => character !== '/' })
    else if (next === '?') one((character) => character !== '/')
    else if (next === '\\') {
      const literal = characters.shift()
      if (literal === undefined) return undefined
      one((character) => character === literal)
    } else if (next === '[') {
      const negated = characters[0] === '^' && characters.shift() === '^'
      const ranges: (readonly [string, string])[] = []
      const take = (): string | undefined => {
        const first = characters.shift()
        if (first === undefined || first === '-' || first === ']') return undefined
        const taken = first === '\\' ? characters.shift() : first
        return characters.length === 0 ? undefined : taken
      }
      for (;;) {
        if (characters[0] === ']' && ranges.length > 0) break
        const low = take()
        if (low === undefined) return undefined
        let high: string | undefined = low
        if (characters[0] === '-') {
          characters.shift()
          high = take()
        }
        if (high === undefined) return undefined
        ranges.push([low, high])
      }
      characters.shift()
      one((character) => ranges.some(([low, high]) => low <= character && character <= high) !== negated)
    } else one((character) => character === next)
  }
  const match = (unit: number, at: number): boolean => {
    const current = units[unit]
    if (current === undefined) return at === name.length
    if (current.star)
      return (
        match(unit + 1, at) || (at < name.length && current.accepts(name[at] ?? '') && match(unit, at + 1))
      )
    return at < name.length && current.accepts(name[at] ?? '') && match(unit + 1, at + 1)
  }
  return match(0, 0)
}

const matching = (pattern: string, names: readonly string[]): readonly string[] =>
  names.filter(compileGlob(pattern))

describe("globs with the meaning of Go's path.Match", () => {
  it('C2.32 a star matches any run, an empty one too', () => {
    assert.deepEqual(
      matching('k3k-*-kubeconfig', [
        'k3k--kubeconfig',
        'k3k-a-b-kubeconfig',
        'k3k-kubeconfig',
        'k3k-a-kubeconfigs',
      ]),
      ['k3k--kubeconfig', 'k3k-a-b-kubeconfig'],
    )
  })

  it('C2.33 knows ?, ranges, ^ and \\, and nothing else', () => {
    assert.deepEqual(matching('a?', ['a', 'ab', 'abc']), ['ab'])
    assert.deepEqual(matching('[a-c]x', ['ax', 'dx', 'x']), ['ax'])
    assert.deepEqual(matching('[^a]', ['a', 'b', '^']), ['b', '^'])
    assert.deepEqual(matching('[!a]', ['!', 'a', 'b']), ['!', 'a'])
    assert.deepEqual(matching('\\*', ['*', 'a']), ['*'])
    assert.deepEqual(matching('{a,b}', ['a', '{a,b}']), ['{a,b}'])
    assert.deepEqual(matching('a**b', ['ab', 'axxb']), ['ab', 'axxb'])
    assert.deepEqual(matching('**', ['a', '.a']), ['a', '.a'])
    assert.deepEqual(matching('[[:alpha:]]', ['a]', ':]', 'b']), ['a]', ':]'])
    assert.deepEqual(matching('+(a)', ['a', '+(a)']), ['+(a)'])
    assert.deepEqual(matching('#a', ['#a']), ['#a'])
    assert.deepEqual(matching('!a', ['!a', 'b']), ['!a'])
  })

  it('C2.34 a leading dot is nothing special, and case counts', () => {
    assert.deepEqual(matching('*-kubeconfig', ['.x-kubeconfig', 'X-Kubeconfig']), ['.x-kubeconfig'])
  })

  it('C1.51 knows malformed patterns', () => {
    for (const pattern of ['k3k-[', '[a-]', '[]a]', 'a\\', '[]', '[^]', '[a', '[-a]', '[a-', '[\\', 'ok*[']) {
      assert.equal(isValidGlob(pattern), false, pattern)
      assert.deepEqual(matching(pattern, ['a', pattern]), [])
    }
    for (const pattern of ['', '*', ']', '[a]', '[\\]]', '[\\-]', 'a-b', '[z-a]'])
      assert.equal(isValidGlob(pattern), true, pattern)
  })

  it('agrees with the reference on any pattern and name', () => {
    const piece = fc.constantFrom(
      ...'abz.-!^*?[]\\:{},()+@#|$'.split(''),
      '[^',
      '[a-z]',
      '[!',
      '[[:',
      ':]]',
      '**',
      'ab',
    )
    const pattern = fc.array(piece, { maxLength: 8 }).map((parts) => parts.join(''))
    const name = fc
      .string({ unit: fc.constantFrom(...Array.from('abz-!^[]\\:{},#')), maxLength: 6 })
      .map((text) => `n${text}`)
    fc.assert(
      fc.property(pattern, name, fc.boolean(), (glob, text, prefixed) => {
        const whole = prefixed ? `n${glob}` : glob
        const expected = reference(whole, text)
        assert.equal(isValidGlob(whole), expected !== undefined)
        assert.equal(compileGlob(whole)(text), expected ?? false)
      }),
      { ...FUZZ, numRuns: FUZZ.numRuns * 4 },
    )
  })
})
