import { isRemoval, isWrite, type Decision, type Outcome, type Write } from '../engine/decision.ts'
import { caDigest } from './ca-digest.ts'
import type { WorkResult } from './queue-visits.ts'
import type { ReconcileOptions } from './reconcile-options.ts'

/** True where something is to be written whose credential was not read on this visit. */
export const needsCredential = (
  decisions: readonly Decision[],
  credentials: ReadonlyMap<string, string>,
): boolean =>
  decisions.some(
    (decision) =>
      isWrite(decision) &&
      decision.held === undefined &&
      decision.desired.credential !== undefined &&
      !credentials.has(decision.desired.credential),
  )

export type PaceOptions = Pick<ReconcileOptions, 'fleet' | 'hasEnded' | 'pace' | 'storedCa'>

/** What makes Argo CD drop all it knows of a cluster that it is using. */
const isRefresh = (decision: Decision, { fleet }: PaceOptions): decision is Write =>
  isWrite(decision) &&
  decision.action === 'update' &&
  decision.held === undefined &&
  fleet.registrations.get(decision.id)?.visible === true &&
  decision.changes.some(({ path }) => path === 'data.config' || path === 'data.server')

/** A refresh without which the cluster can't be reached, now or soon: those go first (decisions.md §4). */
const isPressing = (
  { changes, desired, secret }: Write,
  credentials: ReadonlyMap<string, string>,
  { hasEnded, storedCa }: PaceOptions,
): boolean => {
  if (hasEnded(secret) || changes.some(({ path }) => path === 'data.server')) return true
  const config = desired.credential === undefined ? undefined : credentials.get(desired.credential)
  return config !== undefined && caDigest(config) !== storedCa(secret)
}

/**
 * Milliseconds these decisions have to wait for the pace; 0 where they may go.
 * @param credentials config texts that were read on this visit
 */
export const paceOf = (
  decisions: readonly Decision[],
  credentials: ReadonlyMap<string, string>,
  options: PaceOptions,
): number => {
  const refreshes = decisions.filter((decision) => isRefresh(decision, options))
  if (refreshes.length === 0) return 0
  if (refreshes.some((decision) => !isPressing(decision, credentials, options))) return options.pace.take()
  options.pace.takeAhead()
  return 0
}

const isFault = ({ again, result }: Outcome): boolean => again === true || result === 'failed'

/** When the namespace is to be looked at again, where no event says so before. @param patience milliseconds until somebody looks
 *  for its kubeconfig again; 0 = nobody has to */
export const resultOf = (
  namespace: string,
  outcomes: readonly Outcome[],
  { fleet, interval, isWatched, sources }: ReconcileOptions,
  patience: number,
): WorkResult => {
  if (outcomes.some(isFault)) return { kind: 'fault' }
  const sight = fleet.sources.get(namespace)
  if (sight?.complete === false) return sight.forbidden ? { kind: 'after', ms: interval } : { kind: 'fault' }
  // Nobody tells when a namespace without the label goes, or gets it back.
  if (!isWatched(namespace)) return { kind: 'after', ms: interval }
  const isHeld = outcomes.some(({ decision, result }) => isRemoval(decision) && result !== 'done')
  if (isHeld) return { kind: 'after', ms: interval }
  if (patience > 0) return { kind: 'after', ms: Math.min(patience, interval) }
  return sources.sight === 'complete' ? { kind: 'done' } : { kind: 'after', ms: interval }
}
