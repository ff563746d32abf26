import { Minimatch } from 'minimatch'
import { parseGlob } from './glob-syntax.ts'
import type { Range, Term } from './glob-syntax.ts'

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

const isWord = (character: string): boolean => /[\p{L}\p{N}]/u.test(character)

const escaped = (character: string): string => (isWord(character) ? character : `\\${character}`)

// minimatch leaves a leading `^` of a class unescaped, which would turn the class round.
const caretLast = (ranges: readonly Range[]): readonly Range[] => {
  const others = ranges
    .map(({ low, high }) => ({ low: low === '^' ? step(low, 1) : low, high }))
    .filter(inOrder)
  return ranges.some(({ low }) => low === '^') ? [...others, { low: '^', high: '^' }] : others
}

const rewrittenClass = (negated: boolean, ranges: readonly Range[]): string | undefined => {
  // Nothing in the class: Go matches no character, or with `^` any.
  if (ranges.length === 0) return negated ? '?' : undefined
  const body = caretLast(ranges).map(({ low, high }) =>
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
      // minimatch forgets the backslash before some characters (`|`, `$`), but never inside brackets.
      return isWord(term.character) ? term.character : `[\\${term.character}]`
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
