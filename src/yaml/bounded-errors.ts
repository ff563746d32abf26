import { YAMLParseError } from 'yaml'
import type { Composer, ErrorCode } from 'yaml'

/** Enough to place the first one; each has a stack of its own, and a hostile text makes hundreds of thousands. */
const MAX_ERRORS = 10

/** Thrown out of a composer that `boundErrors` watches. */
export class TooManyErrors extends Error {
  readonly errors: readonly YAMLParseError[]

  constructor(errors: readonly YAMLParseError[]) {
    super('too many errors')
    this.errors = errors
  }
}

type Source = number | readonly number[] | { readonly offset: number }
type OnError = (source: Source, code: ErrorCode, message: string, warning?: boolean) => void

const startOf = (source: Source): number => {
  if (typeof source === 'number') return source
  return 'offset' in source ? source.offset : (source[0] ?? 0)
}

const endOf = (source: Source): number =>
  typeof source === 'number' || 'offset' in source ? startOf(source) + 1 : (source[1] ?? startOf(source) + 1)

/**
 * Makes a composer throw `TooManyErrors` at the tenth error of a text; each level of nesting reports it once more. The library has no option for it: this wraps the
 * handler it calls for each. Were that handler to go, all errors would be made, as without this.
 */
export const boundErrors = (composer: Composer): Composer => {
  const errors: YAMLParseError[] = []
  const original = Reflect.get(composer, 'onError') as OnError | undefined
  const bounded: OnError = (source, code, message, warning) => {
    // Nobody reads warnings, and each of a million bad directives has one.
    if (warning === true) return
    errors.push(new YAMLParseError([startOf(source), endOf(source)], code, message))
    if (errors.length >= MAX_ERRORS) throw new TooManyErrors(errors)
    original?.(source, code, message, warning)
  }
  Reflect.set(composer, 'onError', bounded)
  return composer
}
