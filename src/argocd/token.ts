/** Milliseconds since the epoch. */
export interface TokenValidity {
  readonly notBefore?: number
  readonly notAfter: number
}

// The range of a JavaScript date; anything outside can't be printed.
const MAX_TIME = 8.64e15

const seconds = (value: unknown): number | undefined =>
  typeof value === 'number' && Math.abs(value * 1000) <= MAX_TIME ? Math.floor(value * 1000) : undefined

const jsonObject = (part: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const parsed: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'))
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** `exp` and `nbf` of a JWT; `undefined` for any other token and for one without an end. Nothing is verified. */
export const jwtValidity = (token: string): TokenValidity | undefined => {
  const parts = token.split('.', 4)
  const [header = '', payload = ''] = parts
  if (parts.length !== 3 || jsonObject(header) === undefined) return undefined
  const claims = jsonObject(payload)
  const end = seconds(claims?.exp)
  const start = seconds(claims?.nbf)
  if (end === undefined) return undefined
  return { ...(start === undefined ? {} : { notBefore: start }), notAfter: end }
}

const EKS_PREFIX = 'k8s-aws-v1.'
/** aws-iam-authenticator accepts a token for 15 minutes after X-Amz-Date, although it is presigned for 60 s. */
const EKS_LIFETIME = 900

const EKS_DATE = /[?&]X-Amz-Date=(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z(?:&|$)/i

/** An EKS token: a presigned STS URL in base64url. `end` is absent where the URL carries no date. */
export const eksToken = (token: string): { readonly notAfter?: number } | undefined => {
  if (!token.startsWith(EKS_PREFIX)) return undefined
  const url = Buffer.from(token.slice(EKS_PREFIX.length), 'base64url').toString('latin1')
  const date = EKS_DATE.exec(url)
  if (date === null) return {}
  const [year = 0, month = 0, day = 0, hour, minute, second] = date.slice(1).map(Number)
  const expires = Number(/[?&]X-Amz-Expires=(\d{1,6})(?:&|$)/i.exec(url)?.[1] ?? 0)
  const start = Date.UTC(year, month - 1, day, hour, minute, second)
  return { notAfter: start + Math.max(expires, EKS_LIFETIME) * 1000 }
}

/** Google OAuth access tokens live an hour and carry no date. */
export const isGoogleAccessToken = (token: string): boolean => token.startsWith('ya29.')

/** How tokens of Kubernetes, clouds and code hosts begin, in any letter case: in a host they are lower case. */
const TOKEN_START =
  /(?<![a-z0-9])eyj[a-z0-9_-]{8}|k8s-aws-v1|ya29\.|sha256~|gh[opsu]_|github_pat_|glpat-|xox[abp]-|-----begin/i

/** Runs of what base64 and hexadecimal are written in. */
const RUNS = /[A-Za-z0-9+/_=-]{20,}/g

const isRandom = (run: string): boolean => {
  if (/[A-Z]/.test(run) && /[a-z]/.test(run) && /\d/.test(run)) return true
  return run.split(/[^A-Za-z0-9]/).some((part) => part.length >= 20 && /\d/.test(part))
}

/**
 * May a text hold a credential: a token's beginning, or a long run of base64 or hexadecimal? Errs on the side of yes: a
 * name that looks like one is left out of a message. Give it short texts.
 */
export const looksLikeToken = (text: string): boolean =>
  TOKEN_START.test(text) || (text.match(RUNS)?.some(isRandom) ?? false)
