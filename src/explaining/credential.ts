import { credentialExpiry } from '../argocd/credential-expiry.ts'
import type { ExplainedCredential } from './explanation.ts'
import { instant } from './instant.ts'

/**
 * How a cluster Secret's config signs in, and until when.
 * @param config holds the credential; nothing of it but its kind and its end is given back. Undefined where there is none.
 */
export const explainCredential = (config: string | undefined, now: number): ExplainedCredential => {
  const { kind, notAfter, tokenNotAfter } = credentialExpiry(config, now)
  const end = notAfter ?? tokenNotAfter
  const date = instant(end)
  return {
    kind,
    ...(date === undefined ? {} : { notAfter: date }),
    ...(end === undefined ? {} : { expired: end <= now }),
  }
}
