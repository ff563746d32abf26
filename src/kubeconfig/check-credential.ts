import { pairProblem, readKey, readLeaf } from '../argocd/certificate.ts'
import type { MaterialProblem } from '../argocd/certificate.ts'
import { eksToken, isGoogleAccessToken, jwtValidity } from '../argocd/token.ts'
import { done, refuse } from './result.ts'
import type { Step } from './result.ts'
import type { TranslationWarning, Validity } from './translation.ts'

export interface Checked {
  readonly validity?: Validity
  readonly warnings: readonly TranslationWarning[]
}

const SHORT_LIVED = 24 * 3_600_000

const date = (milliseconds: number): string => new Date(milliseconds).toISOString().replace('.000Z', 'Z')

const dateWarnings = (validity: Validity, now: number): readonly TranslationWarning[] => {
  if (validity.notAfter <= now)
    return [{ id: 'credential-expired', params: { kind: validity.kind, date: date(validity.notAfter) } }]
  if (validity.notBefore !== undefined && validity.notBefore > now)
    return [
      { id: 'credential-not-yet-valid', params: { kind: validity.kind, date: date(validity.notBefore) } },
    ]
  return []
}

const invalid = (field: string, problem: MaterialProblem | 'white-space'): ReturnType<typeof refuse> =>
  refuse('credential-invalid', { field, problem })

/**
 * A pair must decode, parse and fit: Argo CD builds no client from one that does not. `fitChecked`: the same config
 * is registered already, so the costly comparison was made when it was written.
 */
export const checkPair = (
  certData: string,
  keyData: string,
  now: number,
  fitChecked: boolean,
): Step<Checked> => {
  const leaf = readLeaf(certData)
  if (!leaf.ok) return invalid('client-certificate-data', leaf.problem)
  const key = readKey(keyData)
  if (!key.ok) return invalid('client-key-data', key.problem)
  const problem = fitChecked ? undefined : pairProblem(leaf.value, key.value)
  if (problem !== undefined)
    return invalid(problem === 'not-a-certificate' ? 'client-certificate-data' : 'client-key-data', problem)
  const { notBefore, notAfter } = leaf.value
  const validity: Validity = { kind: 'certificate', notBefore, notAfter }
  return done({ validity, warnings: dateWarnings(validity, now) })
}

const shortLived = (maker: string, end: number | undefined): TranslationWarning => ({
  id: 'token-short-lived',
  params: { maker, ...(end === undefined ? {} : { date: date(end) }) },
})

/** White space inside a token breaks the Authorization header (`invalid header field value`). */
export const checkToken = (token: string, now: number): Step<Checked> => {
  if (/[\s\p{Cc}]/u.test(token)) return invalid('token', 'white-space')
  const eks = eksToken(token)
  if (eks !== undefined) {
    const short = shortLived('EKS', eks.notAfter)
    if (eks.notAfter === undefined) return done({ warnings: [short] })
    const validity: Validity = { kind: 'token', notAfter: eks.notAfter }
    return done({ validity, warnings: [short, ...dateWarnings(validity, now)] })
  }
  if (isGoogleAccessToken(token)) return done({ warnings: [shortLived('Google', undefined)] })
  const jwt = jwtValidity(token)
  if (jwt === undefined) return done({ warnings: [] })
  const validity: Validity = { kind: 'token', ...jwt }
  const left = validity.notAfter - now
  const short = left > 0 && left < SHORT_LIVED ? [shortLived('', validity.notAfter)] : []
  return done({ validity, warnings: [...short, ...dateWarnings(validity, now)] })
}
