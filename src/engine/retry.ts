import type { KubeClient } from '../kube/client.ts'
import type { Settings } from '../settings/settings.ts'
import { isRemoval, type Decision, type Outcome, type Rest } from './decision.ts'
import { hasDemotionLabel, keysUnder, registrationKey } from './keys.ts'
import { observeAgain, type Doubt } from './observe/again.ts'
import type { Observation } from './observe/index.ts'
import type { PassOptions } from './pass.ts'
import { plan } from './plan/index.ts'
import type { PreparedPass } from './prepare.ts'

/** The subject of a decision through all of a pass: one Secret may be removed for one namespace and made for another. */
const subjectOf = ({ namespace = '', secret }: Decision): string => `${namespace}/${secret}`

const isOpen = ({ again }: Outcome): boolean => again === true

/** A create that lost to somebody else ends as a refusal that says so, settled by incumbency from then on (C5.24). */
const asCreateRace = (before: Decision, now: Decision): Decision => {
  if (before.action !== 'register' || now.action !== 'refuse') return now
  const refusal: Rest = {
    ...now,
    reason: 'create-race',
    params: { ...now.params, secret: before.secret, holder: holderOf(now) },
  }
  return refusal
}

const holderOf = ({ reason, params }: Decision): string =>
  reason === 'incumbent' ? `namespace ${params['holder'] ?? ''}` : 'not one of ours'

const done = ({ decision }: Outcome): Outcome => ({ decision, result: 'done', notes: [] })

/** What became of a removal that was overtaken or whose answer was lost, where the hub now stands as it wanted. */
const removedMeanwhile = (
  before: Outcome,
  { snapshot }: Observation,
  settings: Settings,
): Outcome | undefined => {
  const { decision } = before
  const now = snapshot.registrations.get(registrationKey(settings.targetNamespace, decision.secret))
  if (decision.action === 'prune') return now ? undefined : done(before)
  const keys = keysUnder(settings.labelPrefix)
  const isHidden = now !== undefined && !now.visible && hasDemotionLabel(keys, now.labels)
  return decision.action === 'demote' && isHidden ? done(before) : undefined
}

/** What became of a write whose answer was lost: where the registration stands as wanted, it was done. */
const settleLost = (before: Outcome, now: Decision): Outcome | undefined =>
  before.result === 'failed' && now.action === 'unchanged' ? done(before) : undefined

/** Only what was to be removed before; and what a person saw and confirmed is not removed as it stands now. */
const mayRemove = ({ decision }: Outcome, { ask, only }: PassOptions): boolean =>
  isRemoval(decision) && ask === undefined && only === undefined

/** @param earlier outcomes that decisions may have waited for */
export type CarryOut = (
  decisions: readonly Decision[],
  observation: Observation,
  earlier: readonly Outcome[],
) => Promise<Outcome[]>

/**
 * Writes that the hub had overtaken, or that were not answered, are decided again, once, on a fresh read (decisions.md §2).
 * Nothing is sent twice without a look, and nothing is removed that was not to be removed before.
 */
export const retry = async (
  client: KubeClient,
  settings: Settings,
  options: PassOptions,
  { observation, inputs }: PreparedPass,
  outcomes: readonly Outcome[],
  carryOut: CarryOut,
): Promise<readonly Outcome[]> => {
  const doubts = outcomes
    .filter(isOpen)
    .flatMap(({ decision: { namespace, secret } }): Doubt[] => [
      namespace === undefined ? { secret } : { namespace, secret },
    ])
  if (doubts.length === 0) return outcomes
  const { observation: fresh, read } = await observeAgain(client, settings, options, observation, doubts)
  const readable = new Set(read.map(({ namespace = '', secret }) => `${namespace}/${secret}`))
  const open = new Map(
    outcomes
      .filter((outcome) => isOpen(outcome) && readable.has(subjectOf(outcome.decision)))
      .map((outcome) => [subjectOf(outcome.decision), outcome]),
  )
  const settled = new Map<string, Outcome>()
  for (const [subject, outcome] of open) {
    const meanwhile = removedMeanwhile(outcome, fresh, settings)
    if (meanwhile) settled.set(subject, meanwhile)
  }
  const decisions: Decision[] = []
  for (const decision of plan(fresh.snapshot, settings, options.now, inputs)) {
    const subject = subjectOf(decision)
    const before = open.get(subject)
    if (!before || settled.has(subject)) continue
    if (isRemoval(decision) && !mayRemove(before, options)) continue
    const lost = settleLost(before, decision)
    if (lost) settled.set(subject, lost)
    else decisions.push(asCreateRace(before.decision, decision))
  }
  const standing = outcomes.filter(({ decision }) => !open.has(subjectOf(decision)))
  const again = await carryOut(decisions, fresh, [...standing, ...settled.values()])
  for (const outcome of again) settled.set(subjectOf(outcome.decision), outcome)
  return [...outcomes.filter(({ decision }) => !settled.has(subjectOf(decision))), ...settled.values()]
}
