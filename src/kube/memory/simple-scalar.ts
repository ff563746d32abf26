/** Words of YAML 1.1 that are no text. */
const WORD = /^(?:y|n|yes|no|on|off|true|false|null)$/i
/** Letters, digits and what can't end a scalar or begin another; `#` and `: ` never. */
const PLAIN = /^[A-Za-z0-9/+][-A-Za-z0-9+/_.=@]*$/
const SENTENCE = /^[A-Za-z][-A-Za-z0-9+/_.=@:,;()]*(?: [-A-Za-z0-9+/_.=@:,;()]+)*$/
/** No number in any base, and no date, has one of these characters, or as many dashes as a uid. */
const TEXT_ONLY = /[g-wyzG-WYZ/=@]|-[^-]*-[^-]*-/
const INTEGER = /^(?:0|[1-9]\d{0,8})$/

/**
 * A scalar that stands on one line, and means the same to every reader of YAML: text, a small integer, `true`, `false`,
 * `{}` or `[]`. Undefined for anything else, right or wrong.
 */
export const simpleScalar = (text: string): string | number | boolean | object | undefined => {
  const first = text.charCodeAt(0)
  if (first === 34) return /^"[^"\\\p{Cc}]*"$/u.test(text) ? text.slice(1, -1) : undefined
  if (first === 39) return /^'[^'\p{Cc}]*'$/u.test(text) ? text.slice(1, -1) : undefined
  if (text === '{}') return {}
  if (text === '[]') return []
  if (text === 'true' || text === 'false') return text === 'true'
  if (INTEGER.test(text)) return Number(text)
  const isLetter = /^[A-Za-z]/.test(text)
  if (PLAIN.test(text)) return (isLetter ? !WORD.test(text) : TEXT_ONLY.test(text)) ? text : undefined
  return SENTENCE.test(text) && !/:(?: |$)/.test(text) ? text : undefined
}
