import { isRemoval, isWrite, type Decision, type Outcome } from '../engine/decision.ts'
import { decisionText, warningText, type ReasonId } from '../engine/reasons/index.ts'
import { needsPerson } from '../engine/report.ts'
import { visible } from './live-text.ts'

/**
 * How a cluster stands, in one word. Of `list`'s words, `active`, `pinned`, `demoted` and `held` mean the same here.
 * - `waiting`: for its kubeconfig · `refused`, `failed`: not registered, or not written
 * - `kept`: it stands, and not as its namespace would have it · `braked`: held by the brake
 * - `overtaken`: somebody else wrote meanwhile, and it is looked at again · `planned`: a dry run would write it
 */
export type LiveState =
  | 'failed'
  | 'refused'
  | 'braked'
  | 'kept'
  | 'overtaken'
  | 'waiting'
  | 'planned'
  | 'deleted'
  | 'held'
  | 'demoted'
  | 'pinned'
  | 'active'

/** What clusters that stand alike share. */
export interface Standing {
  readonly state: LiveState
  readonly reason: ReasonId
  readonly needsPerson: boolean
}

export interface LiveRow {
  readonly id: string
  readonly cluster: string
  readonly namespace: string
  readonly standing: Standing
  /** Why a person is needed, in words. */
  readonly why?: string
  /** When it came to stand so, or was seen to; milliseconds of the monotonic clock. */
  readonly since: number
}

const KEPT: { readonly [R in ReasonId]?: LiveState } = { demoted: 'demoted', held: 'held', pinned: 'pinned' }

const restState = ({ action, reason }: Decision): LiveState => {
  if (action === 'wait') return 'waiting'
  if (action === 'refuse') return 'refused'
  return action === 'keep' ? (KEPT[reason] ?? 'kept') : 'active'
}

const stateOf = ({ decision, result }: Outcome): LiveState => {
  if (!isWrite(decision) && !isRemoval(decision)) return restState(decision)
  switch (result) {
    case 'done':
      if (decision.action === 'demote') return 'demoted'
      return decision.action === 'prune' ? 'deleted' : 'active'
    case 'held':
      return decision.held === 'removal-held' ? 'braked' : 'kept'
    case 'failed':
      return 'failed'
    case 'stood-down':
      return 'overtaken'
    default:
      return 'planned'
  }
}

/** The reason in words, or why what it asks for was not done. */
const whyOf = ({ decision, result, notes }: Outcome): string => {
  const wanted =
    result === 'failed' ? 'write-failed' : result === 'stood-down' ? 'stood-down' : 'removal-held'
  const note = result && [...decision.warnings, ...notes].find(({ reason }) => reason === wanted)
  return note
    ? warningText(note.reason, note.params).message
    : decisionText(decision.reason, decision.params).message
}

/** @param shared standings that there are already · @param before its row until now */
export const liveRow = (
  outcome: Outcome,
  now: number,
  shared: Map<string, Standing>,
  before: LiveRow | undefined,
): LiveRow => {
  const { decision, result } = outcome
  const state = stateOf(outcome)
  // What stands since then for another reason is of more interest than that there is nothing to do.
  if (before?.standing.state === 'active' && decision.action === 'unchanged') return before
  const person = needsPerson({
    cluster: null,
    action: decision.action,
    reason: decision.reason,
    message: '',
    warnings: [...decision.warnings, ...outcome.notes].map(({ reason }) => ({ reason, message: '' })),
    ...(result === undefined ? {} : { result }),
  })
  const key = `${state} ${decision.reason} ${person}`
  const standing = shared.get(key) ?? { state, reason: decision.reason, needsPerson: person }
  shared.set(key, standing)
  return {
    id: decision.id,
    cluster: visible(decision.cluster ?? decision.secret) || '-',
    namespace: visible(decision.namespace ?? '') || '-',
    standing,
    ...(person ? { why: visible(whyOf(outcome)) } : {}),
    since: before?.standing === standing && result !== 'done' ? before.since : now,
  }
}
