import { allowed, fleetOf, isSourceLeft, type BrakeSetting } from './fleet.ts'
import { circumstancesOf } from './judge.ts'
import type { PassRun, Process, Removed } from './passes.ts'
import type { Effect } from './recorder.ts'
import { hideReason, removalReason } from './removal-rules.ts'
import { hasDemotionLabel, isVisible } from './sight.ts'

/** Hidden or deleted, and not taken back by a server race: for the brake to count. */
const automatic = (run: PassRun, owner: string, ttl: number): Effect[] => {
  const base = circumstancesOf(run, owner, ttl)
  // What a person hides or shows by name is no surprise to anybody.
  const asked = run.wish.ask?.verb
  return run.recorder.effects.filter((effect, index) => {
    const { before, after, verb } = effect
    if (!before || (asked !== undefined && asked !== 'prune')) return false
    const circumstances = { ...base, earlier: run.recorder.effects.slice(0, index) }
    const isDeleted = verb === 'DELETE'
    const isHidden = after !== undefined && !isVisible(after) && hasDemotionLabel(after)
    const reason = isDeleted ? removalReason : hideReason
    return (isDeleted || isHidden) && reason(effect, before, circumstances) !== 'race'
  })
}

/** It left Argo CD, or for good; a mark on what is hidden takes nothing. */
const takes = ({ verb, before }: Effect): boolean =>
  verb === 'DELETE' || (before !== undefined && isVisible(before))

/** What one plan of the pass let go. */
const planFaults = (
  gone: readonly Effect[],
  { told }: Effect,
  log: readonly Removed[],
  { now, plan, wish }: PassRun,
  limit: BrakeSetting,
  owner: string,
): string[] => {
  const taken = gone.filter(takes)
  if (taken.length === 0) return []
  const { recent, size } = fleetOf(told.secrets, owner, now, log)
  const release = wish.prunes?.release
  const outOfSight = taken.filter(
    ({ before, secret }) => before !== undefined && !isVisible(before) && !recent.has(secret),
  )
  const may = release ?? allowed(limit, size + outOfSight.length)
  // One that was hidden lately and is deleted now is one that is lost.
  const went = new Set([...recent, ...taken.map(({ secret }) => secret)]).size
  return [
    ...(went > may ? [`the brake let ${went} go in 10 minutes, and ${may} may`] : []),
    ...(plan.removals === 'off' ? ['removals were off'] : []),
    ...(taken.length > 1 && release === undefined && !isSourceLeft(told, owner)
      ? [`${taken.length} went at once, and no source namespace was left`]
      : []),
  ]
}

/**
 * The brake (decisions.md §4), from what really went: never more in 10 minutes than the limit, of those that were there by
 * what the pass was told; never several at once without a source namespace; never on another hub.
 */
export const brakeFaults = (
  run: PassRun,
  process: Process,
  limit: BrakeSetting,
  owner: string,
  ttl: number,
): string[] => {
  const { first: hub } = run.listener.hubs
  if (hub !== undefined) process.hub ??= hub
  const gone = automatic(run, owner, ttl)
  const faults: string[] = []
  for (const plan of new Set(gone.map(({ told }) => told))) {
    const together = gone.filter(({ told }) => told === plan)
    const [first] = together
    if (first) faults.push(...planFaults(together, first, process.removals, run, limit, owner))
    process.removals.push(...together.map(({ secret }) => ({ secret, at: run.now })))
  }
  if (run.plan.dryRun === undefined)
    process.removals.push(...run.reported.map((secret) => ({ secret, at: run.now })))
  const isElsewhere = ({ hub }: Effect): boolean => hub !== undefined && hub !== process.hub
  return gone.some((effect) => takes(effect) && isElsewhere(effect))
    ? [...faults, 'the brake let go on another hub']
    : faults
}
