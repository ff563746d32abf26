import { bandOf, credentialExpiry, type ExpiryBucket } from '../argocd/credential-expiry.ts'

/** What is kept of a registration's credential: enough to say at any time which bucket it is in. */
export type CredentialState =
  /** A client certificate; milliseconds since the epoch. */
  | { readonly notAfter: number }
  | {
      readonly bucket: 'token' | 'exec' | 'unreadable' | 'absent'
      /** `{}` and the like, which the bucket `token` hides: Argo CD signs in as nobody. */
      readonly anonymous: boolean
    }

const isDated = (
  bucket: ExpiryBucket,
): bucket is Exclude<ExpiryBucket, 'token' | 'exec' | 'unreadable' | 'absent'> =>
  !['token', 'exec', 'unreadable', 'absent'].includes(bucket)

/** Of the `config` that is written (C7.64). Holds nothing of it but a date. */
export const credentialState = (configText: string | undefined): CredentialState => {
  const { bucket, kind, notAfter = 0 } = credentialExpiry(configText, 0)
  return isDated(bucket) ? { notAfter } : { bucket, anonymous: bucket === 'token' && kind === 'none' }
}

/** @param now milliseconds since the epoch */
export const credentialBucket = (state: CredentialState, now: number): ExpiryBucket =>
  'notAfter' in state ? bandOf(state.notAfter - now) : state.bucket
