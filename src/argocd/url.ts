/** The parts of an absolute URL as written, before any browser-style repair. */
export interface UrlParts {
  /** Lower case. */
  readonly scheme: string
  readonly userInfo: string | undefined
  /** As written, with the brackets of an IPv6 literal. */
  readonly host: string
  /** As written, without the colon; `undefined` without a colon. */
  readonly port: string | undefined
  readonly path: string
  /** Without the question mark; `undefined` without one. */
  readonly query: string | undefined
  readonly fragment: string | undefined
}

const URL_FORM = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/([^/?#]*)([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s
const HOST_PORT = /^(\[[^\]]*\]|[^:[\]]*)(?::([^:]*))?$/

/**
 * Splits as Go's `net/url` reads it. WHATWG's parser alone would repair what Go and Argo CD refuse (`https:h`,
 * backslashes, tabs inside), so the form is fixed first and that parser only normalises the host.
 * `undefined`: no absolute URL. White space and control characters are never part of one.
 */
export const splitUrl = (text: string): UrlParts | undefined => {
  if (/[\s\p{Cc}\\]/u.test(text)) return undefined
  const match = URL_FORM.exec(text)
  if (match === null) return undefined
  const [, scheme = '', authority = '', path = '', query, fragment] = match
  const at = authority.lastIndexOf('@')
  const hostPort = HOST_PORT.exec(authority.slice(at + 1))
  if (hostPort === null) return undefined
  return {
    scheme: scheme.toLowerCase(),
    userInfo: at < 0 ? undefined : authority.slice(0, at),
    host: hostPort[1] ?? '',
    port: hostPort[2],
    path,
    query,
    fragment,
  }
}

const NAME = /^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*$/

const MAPPED = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/

/** An IPv4 address in IPv6 clothes is dialled as that address. */
const unmapped = (hostname: string): string => {
  const [high, low] = (MAPPED.exec(hostname) ?? []).slice(1).map((group) => parseInt(group, 16))
  if (high === undefined || low === undefined) return hostname
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** An escape that Go's `url.Parse` refuses, in the path or the fragment; it leaves the query as it is. */
export const hasBrokenEscape = ({ path, fragment = '' }: UrlParts): boolean =>
  /%(?![0-9A-Fa-f]{2})/.test(path) || /%(?![0-9A-Fa-f]{2})/.test(fragment)

/**
 * A host in the one spelling that is compared: lower case, punycode, IP literals as `new URL()` writes them (so
 * `0x7f.1` is `127.0.0.1`), IPv4 ones out of `::ffff:`, without one trailing dot. `undefined`: no legal host. Percent escapes are refused: Go
 * never decodes them in a host.
 */
export const normaliseHost = (host: string): string | undefined => {
  if (host === '' || host.includes('%') || /[/?#@]/.test(host)) return undefined
  let hostname: string
  try {
    hostname = new URL(`https://${host}/`).hostname
  } catch {
    return undefined
  }
  if (hostname.startsWith('[')) return unmapped(hostname)
  const bare = hostname.endsWith('.') ? hostname.slice(0, -1) : hostname
  return bare.length <= 253 && NAME.test(bare) ? bare : undefined
}

/** A port of 1–65535; leading zeros are read as Go reads them. */
export const portNumber = (port: string): number | undefined => {
  if (!/^\d{1,10}$/.test(port)) return undefined
  const value = Number(port)
  return value >= 1 && value <= 65535 ? value : undefined
}
