import { CST, Lexer, Parser } from 'yaml'
import { MAX_DEPTH } from './simple-reader.ts'

/** Why a text is not read further: it nests too deep, has more parts than allowed, or is wrong for certain. */
export type Bound = 'too-deep' | 'too-complex' | 'syntax'

/** Thrown by `boundedTokens`; caught by the reader of documents that asked for them. */
export class BoundReached extends Error {
  readonly bound: Bound
  /** Where in the text. */
  readonly offset: number

  constructor(bound: Bound, offset: number) {
    super(bound)
    this.bound = bound
    this.offset = offset
  }
}

const OPENING = new Set<string | null>(['comma', 'flow-seq-start', 'flow-map-start'])
const SPACING = new Set<string | null>(['space', 'newline', 'comment'])

/** Finds a comma with nothing before it: no YAML has one, and a megabyte of them would become a million tokens. */
class CommaCheck {
  #isScalar = false
  #afterOpening = false

  isStray(lexeme: string): boolean {
    if (this.#isScalar) {
      this.#isScalar = false
      return false
    }
    const type = CST.tokenType(lexeme)
    if (SPACING.has(type)) return false
    if (type === 'comma' && this.#afterOpening) return true
    this.#isScalar = type === 'scalar'
    this.#afterOpening = OPENING.has(type)
    return false
  }
}

/**
 * The tokens of a YAML text, one by one. Each of its parts (a bracket, a comma, a scalar, the space between two of
 * them) costs time and memory many times its size, so no more than `limit` of them are looked at; nothing
 * after the first token that stands outside any document is either. Errors within a document are the composer's.
 * @throws BoundReached
 */
export function* boundedTokens(text: string, limit: number): Generator<CST.Token> {
  const parser = new Parser()
  const commas = new CommaCheck()
  let count = 0
  for (const lexeme of new Lexer().lex(text)) {
    count += 1
    if (count > limit) throw new BoundReached('too-complex', parser.offset)
    if (commas.isStray(lexeme)) throw new BoundReached('syntax', parser.offset)
    for (const token of parser.next(lexeme)) {
      yield token
      if (token.type === 'error') {
        yield* parser.end()
        return
      }
    }
    if (parser.stack.length > MAX_DEPTH) throw new BoundReached('too-deep', parser.offset)
  }
  yield* parser.end()
}
