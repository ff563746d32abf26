/** Characters of one value: a record is to be read, and somebody else's annotation may be in it. */
const LONGEST = 2_000

/** Of what others wrote into a message: an admission webhook may quote the object it refused. */
const CREDENTIALS: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z0-9 ]+-----[^]*?(?:-----END [A-Z0-9 ]+-----|$)/g, '[PEM]'],
  // The base64 of a PEM block, and of a JSON web token's head.
  [/\bLS0tLS1CRUdJT[A-Za-z0-9+/=]+/g, '[PEM]'],
  [/\beyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]*)?/g, '[token]'],
  [/\b(Bearer|Basic)(\s+)[\w.~+/=-]{8,}/gi, '$1$2[credential]'],
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^/\s@?#"']+@/gi, '$1…@'],
]

/** The text without what looks like a credential, and not longer than a record bears. */
export const scrub = (text: string): string => {
  // What is cut off anyway need not be searched.
  const clean = CREDENTIALS.reduce(
    (all, [pattern, instead]) => all.replace(pattern, instead),
    text.slice(0, 2 * LONGEST),
  )
  return clean.length > LONGEST ? `${clean.slice(0, LONGEST)}…` : clean
}

/** JSON text with everything escaped that could move a cursor, end a line or hide something: U+2028 and the controls beyond
 *  ASCII, which JSON leaves as they are, and marks of direction. */
export const shown = (json: string): string =>
  json.replace(/[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/gu, (character) =>
    Array.from(
      { length: character.length },
      (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
    ).join(''),
  )

/** A value bare where it can stand so, else in quotes, as slog does. */
export const quoted = (text: string): string =>
  text !== '' && /^[^\s"=\p{C}\p{Z}]+$/u.test(text) ? text : shown(JSON.stringify(text))
