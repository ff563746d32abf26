import type { Note, TrailEntry } from '../decision.ts'
import { byteOrder } from '../../order.ts'
import { claimKey, secretNameFor } from '../keys.ts'
import type { NamespaceDigest, SourceSight } from '../snapshot.ts'
import { chooseCandidate, rivalNotes, shadowNotes, trailOf } from './candidates.ts'
import type { PlanContext } from './context.ts'
import { nameLack, sourceLack, type Lack } from './lack.ts'

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

const NOT_READ: SourceSight = { complete: false, why: 'its Secrets were not read', forbidden: false }

export const keyOfClaim = ({ namespace, cluster, source }: Claim): string =>
  claimKey(namespace.name, cluster, source?.secret)

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
  const sight = context.snapshot.sources.get(namespace.name) ?? NOT_READ
  if (!sight.complete) {
    const params = {
      why: `Secrets of ${namespace.name}: ${sight.why}`,
      remedy: sight.forbidden
        ? `kubectl auth can-i list secrets -n ${namespace.name}`
        : 'run it again; if it stays, look at the hub and what stands between',
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
    return {
      namespace,
      cluster,
      secret,
      source: undefined,
      lack: sourceLack(context, namespace, sight),
      trail,
    }

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
    ? byteOrder(a.name, b.name)
    : (a.createdAt ?? Infinity) - (b.createdAt ?? Infinity)
