import { credentialExpiry, type CredentialExpiry } from '../argocd/credential-expiry.ts'

/** How Argo CD signs in to a cluster; `unreadable` and `absent` are of its `config`. */
export type CredentialName =
  'client-certificate' | 'token' | 'basic' | 'exec' | 'aws' | 'anonymous' | 'unreadable' | 'absent'

const NAMES: Readonly<Record<CredentialExpiry['kind'], CredentialName>> = {
  certificate: 'client-certificate',
  token: 'token',
  basic: 'basic',
  exec: 'exec',
  aws: 'aws',
  none: 'anonymous',
}

/** Times are milliseconds since the epoch; `notAfter` is absent where the credential does not say when it ends. */
export const namedCredential = (
  config: string | undefined,
): { readonly credential: CredentialName; readonly notAfter?: number } => {
  const { bucket, kind, notAfter, tokenNotAfter } = credentialExpiry(config, 0)
  const end = notAfter ?? tokenNotAfter
  const credential = bucket === 'unreadable' || bucket === 'absent' ? bucket : NAMES[kind]
  return { credential, ...(end === undefined ? {} : { notAfter: end }) }
}
