import type { RejectedCause, TrailEntry } from '../engine/decision.ts'
import { chooseCandidate, trailOf } from '../engine/plan/candidates.ts'
import { causeText, decisionText } from '../engine/reasons/index.ts'
import type { CandidateDigest, SourceSight } from '../engine/snapshot.ts'
import type { Params, UnusableCause } from '../kubeconfig/translation.ts'
import type { ExplainedCandidate } from './explanation.ts'
import { instant } from './instant.ts'
import { explainText } from './texts.ts'

interface Words {
  readonly message: string
  readonly remedy: string
}

const PLANNED = ['source-empty', 'key-missing', 'credential-expired', 'outranked'] as const
type PlannedCause = (typeof PLANNED)[number]

const isPlanned = (cause: RejectedCause): cause is PlannedCause =>
  (PLANNED as readonly string[]).includes(cause)

const at = ({ secret, key }: { readonly secret: string; readonly key?: string }): string =>
  key === undefined ? secret : `${secret}[${key}]`

/** Why one that is not unusable was passed over. */
const passedOver = (
  cause: PlannedCause,
  entry: TrailEntry,
  params: Params,
  digest: CandidateDigest | undefined,
  winner: CandidateDigest | undefined,
): Words => {
  if (cause === 'source-empty') return decisionText('source-empty', { secrets: at(entry) })
  if (cause === 'key-missing') {
    const keys = params['keys'] ?? ''
    return decisionText('key-missing', { misses: `it has ${keys === '' ? 'no keys' : keys}` })
  }
  const result = digest?.result
  const first = winner ? at(winner) : ''
  if (cause === 'credential-expired' && result?.outcome === 'translated')
    return explainText('candidate-expired', {
      kind: result.validity?.kind ?? 'credential',
      date: instant(result.validity?.notAfter) ?? '',
      first,
    })
  return explainText(result?.outcome === 'translated' ? 'candidate-rival' : 'candidate-outranked', { first })
}

const unusable = (cause: UnusableCause, params: Params): Words => causeText(cause, params)

const optional = ({ message, remedy }: Words): Partial<Words> => ({
  ...(message === '' ? {} : { message }),
  ...(remedy === '' ? {} : { remedy }),
})

/** Every candidate in rank order, each with what it was rejected for, in words. */
export const explainCandidates = (
  sight: SourceSight & { complete: true },
  now: number,
): readonly ExplainedCandidate[] => {
  const winner = chooseCandidate(sight.candidates, now)
  return trailOf(sight, winner, now).map(({ rejected, ...entry }, index): ExplainedCandidate => {
    if (!rejected) return { ...entry, chosen: true }
    const { cause, params } = rejected
    // Near misses stand behind all candidates.
    const digest = sight.candidates[index]
    const words = isPlanned(cause)
      ? passedOver(cause, entry, params, digest, winner)
      : unusable(cause, params)
    // A Secret of another kind that a broad pattern matches too is nobody's fault.
    const isNoise = cause === 'key-missing' && winner !== undefined
    return {
      ...entry,
      chosen: false,
      rejected: cause,
      ...optional(isNoise ? { ...words, remedy: '' } : words),
    }
  })
}
