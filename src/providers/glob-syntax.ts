/** `any` and `one` are `*` and `?`; `never` can't match a name without slashes. */
export type Term =
  | { readonly kind: 'any' }
  | { readonly kind: 'one' }
  | { readonly kind: 'never' }
  | { readonly kind: 'literal'; readonly character: string }
  | { readonly kind: 'class'; readonly negated: boolean; readonly ranges: readonly Range[] }

/** Inclusive; out of order it holds nothing. */
export interface Range {
  readonly low: string
  readonly high: string
}

interface Cursor {
  readonly characters: readonly string[]
  position: number
}

/** One character of a class, or `undefined` where Go reports a bad pattern. */
const classCharacter = (cursor: Cursor): string | undefined => {
  let character = cursor.characters[cursor.position++]
  if (character === '-' || character === ']') return undefined
  if (character === '\\') character = cursor.characters[cursor.position++]
  // Go refuses a class that ends with the pattern, closing bracket or not.
  return cursor.position < cursor.characters.length ? character : undefined
}

const readClass = (cursor: Cursor): Term | undefined => {
  const negated = cursor.characters[cursor.position] === '^'
  if (negated) cursor.position++
  const ranges: Range[] = []
  while (ranges.length === 0 || cursor.characters[cursor.position] !== ']') {
    const low = classCharacter(cursor)
    if (low === undefined) return undefined
    let high: string | undefined = low
    if (cursor.characters[cursor.position] === '-') {
      cursor.position++
      high = classCharacter(cursor)
    }
    if (high === undefined) return undefined
    ranges.push({ low, high })
  }
  cursor.position++
  return { kind: 'class', negated, ranges }
}

const readTerm = (cursor: Cursor): Term | undefined => {
  const character = cursor.characters[cursor.position++] ?? ''
  if (character === '*') return { kind: 'any' }
  if (character === '?') return { kind: 'one' }
  if (character === '[') return readClass(cursor)
  const literal = character === '\\' ? cursor.characters[cursor.position++] : character
  if (literal === undefined) return undefined
  return literal === '/' ? { kind: 'never' } : { kind: 'literal', character: literal }
}

/** The terms of a glob of Go's `path.Match`; `undefined` where Go reports a bad pattern. */
export const parseGlob = (pattern: string): readonly Term[] | undefined => {
  const cursor: Cursor = { characters: Array.from(pattern), position: 0 }
  const terms: Term[] = []
  while (cursor.position < cursor.characters.length) {
    const term = readTerm(cursor)
    if (term === undefined) return undefined
    terms.push(term)
  }
  return terms
}
