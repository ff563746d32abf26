/** Words of YAML 1.1 that are no text. */
const WORD = /^(?:y|n|yes|no|on|off|true|false|null)$/i
/** Letters, digits and what can't end a scalar or begin another; `#` and `: ` never. */
const PLAIN = /^[A-Za-z0-9/+][-A-Za-z0-9+/_.=@]*$/
const SENTENCE = /^[A-Za-z][-A-Za-z0-9+/_.=@:,;()]*(?: [-A-Za-z0-9+/_.=@:,;()]+)*$/
/** No number in any base, and no date, has one of these characters, or as many dashes as a uid. */
const TEXT_ONLY = /[g-wyzG-WYZ/=@]|-[^-]*-[^-]*-/
/** A letter that no decimal number has; only those with a prefix do. */
const HEX_TEXT = /^(?!0[xbo])\d[0-9a-f]*[a-df]/i
/** A flag, as lists of arguments have it. */
const FLAG = /^--?[A-Za-z][-A-Za-z0-9]*$/
const INTEGER = /^(?:0|[1-9]\d{0,8})$/

/** What a scalar on one line is, in any reader of YAML. */
export type SimpleScalar =
  | { readonly kind: 'text'; readonly text: string; readonly quoted: boolean }
  /** `true`, `false`, an integer below a thousand million, or `null`. */
  | { readonly kind: 'boolean' | 'integer' | 'null'; readonly text: string }
  /** `{}` or `[]`. */
  | { readonly kind: 'empty-map' | 'empty-list' }

const text = (value: string, quoted: boolean): SimpleScalar => ({ kind: 'text', text: value, quoted })

const EMPTY_MAP: SimpleScalar = { kind: 'empty-map' }
const EMPTY_LIST: SimpleScalar = { kind: 'empty-list' }

/**
 * A scalar that stands on one line, and means the same to every reader of YAML: text, a small integer, `true`, `false`,
 * `{}` or `[]`. Undefined for anything else, right or wrong.
 */
export const simpleScalar = (source: string): SimpleScalar | undefined => {
  const first = source.charCodeAt(0)
  if (first === 34) return /^"[^"\\\p{Cc}]*"$/u.test(source) ? text(source.slice(1, -1), true) : undefined
  if (first === 39) return /^'[^'\p{Cc}]*'$/u.test(source) ? text(source.slice(1, -1), true) : undefined
  if (source === '{}') return EMPTY_MAP
  if (source === '[]') return EMPTY_LIST
  if (source === 'true' || source === 'false') return { kind: 'boolean', text: source }
  if (source === 'null') return { kind: 'null', text: source }
  if (INTEGER.test(source)) return { kind: 'integer', text: source }
  const isLetter = /^[A-Za-z]/.test(source)
  if (PLAIN.test(source))
    return (isLetter ? !WORD.test(source) : TEXT_ONLY.test(source) || HEX_TEXT.test(source))
      ? text(source, false)
      : undefined
  if (FLAG.test(source)) return text(source, false)
  return SENTENCE.test(source) && !/:(?: |$)/.test(source) ? text(source, false) : undefined
}
