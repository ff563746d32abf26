interface Element {
  readonly tag: number
  readonly start: number
  readonly end: number
}

const SEQUENCE = 0x30
const VERSION = 0xa0
const UTC_TIME = 0x17
const GENERALIZED_TIME = 0x18

/** The DER element at an offset; `undefined` where it does not end inside its parent. */
const elementAt = (der: Buffer, offset: number, limit: number): Element | undefined => {
  const [tag, first] = [der[offset], der[offset + 1]]
  if (tag === undefined || first === undefined || offset + 2 > limit) return undefined
  const extra = first < 0x80 ? 0 : first & 0x7f
  if (extra > 4 || (first >= 0x80 && extra === 0) || offset + 2 + extra > limit) return undefined
  const length = extra === 0 ? first : der.readUIntBE(offset + 2, extra)
  const start = offset + 2 + extra
  return start + length <= limit ? { tag, start, end: start + length } : undefined
}

const timeOf = (der: Buffer, { tag, start, end }: Element): number | undefined => {
  const text = der.toString('latin1', start, end)
  const years = tag === UTC_TIME ? 2 : tag === GENERALIZED_TIME ? 4 : 0
  if (years === 0 || !new RegExp(`^\\d{${String(years + 10)}}Z$`).test(text)) return undefined
  const written = Number(text.slice(0, years))
  // RFC 5280, 4.1.2.5.1.
  const year = years === 4 ? written : written < 50 ? 2000 + written : 1900 + written
  const [month = 0, day = 0, hour, minute, second] = (text.slice(years).match(/\d\d/g) ?? []).map(Number)
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

const inside = (der: Buffer, parent: Element | undefined): Element | undefined =>
  parent?.tag === SEQUENCE ? elementAt(der, parent.start, parent.end) : undefined

/** The validity is the fourth field of the body, after an optional version. */
const validityOf = (der: Buffer, body: Element | undefined): Element | undefined => {
  let field = inside(der, body)
  for (let skip = field?.tag === VERSION ? 4 : 3; skip > 0; skip--)
    field = field === undefined || body === undefined ? undefined : elementAt(der, field.end, body.end)
  return field
}

/**
 * From when to when an X.509 certificate (DER) is valid, in milliseconds since the epoch; `undefined` where the bytes
 * are no certificate. Reads the two dates only: a fiftieth of what OpenSSL's whole parse costs, and every
 * registration is looked at on every pass.
 */
export const certificateDates = (
  der: Buffer,
): { readonly notBefore: number; readonly notAfter: number } | undefined => {
  const outer = elementAt(der, 0, der.length)
  if (outer?.end !== der.length) return undefined
  const validity = validityOf(der, inside(der, outer))
  const from = inside(der, validity)
  const to = from === undefined || validity === undefined ? undefined : elementAt(der, from.end, validity.end)
  const notBefore = from === undefined ? undefined : timeOf(der, from)
  const notAfter = to === undefined ? undefined : timeOf(der, to)
  return notBefore === undefined || notAfter === undefined ? undefined : { notBefore, notAfter }
}
