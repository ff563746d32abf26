import type { Params } from '../../kubeconfig/translation.ts'
import { isDnsSubdomain } from '../../kube/names.ts'
import type { Note, TrailEntry } from '../decision.ts'
import { secretNameFor } from '../keys.ts'
import { causeText, type ReasonId } from '../reasons/index.ts'
import type { CandidateDigest, NamespaceDigest, SourceSight } from '../snapshot.ts'
import type { PlanContext } from './context.ts'

/** The candidate a namespace's claim rests on. */
export interface Source {
  readonly provider: string
  readonly secret: string
  readonly key: string
  readonly server: string
  readonly canonicalServer: string
  readonly configDigest: string
  readonly configSize: number
  readonly credential: string
  readonly notes: readonly Note[]
}

/** Why a namespace has nothing to register now. */
export interface Lack {
  readonly reason: ReasonId
  readonly params: Params
  /** `wait`: the provisioner has not finished. `unseen`: could not be read. `refuse`: a person has to act. */
  readonly kind: 'wait' | 'unseen' | 'refuse'
}

/**
 * What a source namespace asks for. Keyed by namespace, cluster name and source Secret: later layouts have several a
 * namespace.
 */
export interface Claim {
  readonly namespace: NamespaceDigest
  /** The cluster label as it stands, also where it is no legal name. */
  readonly cluster: string
  /** Empty where the name can't be registered at all. */
  readonly secret: string
  readonly source: Source | undefined
  readonly lack: Lack | undefined
  readonly trail: readonly TrailEntry[]
}

/** Later candidates of an exec provider with a credential that Argo CD would renew, behind a winner that has none
 *  (C2.66): usually a generic provider declared before a specific one. */
const shadowNotes = (
  context: PlanContext,
  winner: CandidateDigest,
  candidates: readonly CandidateDigest[],
): Note[] => {
  if (!context.settings.execCredentials || winner.allowExec) return []
  const shadowed = candidates.find(
    ({ allowExec, secret, result }) =>
      allowExec && secret !== winner.secret && result.outcome === 'translated' && result.usesExec,
  )
  if (!shadowed) return []
  const params = {
    using: winner.secret,
    provider: winner.provider,
    passedOver: shadowed.secret,
    other: shadowed.provider,
  }
  return [{ reason: 'exec-shadowed', params }]
}

const rivalNotes = (winner: CandidateDigest, candidates: readonly CandidateDigest[]): Note[] => {
  const rivals = candidates.filter(
    ({ provider, score, secret, result }) =>
      provider === winner.provider &&
      score === winner.score &&
      secret !== winner.secret &&
      (result.outcome === 'translated' || result.outcome === 'not-tried'),
  )
  const names = [...new Set(rivals.map(({ secret }) => secret))]
  return names.length === 0
    ? []
    : [{ reason: 'source-ambiguous', params: { using: winner.secret, others: names.join(', ') } }]
}

const isExpired = ({ result }: CandidateDigest, now: number): boolean =>
  result.outcome === 'translated' && result.validity !== undefined && result.validity.notAfter <= now

/** The first candidate that translates, one in date before one that is not; undefined where none does. */
const chooseCandidate = (
  candidates: readonly CandidateDigest[],
  now: number,
): CandidateDigest | undefined => {
  const usable = candidates.filter(({ result }) => result.outcome === 'translated')
  return usable.find((candidate) => !isExpired(candidate, now)) ?? usable[0]
}

const trailOf = (
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

const lackOf = (
  context: PlanContext,
  namespace: NamespaceDigest,
  sight: SourceSight & { complete: true },
): Lack => {
  const { candidates, nearMisses } = sight
  // Two providers that try one key find the same fault.
  const faults = candidates
    .flatMap(({ secret, key, result }) =>
      result.outcome === 'unusable'
        ? [{ at: `${secret}[${key}]`, cause: result.cause, ...causeText(result.cause, result.params) }]
        : [],
    )
    .filter(
      (fault, index, all) =>
        all.findIndex(({ at, cause }) => at === fault.at && cause === fault.cause) === index,
    )
  const [first] = faults
  if (first)
    return {
      kind: 'refuse',
      reason: 'source-unusable',
      params: {
        causes: faults.map(({ at, cause, message }) => `${at}: ${cause}: ${message}`).join('; '),
        remedy: first.remedy,
      },
    }
  if (candidates.length > 0)
    return {
      kind: 'wait',
      reason: 'source-empty',
      params: { secrets: candidates.map(({ secret, key }) => `${secret}[${key}]`).join(', ') },
    }
  if (nearMisses.length > 0)
    return {
      kind: 'wait',
      reason: 'key-missing',
      params: {
        misses: nearMisses
          .map(
            ({ secret, provider, keys }) =>
              `${secret} (provider ${provider}) has ${keys.length > 0 ? keys.join(', ') : 'no keys'}`,
          )
          .join('; '),
      },
    }
  return {
    kind: 'wait',
    reason: 'source-missing',
    params: {
      namespace: namespace.name,
      patterns: context.settings.providers
        .map(({ name, secretNamePattern }) => `${secretNamePattern} (${name})`)
        .join(', '),
    },
  }
}

const nameLack = (context: PlanContext, namespace: NamespaceDigest, cluster: string): Lack | undefined => {
  const params = { namespace: namespace.name, cluster, clusterKey: context.keys.cluster }
  if (cluster === '') return { kind: 'refuse', reason: 'cluster-label-missing', params }
  if (cluster === 'in-cluster') return { kind: 'refuse', reason: 'cluster-name-reserved', params }
  if (!isDnsSubdomain(secretNameFor(cluster)))
    return { kind: 'refuse', reason: 'cluster-name-illegal', params }
  return undefined
}

/** True where the namespace's name and label allow a claim; only then are its Secrets read. */
export const canClaim = (context: PlanContext, namespace: NamespaceDigest): boolean =>
  namespace.managed &&
  !namespace.terminating &&
  nameLack(context, namespace, namespace.labels[context.keys.cluster] ?? '') === undefined

/** True where the namespace names a cluster that can't be registered under that name. */
export const asksForIllegalName = (context: PlanContext, namespace: NamespaceDigest): boolean => {
  const cluster = namespace.labels[context.keys.cluster] ?? ''
  return (
    namespace.managed &&
    !namespace.terminating &&
    cluster !== '' &&
    nameLack(context, namespace, cluster) !== undefined
  )
}

/** What one source namespace asks for, and on which Secret it rests. */
export const claimOf = (context: PlanContext, namespace: NamespaceDigest): Claim => {
  const cluster = namespace.labels[context.keys.cluster] ?? ''
  const refused = nameLack(context, namespace, cluster)
  if (refused) return { namespace, cluster, secret: '', source: undefined, lack: refused, trail: [] }

  const secret = secretNameFor(cluster)
  const sight = context.snapshot.sources.get(namespace.name) ?? {
    complete: false as const,
    why: 'its Secrets were not read',
  }
  if (!sight.complete) {
    const params = {
      why: `Secrets of ${namespace.name}: ${sight.why}`,
      remedy: `kubectl auth can-i list secrets -n ${namespace.name}`,
    }
    return {
      namespace,
      cluster,
      secret,
      source: undefined,
      lack: { kind: 'unseen', reason: 'incomplete-view', params },
      trail: [],
    }
  }

  const winner = chooseCandidate(sight.candidates, context.now)
  const trail = trailOf(sight, winner, context.now)
  if (winner?.result.outcome !== 'translated')
    return { namespace, cluster, secret, source: undefined, lack: lackOf(context, namespace, sight), trail }

  const { server, canonicalServer, configDigest, configSize, warnings } = winner.result
  const source: Source = {
    provider: winner.provider,
    secret: winner.secret,
    key: winner.key,
    server,
    canonicalServer,
    configDigest,
    configSize,
    credential: winner.credential,
    notes: [
      ...warnings.map(({ id, params }): Note => ({ reason: id, params })),
      ...shadowNotes(context, winner, sight.candidates),
      ...rivalNotes(winner, sight.candidates),
    ],
  }
  return { namespace, cluster, secret, source, lack: undefined, trail }
}

/** Older first; a namespace of unknown age counts as the youngest; ties fall to the name. */
export const byAge = (a: NamespaceDigest, b: NamespaceDigest): number =>
  (a.createdAt ?? Infinity) === (b.createdAt ?? Infinity)
    ? Buffer.compare(Buffer.from(a.name), Buffer.from(b.name))
    : (a.createdAt ?? Infinity) - (b.createdAt ?? Infinity)
