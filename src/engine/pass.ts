import type { KubeClient } from '../kube/client.ts'
import type { RemovalLimit, Settings } from '../settings/settings.ts'
import { act, type ActOptions, type DryRun } from './act.ts'
import type { RemovalLog } from './brake.ts'
import type { Damper } from './damper.ts'
import { isRemoval, isWrite, type Decision, type Outcome } from './decision.ts'
import type { HubIdentity } from './hub-identity.ts'
import type { ObserveOptions } from './observe/claiming.ts'
import type { Observation } from './observe/index.ts'
import type { Ask } from './plan/context.ts'
import { preparePass, type PreparedPass } from './prepare.ts'
import { retry, type CarryOut } from './retry.ts'
import { ServerRace } from './server-race.ts'
import type { Incomplete } from './snapshot.ts'

export interface PassOptions extends ObserveOptions {
  readonly dryRun: DryRun
  /** `off`: removals and hides are decided, and none is carried out. Default `on`, behind the brake. */
  readonly removals?: 'on' | 'off'
  /** Registrations that a person named: only what concerns them is carried out. */
  readonly ask?: Ask
  /** Only removals are carried out and returned; with `release` hides and the other halves of renames too. */
  readonly only?: 'removals'
  /** How many removals a person lets go at once, having seen the list. */
  readonly release?: RemovalLimit
  /** Which hub this process works on. Default: the one this pass sees. */
  readonly identity?: HubIdentity
  /** What this process hid or deleted lately. */
  readonly removed?: RemovalLog
  /** Holds back writes that somebody else keeps undoing. */
  readonly damper?: Damper
  /** Waits so many milliseconds. Default: it really does. */
  readonly pause?: (milliseconds: number) => Promise<void>
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

const actOptions = (
  options: PassOptions,
  { identity }: PreparedPass,
  { credentials }: Observation,
  race: ServerRace,
): ActOptions => ({
  dryRun: options.dryRun,
  concurrency: options.concurrency,
  credentials,
  identity,
  onReplaced: (secret, decision) => {
    race.remember(secret, decision)
  },
  onOutcome: (outcome) => {
    if (options.dryRun === 'none') take(options, outcome)
    options.progress?.settled(outcome)
  },
  ...(options.signal ? { signal: options.signal } : {}),
})

/** What later passes of this process must know of. A removal without an answer may have taken effect, so the brake counts it. */
const take = ({ now, removed, damper }: PassOptions, { decision, result, again }: Outcome): void => {
  const isUnanswered = result === 'failed' && again === true
  if (isRemoval(decision) && (result === 'done' || isUnanswered)) removed?.add(decision.id, now)
  if (isWrite(decision) && result === 'done') damper?.record(decision.secret, decision.desired, now)
}

/** Carries out what was prepared, and looks once more at what was overtaken. */
export const completePass = async (
  client: KubeClient,
  settings: Settings,
  options: PassOptions,
  prepared: PreparedPass,
): Promise<PassResult> => {
  options.progress?.planned(prepared.decisions)
  const race = new ServerRace(client, settings, options)
  const carryOut: CarryOut = (decisions, observation, earlier) =>
    act(client, settings, decisions, { ...actOptions(options, prepared, observation, race), earlier })
  const first = await carryOut(prepared.decisions, prepared.observation, [])
  const settled = await retry(client, settings, options, prepared, first, carryOut)
  const { outcomes, incomplete } = await race.settle(settled, prepared.observation)
  return { outcomes, incomplete: [...prepared.incomplete, ...incomplete] }
}

/** One pass over the hub: observe, plan, act, and once more for what was overtaken. */
export const runPass = async (
  client: KubeClient,
  settings: Settings,
  options: PassOptions,
): Promise<PassResult> => {
  const first = await completePass(client, settings, options, await preparePass(client, settings, options))
  const isDeferred = first.outcomes.some(({ decision }) => 'deferred' in decision)
  // A dry run has freed nothing.
  if (!isDeferred || options.dryRun !== 'none') return first
  const second = await completePass(client, settings, options, await preparePass(client, settings, options))
  return { ...second, outcomes: mergeOutcomes(first.outcomes, second.outcomes) }
}

/** The second look says what is; of the first stays what it wrote and the second left alone. */
const mergeOutcomes = (first: readonly Outcome[], second: readonly Outcome[]): readonly Outcome[] => {
  const written = new Map(
    first.flatMap((outcome) =>
      outcome.result === undefined ? [] : [[outcome.decision.id, outcome] as const],
    ),
  )
  const merged = second.map((outcome) =>
    outcome.result === undefined ? (written.get(outcome.decision.id) ?? outcome) : outcome,
  )
  const told = new Set(merged.map(({ decision }) => decision.id))
  return [...merged, ...[...written.values()].filter(({ decision }) => !told.has(decision.id))]
}

export { preparePass, type PreparedPass }
