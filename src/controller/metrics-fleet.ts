import type { ExpiryBucket } from '../argocd/credential-expiry.ts'
import type { Keys } from '../engine/keys.ts'
import { credentialBucket, type CredentialState } from './credential-bucket.ts'

/** An owned registration, as far as metrics count it. */
export interface FleetEntry {
  /** Its label is parked (C7.60). */
  readonly demoted: boolean
  /** Not demoted, and Argo CD does not see it: the reference counts it as active (C10.50). */
  readonly hidden: boolean
  /** Records no source namespace (C6.70). */
  readonly unrouted: boolean
  readonly credential: CredentialState
}

/** @param visible labelled secret-type=cluster */
export const fleetEntry = (
  { labels, visible }: { readonly labels: Readonly<Record<string, string>>; readonly visible: boolean },
  keys: Keys,
  credential: CredentialState,
): FleetEntry => {
  const demoted = Boolean(labels[keys.orphanedSecretType])
  return {
    demoted,
    hidden: !demoted && !visible,
    unrouted: !labels[keys.sourceNamespace],
    credential,
  }
}

const STATES = ['active', 'demoted'] as const
type State = (typeof STATES)[number]

const BUCKETS: readonly ExpiryBucket[] = [
  'expired',
  'lt_24h',
  'lt_7d',
  'lt_30d',
  'ok',
  'token',
  'exec',
  'unreadable',
  'absent',
]

export interface FleetCount {
  /** Of every state and bucket: 18 numbers, each registration in one (C7.57, C7.63). */
  readonly registrations: ReadonlyMap<State, ReadonlyMap<ExpiryBucket, number>>
  readonly unrouted: number
  readonly hidden: number
  readonly anonymous: number
}

const isAnonymous = ({ credential }: FleetEntry): boolean => 'anonymous' in credential && credential.anonymous

/** @param now milliseconds since the epoch */
export const countFleet = (entries: Iterable<FleetEntry>, now: number): FleetCount => {
  const registrations = new Map(
    STATES.map((state) => [state, new Map(BUCKETS.map((bucket) => [bucket, 0]))] as const),
  )
  const count = { unrouted: 0, hidden: 0, anonymous: 0 }
  for (const entry of entries) {
    const buckets = registrations.get(entry.demoted ? 'demoted' : 'active')
    const bucket = credentialBucket(entry.credential, now)
    buckets?.set(bucket, (buckets.get(bucket) ?? 0) + 1)
    count.unrouted += Number(entry.unrouted)
    count.hidden += Number(entry.hidden)
    count.anonymous += Number(isAnonymous(entry))
  }
  return { registrations, ...count }
}
