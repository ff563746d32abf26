import type { ExpiryBucket } from '../argocd/credential-expiry.ts'
import { credentialBucket, type CredentialState } from './credential-bucket.ts'
import type { Log } from './log.ts'

/** An owned registration, as far as its credential is told of. */
export interface CredentialEntry {
  readonly secret: string
  readonly cluster: string
  readonly state: 'active' | 'demoted'
  readonly credential: CredentialState
}

/** Told of; the others go without saying, `absent` included (C7.75). */
const SAID: ReadonlySet<ExpiryBucket> = new Set(['expired', 'lt_24h', 'unreadable'])

/** Warns of credentials that end or can't be read, when they come to that and not on every audit (C7.74, C7.75, C10.48). */
export class CredentialLog {
  readonly #log: Log
  #said: ReadonlyMap<string, ExpiryBucket> = new Map()

  constructor(log: Log) {
    this.#log = log
  }

  /** @param entries all there are · @param now milliseconds since the epoch */
  take(entries: Iterable<CredentialEntry>, now: number): void {
    const said = new Map<string, ExpiryBucket>()
    for (const entry of entries) {
      const bucket = credentialBucket(entry.credential, now)
      if (!SAID.has(bucket)) continue
      said.set(entry.secret, bucket)
      if (this.#said.get(entry.secret) !== bucket) this.#say(entry, bucket)
    }
    this.#said = said
  }

  #say({ secret, cluster, state, credential }: CredentialEntry, expiry: ExpiryBucket): void {
    if ('notAfter' in credential) {
      const notAfter = new Date(credential.notAfter).toISOString()
      this.#log('warn', 'credential ends', { secret, cluster, state, expiry, notAfter })
    } else this.#log('warn', 'credential cannot be read', { secret, cluster })
  }
}
