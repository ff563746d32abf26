import { namedCredential } from '../listing/credential-name.ts'
import type { ExplainedCredential } from './explanation.ts'
import { instant } from './instant.ts'

/**
 * How a cluster Secret's config signs in, and until when.
 * @param config holds the credential; nothing of it but its kind and its end is given back. Undefined where there is none.
 */
export const explainCredential = (config: string | undefined, now: number): ExplainedCredential => {
  const { credential: kind, notAfter: end } = namedCredential(config)
  const date = instant(end)
  return {
    kind,
    ...(date === undefined ? {} : { notAfter: date }),
    ...(end === undefined ? {} : { expired: end <= now }),
  }
}
