import { isRemoval, isWrite, type Decision, type Outcome } from '../engine/decision.ts'
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

/** A refresh of what Argo CD is using that can wait: its address stays, and its credential still serves (decisions.md §4). */
const canWait = (decision: Decision, { fleet, hasEnded }: ReconcileOptions): boolean =>
  isWrite(decision) &&
  decision.action === 'update' &&
  decision.held === undefined &&
  !hasEnded(decision.secret) &&
  fleet.registrations.get(decision.id)?.visible === true &&
  decision.changes.some(({ path }) => path === 'data.config') &&
  !decision.changes.some(({ path }) => path === 'data.server')

/** Milliseconds these decisions have to wait for the pace; 0 where they may go. */
export const paceOf = (decisions: readonly Decision[], options: ReconcileOptions): number =>
  decisions.some((decision) => canWait(decision, options)) ? options.pace.take() : 0

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
