// Regular expressions with one repeated class run in linear time; the value may be a whole hostile megabyte.
const ALPHABET = /^[A-Za-z0-9+/]*={0,2}$/

/** Without the line breaks Go skips while decoding: the spelling that is stored. */
export const compactBase64 = (text: string): string =>
  text.includes('\n') || text.includes('\r') ? text.replace(/[\r\n]/g, '') : text

/**
 * Decodes as Go's `base64.StdEncoding` does, which is what Argo CD's `[]byte` fields go through: CR and LF are
 * skipped, padding is required, anything else outside the standard alphabet is refused with `undefined`.
 */
export const decodeBase64 = (text: string): Buffer | undefined => {
  const compact = compactBase64(text)
  if (compact.length % 4 !== 0 || !ALPHABET.test(compact)) return undefined
  return Buffer.from(compact, 'base64')
}

/** Strict UTF-8; `undefined` where the bytes are none. */
export const decodeUtf8 = (bytes: Uint8Array): string | undefined => {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
