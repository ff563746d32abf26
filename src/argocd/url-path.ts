/** The bytes a path stands for, as latin1; an escape that is none stays as it is. */
const unescaped = (path: string): string =>
  Buffer.from(path, 'utf8')
    .toString('latin1')
    .replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))

// What Go's `URL.EscapedPath` leaves as it is, and the slash.
const escaped = (bytes: string): string =>
  bytes.replace(
    /[^A-Za-z0-9._~!$&'()*+,;=:@/-]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )

/** Does a path hold `.` or `..`, in any spelling? Argo CD's client resolves them (client-go joins with `path.Join`). */
export const hasDotSegment = (path: string): boolean =>
  unescaped(path)
    .split('/')
    .some((segment) => segment === '.' || segment === '..')

/**
 * The one spelling of a path: what client-go asks for. Escapes are decoded where they may be, dots resolved, slashes
 * that stand twice or at the end left out. Idempotent.
 */
export const canonicalPath = (path: string): string => {
  const segments: string[] = []
  for (const segment of unescaped(path).split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  return segments.map((segment) => `/${escaped(segment)}`).join('')
}
