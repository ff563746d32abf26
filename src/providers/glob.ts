import { Minimatch } from 'minimatch'

/** `any` and `one` are `*` and `?`; `never` can't match a name without slashes. */
type Term =
  | { readonly kind: 'any' }
  | { readonly kind: 'one' }
  | { readonly kind: 'never' }
  | { readonly kind: 'literal'; readonly character: string }
  | { readonly kind: 'class'; readonly negated: boolean; readonly ranges: readonly Range[] }

interface Range {
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

const parseGlob = (pattern: string): readonly Term[] | undefined => {
  const cursor: Cursor = { characters: Array.from(pattern), position: 0 }
  const terms: Term[] = []
  while (cursor.position < cursor.characters.length) {
    const term = readTerm(cursor)
    if (term === undefined) return undefined
    terms.push(term)
  }
  return terms
}

/** Whether Go's `path.Match` would accept the pattern. */
export const isValidGlob = (pattern: string): boolean => parseGlob(pattern) !== undefined

const step = (character: string, by: number): string =>
  String.fromCodePoint((character.codePointAt(0) ?? 0) + by)

// A name has no slash, and minimatch would split the pattern at one: an end of a range moves past it.
const withoutSlash = ({ low, high }: Range): Range => ({
  low: low === '/' ? step(low, 1) : low,
  high: high === '/' ? step(high, -1) : high,
})

const inOrder = ({ low, high }: Range): boolean => (low.codePointAt(0) ?? 0) <= (high.codePointAt(0) ?? 0)

const escaped = (character: string): string =>
  /[\p{L}\p{N}]/u.test(character) ? character : `\\${character}`

const rewrittenClass = (negated: boolean, ranges: readonly Range[]): string | undefined => {
  // Nothing in the class: Go matches no character, or with `^` any.
  if (ranges.length === 0) return negated ? '?' : undefined
  const body = ranges.map(({ low, high }) =>
    low === high ? escaped(low) : `${escaped(low)}-${escaped(high)}`,
  )
  return `[${negated ? '^' : ''}${body.join('')}]`
}

/** The term for minimatch: everything escaped, so that neither `[!`, `[:alpha:]` nor `{` gets a meaning Go lacks. */
const rewritten = (term: Term): string | undefined => {
  switch (term.kind) {
    case 'any':
      return '*'
    case 'one':
      return '?'
    case 'never':
      return undefined
    case 'literal':
      return escaped(term.character)
    case 'class':
      return rewrittenClass(term.negated, term.ranges.map(withoutSlash).filter(inOrder))
  }
}

const OPTIONS = {
  nobrace: true,
  noext: true,
  noglobstar: true,
  nonegate: true,
  nocomment: true,
  dot: true,
  platform: 'linux',
} as const

const never = (): boolean => false

/**
 * Compiles a glob with the meaning of Go's `path.Match` over a whole name without slashes: `*`, `?`, `[a-z]`,
 * `[^a]`, `\x`; `[!a]`, `{a,b}` and `**` have no other meaning. An invalid pattern matches nothing.
 */
export const compileGlob = (pattern: string): ((name: string) => boolean) => {
  const terms = parseGlob(pattern)?.map(rewritten)
  if (terms === undefined || terms.includes(undefined)) return never
  // A run of stars means one; minimatch gives `**` alone a meaning of its own.
  const rewrittenPattern = terms.filter((term, index) => term !== '*' || terms[index - 1] !== '*').join('')
  if (rewrittenPattern === '') return (name) => name === ''
  const expression = new Minimatch(rewrittenPattern, OPTIONS).makeRe()
  return expression === false ? never : (name) => expression.test(name)
}
