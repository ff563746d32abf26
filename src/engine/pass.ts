import type { KubeClient } from '../kube/client.ts'
import type { Settings } from '../settings/settings.ts'
import { act, type ActOptions, type DryRun } from './act.ts'
import type { Decision, Outcome, Rest } from './decision.ts'
import { observeAgain } from './observe/again.ts'
import type { ObserveOptions } from './observe/claiming.ts'
import { observe, type Observation } from './observe/index.ts'
import { plan } from './plan/index.ts'
import type { Incomplete } from './snapshot.ts'

export interface PassOptions extends ObserveOptions {
  readonly dryRun: DryRun
  readonly signal?: AbortSignal
  /** Told what the pass is about to do, and of every outcome. */
  readonly progress?: PassProgress
}

export interface PassProgress {
  planned(decisions: readonly Decision[]): void
  settled(outcome: Outcome): void
}

export interface PassResult {
  readonly outcomes: readonly Outcome[]
  readonly incomplete: readonly Incomplete[]
}

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

/** What became of a write whose answer was lost: where the registration stands as wanted, it was done. */
const settleLost = (before: Outcome, now: Decision): Outcome | undefined =>
  before.result === 'failed' && now.action === 'unchanged'
    ? { decision: before.decision, result: 'done', notes: [] }
    : undefined

/** Writes that the hub had overtaken, or that were not answered, are decided again, once, on a fresh read
 *  (decisions.md §2). Nothing is sent twice without a look. */
const retry = async (
  client: KubeClient,
  settings: Settings,
  options: PassOptions,
  observation: Observation,
  outcomes: readonly Outcome[],
): Promise<readonly Outcome[]> => {
  const doubts = outcomes
    .filter(isOpen)
    .flatMap(({ decision: { namespace, secret } }) =>
      namespace === undefined ? [] : [{ namespace, secret }],
    )
  if (doubts.length === 0) return outcomes
  const { observation: fresh, read } = await observeAgain(client, settings, options, observation, doubts)
  const readable = new Set(read.map(({ secret }) => secret))
  const open = new Map(
    outcomes
      .filter((outcome) => isOpen(outcome) && readable.has(outcome.decision.secret))
      .map((outcome) => [outcome.decision.secret, outcome]),
  )
  const settled: Outcome[] = []
  const decisions: Decision[] = []
  for (const decision of plan(
    fresh.snapshot,
    settings,
    options.now,
    new Set(read.map(({ namespace }) => namespace)),
  )) {
    const before = open.get(decision.secret)
    if (!before) continue
    const lost = settleLost(before, decision)
    if (lost) settled.push(lost)
    else decisions.push(asCreateRace(before.decision, decision))
  }
  settled.push(...(await act(client, settings, decisions, actOptions(options, fresh))))
  const replaced = new Set(settled.map(({ decision }) => decision.secret))
  return [
    ...outcomes.filter((outcome) => !isOpen(outcome) || !replaced.has(outcome.decision.secret)),
    ...settled,
  ]
}

const actOptions = (options: PassOptions, { credentials }: Observation): ActOptions => ({
  dryRun: options.dryRun,
  concurrency: options.concurrency,
  credentials,
  ...(options.signal ? { signal: options.signal } : {}),
  ...(options.progress
    ? {
        onOutcome: (outcome: Outcome): void => {
          options.progress?.settled(outcome)
        },
      }
    : {}),
})

/** One pass over the hub: observe, plan, act, and once more for what was overtaken. */
export const runPass = async (
  client: KubeClient,
  settings: Settings,
  options: PassOptions,
): Promise<PassResult> => {
  const observation = await observe(client, settings, options)
  const { snapshot } = observation
  const only = settings.namespaces.length > 0 ? new Set(settings.namespaces) : undefined
  const decisions = plan(snapshot, settings, options.now, only)
  options.progress?.planned(decisions)
  const outcomes = await act(client, settings, decisions, actOptions(options, observation))
  return {
    outcomes: await retry(client, settings, options, observation, outcomes),
    incomplete: snapshot.incomplete.filter(
      ({ namespace }) => !only || namespace === undefined || only.has(namespace),
    ),
  }
}
