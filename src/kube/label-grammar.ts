import { isLabelKey, isLabelValue } from './names.ts'

export interface Requirement {
  readonly key: string
  readonly operator: 'exists' | 'absent' | 'in' | 'notin' | 'above' | 'below'
  /** Empty with `exists` and `absent`; one integer with `above` and `below`. */
  readonly values: ReadonlySet<string>
}

export type ParsedSelector =
  | { readonly ok: true; readonly requirements: readonly Requirement[] }
  | { readonly ok: false; readonly fault: string }

const SYMBOLS = new Set(['=', '==', '!=', '!', '(', ')', ',', '>', '<'])

/** Words and symbols of a selector; white space only parts them. */
const tokensOf = (text: string): readonly string[] => text.match(/==|!=|[=!(),<>]|[^\s=!(),<>]+/g) ?? []

/** Unwinds the parser; never leaves this file. */
class Refusal extends Error {}

const OPERATORS: ReadonlyMap<string, Requirement['operator']> = new Map([
  ['=', 'in'],
  ['==', 'in'],
  ['!=', 'notin'],
  ['>', 'above'],
  ['<', 'below'],
  ['in', 'in'],
  ['notin', 'notin'],
])

class SelectorParser {
  readonly #tokens: readonly string[]
  #at = 0

  constructor(text: string) {
    this.#tokens = tokensOf(text)
  }

  parse(): Requirement[] {
    const requirements: Requirement[] = []
    if (this.#peek() === undefined) return requirements
    do requirements.push(this.#requirement())
    while (this.#skip(','))
    if (this.#peek() !== undefined) throw new Refusal("expected ',' or the end")
    return requirements
  }

  #requirement(): Requirement {
    const negated = this.#skip('!')
    const key = this.#word()
    if (key === undefined || !isLabelKey(key)) throw new Refusal('expected a label key')
    const next = this.#peek()
    if (negated || next === undefined || next === ',')
      return { key, operator: negated ? 'absent' : 'exists', values: new Set() }
    this.#at += 1
    const operator = OPERATORS.get(next)
    if (operator === undefined) throw new Refusal('expected an operator')
    const values = next === 'in' || next === 'notin' ? this.#list() : new Set([this.#word() ?? ''])
    for (const value of values) {
      if (!isLabelValue(value)) throw new Refusal('expected a label value')
      if ((operator === 'above' || operator === 'below') && !/^[+-]?\d+$/.test(value))
        throw new Refusal('expected an integer')
    }
    return { key, operator, values }
  }

  /** An empty list, and an empty place in one, mean the empty value. */
  #list(): Set<string> {
    if (!this.#skip('(')) throw new Refusal("expected '('")
    const values = new Set<string>()
    do values.add(this.#word() ?? '')
    while (this.#skip(','))
    if (!this.#skip(')')) throw new Refusal("expected ')'")
    return values
  }

  #word(): string | undefined {
    const token = this.#peek()
    if (token === undefined || SYMBOLS.has(token)) return undefined
    this.#at += 1
    return token
  }

  #peek(): string | undefined {
    return this.#tokens[this.#at]
  }

  #skip(token: string): boolean {
    if (this.#peek() !== token) return false
    this.#at += 1
    return true
  }
}

/**
 * Reads a label selector as `labels.Parse` of k8s.io/apimachinery does: `=`, `==`, `!=`, `>`, `<`, `in`, `notin`, `key`
 * and `!key`, joined by commas.
 */
export const parseLabelSelector = (text: string): ParsedSelector => {
  try {
    return { ok: true, requirements: new SelectorParser(text).parse() }
  } catch (error) {
    if (error instanceof Refusal)
      return { ok: false, fault: `unable to parse the label selector: ${error.message}` }
    throw error
  }
}
