import { betterOrder, providerFlags } from '../../providers/better-order.ts'
import type { Note, TrailEntry } from '../decision.ts'
import type { CandidateDigest, SourceSight } from '../snapshot.ts'
import type { PlanContext } from './context.ts'

const isExpired = ({ result }: CandidateDigest, now: number): boolean =>
  result.outcome === 'translated' && result.validity !== undefined && result.validity.notAfter <= now

/** The first candidate that translates, one in date before one that is not; undefined where none does. */
export const chooseCandidate = (
  candidates: readonly CandidateDigest[],
  now: number,
): CandidateDigest | undefined => {
  const usable = candidates.filter(({ result }) => result.outcome === 'translated')
  return usable.find((candidate) => !isExpired(candidate, now)) ?? usable[0]
}

/** Every candidate in rank order, with what it was rejected for. */
export const trailOf = (
  sight: SourceSight & { complete: true },
  winner: CandidateDigest | undefined,
  now: number,
): TrailEntry[] => [
  ...sight.candidates.map((candidate): TrailEntry => {
    const { secret, key, provider, score, result } = candidate
    const entry = { secret, key, provider, score }
    if (candidate === winner) return entry
    if (result.outcome === 'unusable')
      return { ...entry, rejected: { cause: result.cause, params: result.params } }
    if (result.outcome === 'empty') return { ...entry, rejected: { cause: 'source-empty', params: {} } }
    return {
      ...entry,
      rejected: { cause: isExpired(candidate, now) ? 'credential-expired' : 'outranked', params: {} },
    }
  }),
  ...sight.nearMisses.map(({ secret, provider, keys }): TrailEntry => {
    return {
      secret,
      provider,
      score: 0,
      rejected: { cause: 'key-missing', params: { keys: keys.join(', ') } },
    }
  }),
]

/** The candidate whose credential Argo CD would renew by itself, behind a winner that has none; exec credentials are on. */
export const shadowedBy = (
  winner: CandidateDigest,
  candidates: readonly CandidateDigest[],
): CandidateDigest | undefined =>
  winner.allowExec
    ? undefined
    : candidates.find(
        ({ allowExec, secret, result }) =>
          allowExec && secret !== winner.secret && result.outcome === 'translated' && result.usesExec,
      )

/** Later candidates of an exec provider with a credential that Argo CD would renew, behind a winner that has none
 *  (C2.66): usually a generic provider declared before a specific one. */
export const shadowNotes = (
  { settings: { execCredentials, providers } }: PlanContext,
  winner: CandidateDigest,
  candidates: readonly CandidateDigest[],
): Note[] => {
  const shadowed = execCredentials ? shadowedBy(winner, candidates) : undefined
  if (!shadowed) return []
  const params = {
    using: winner.secret,
    provider: winner.provider,
    passedOver: shadowed.secret,
    other: shadowed.provider,
    flags: providerFlags(betterOrder(providers, [{ first: winner.provider, better: shadowed.provider }])),
  }
  return [{ reason: 'exec-shadowed', params }]
}

/** Other Secrets that would do as well: of the same provider, with the same score. */
export const rivalNotes = (winner: CandidateDigest, candidates: readonly CandidateDigest[]): Note[] => {
  const rivals = candidates.filter(
    ({ provider, score, secret, result }) =>
      provider === winner.provider &&
      score === winner.score &&
      secret !== winner.secret &&
      result.outcome === 'translated',
  )
  const names = [...new Set(rivals.map(({ secret }) => secret))]
  return names.length === 0
    ? []
    : [{ reason: 'source-ambiguous', params: { using: winner.secret, others: names.join(', ') } }]
}
