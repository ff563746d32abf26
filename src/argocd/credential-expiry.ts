import { certificateDates } from './certificate-dates.ts'
import { readBlocks } from './certificate.ts'
import { isCertificate } from './pem.ts'
import { jwtValidity } from './token.ts'

/** Labels of the metric series `expiry`; each registration is in exactly one. */
export type ExpiryBucket =
  'expired' | 'lt_24h' | 'lt_7d' | 'lt_30d' | 'ok' | 'token' | 'exec' | 'unreadable' | 'absent'

/** How a registration signs in, as Argo CD chooses; `none` is anonymous. */
export type CredentialKind = 'certificate' | 'token' | 'basic' | 'exec' | 'aws' | 'none'

/** All times are milliseconds since the epoch. */
export interface CredentialExpiry {
  readonly bucket: ExpiryBucket
  readonly kind: CredentialKind
  /** Of the client certificate; with a bucket that has a date. A later `notBefore` than now: not yet valid. */
  readonly notBefore?: number
  readonly notAfter?: number
  /** Of a bearer token that says when it ends. The bucket stays `token`. */
  readonly tokenNotAfter?: number
}

const HOUR = 3_600_000
const BANDS = [
  { below: 24 * HOUR, bucket: 'lt_24h' },
  { below: 168 * HOUR, bucket: 'lt_7d' },
  { below: 720 * HOUR, bucket: 'lt_30d' },
] as const

type Json = Readonly<Record<string, unknown>>
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): boolean => value === undefined || value === null || typeof value === 'string'
const isFlag = (value: unknown): boolean =>
  value === undefined || value === null || typeof value === 'boolean'

const readConfig = (text: string): Json | undefined => {
  try {
    const parsed: unknown = JSON.parse(text)
    return isObject(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}

/** Of a certificate with so many milliseconds left. */
export const bandOf = (left: number): ExpiryBucket =>
  left <= 0 ? 'expired' : (BANDS.find((band) => left < band.below)?.bucket ?? 'ok')

/** When the CA certificates of a bundle end, in milliseconds; one that is being replaced holds the old one and the new. */
export interface CaEnds {
  readonly first: number
  readonly last: number
}

/**
 * When the CA certificates of a `config` end; `undefined` where it has none that can be read. Apart from
 * `credentialExpiry`, since only a diagnosis needs it.
 */
export const caEnds = (configText: string): CaEnds | undefined => {
  const tls = readConfig(configText)?.tlsClientConfig
  const ca = isObject(tls) && typeof tls.caData === 'string' ? tls.caData : ''
  const read = ca === '' ? undefined : readBlocks(ca)
  if (read?.ok !== true) return undefined
  const certificates = read.value.filter(isCertificate).map((block) => certificateDates(block.der))
  const ends = certificates.filter((dates) => dates !== undefined).map((dates) => dates.notAfter)
  return ends.length === 0 ? undefined : { first: Math.min(...ends), last: Math.max(...ends) }
}

/** Only the first PEM block counts (C7.71). */
const firstDates = (field: string): ReturnType<typeof certificateDates> => {
  const read = readBlocks(field)
  const first = read.ok ? read.value[0] : undefined
  return first !== undefined && isCertificate(first) ? certificateDates(first.der) : undefined
}

const tokenEnd = (token: unknown): { readonly tokenNotAfter?: number } => {
  const validity = typeof token === 'string' ? jwtValidity(token) : undefined
  return validity === undefined ? {} : { tokenNotAfter: validity.notAfter }
}

const withoutCertificate = (config: Json): CredentialExpiry => {
  const { bearerToken, username, password } = config
  if (bearerToken !== undefined && bearerToken !== null && bearerToken !== '')
    return { bucket: 'token', kind: 'token', ...tokenEnd(bearerToken) }
  const basic = [username, password].some((value) => typeof value === 'string' && value !== '')
  return { bucket: 'token', kind: basic ? 'basic' : 'none' }
}

/**
 * The state of a registration's credential, read from the `config` that is written, not from its source. `now` in
 * milliseconds. Exactly 24 h left is `lt_7d`, exactly 720 h is `ok`. Never throws, never quotes the input.
 */
export const credentialExpiry = (configText: string | undefined, now: number): CredentialExpiry => {
  if (configText === undefined || configText.trim() === '') return { bucket: 'absent', kind: 'none' }
  const config = readConfig(configText)
  const tls = config?.tlsClientConfig ?? {}
  const unreadable: CredentialExpiry = { bucket: 'unreadable', kind: 'none' }
  if (config === undefined || !isObject(tls)) return unreadable
  const texts = [config.bearerToken, config.username, config.password, tls.caData, tls.certData, tls.keyData]
  const flags = [tls.insecure, config.disableCompression]
  if (!texts.every(isText) || !flags.every(isFlag)) return unreadable
  for (const [field, kind] of [
    ['awsAuthConfig', 'aws'],
    ['execProviderConfig', 'exec'],
  ] as const) {
    const value = config[field] ?? undefined
    if (value === undefined) continue
    return isObject(value) ? { bucket: 'exec', kind } : unreadable
  }
  if (typeof tls.certData !== 'string' || tls.certData === '') return withoutCertificate(config)
  const dates = firstDates(tls.certData)
  if (dates === undefined) return unreadable
  return { bucket: bandOf(dates.notAfter - now), kind: 'certificate', ...dates }
}
