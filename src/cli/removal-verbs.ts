import type { Decision } from '../engine/decision.ts'
import { preparePass, type PassOptions } from '../engine/pass.ts'
import { readRegistrations } from '../engine/observe/registrations.ts'
import { decisionText } from '../engine/reasons/index.ts'
import { UsageError } from '../errors.ts'
import { listed } from '../engine/listed.ts'
import type { RemovalLimit } from '../settings/settings.ts'
import { applicationObstacle, nameOf, type Obstacle } from './application-obstacle.ts'
import { confirmPass } from './confirm-pass.ts'
import { namedRegistrations } from './named.ts'
import type { Finished, Running, Undone } from './run-verb.ts'
import { note, passOptions } from './session.ts'

/** What was typed beside the names. */
export interface RemovalFlags {
  /** Also where Applications use the cluster. */
  readonly force: boolean
  /** Lets so many removals go that the brake would hold. */
  readonly release?: RemovalLimit
}

/** What can't be done to one of the named is done to none of them. */
const refuseLive = (decisions: readonly Decision[]): void => {
  const live = decisions.filter(({ reason }) => reason === 'live-claim')
  const [first] = live
  if (!first) return
  const { message, remedy } = decisionText(first.reason, first.params)
  throw new UsageError(`${listed(live.map(nameOf))}: ${message}`, remedy)
}

/** A named registration that stays as it was, for a reason other than that it is hidden already. */
const isLeft = ({ action, reason }: Decision): boolean =>
  action === 'keep' && reason !== 'held' && reason !== 'demoted'

/** @throws UsageError where Applications stand in the way; a dry run is told, and goes on */
const refuseUsed = ({ dryRun, io }: Running, obstacle: Obstacle | undefined): void => {
  if (!obstacle) return
  if (dryRun === 'none') throw new UsageError(obstacle.message, obstacle.remedy)
  note(io, `without a dry run this needs --force: ${obstacle.message}`)
}

/**
 * Hides or deletes registrations that a person named, all of them or none.
 * @throws UsageError for a name that is none, a live cluster that is to be deleted, and one that Applications use or might
 */
export const removeNamed = async (
  running: Running,
  verb: 'demote' | 'prune',
  words: readonly string[],
  { force, release }: RemovalFlags,
): Promise<Finished | Undone> => {
  const { io, session } = running
  const { client } = session.hub
  const { settings } = session
  const registrations = await readRegistrations(client, settings)
  const named = namedRegistrations(registrations.values(), settings, words)
  const options: PassOptions = {
    ...passOptions(session, io),
    dryRun: running.dryRun,
    ask: { verb, secrets: new Set(named.map(({ name }) => name)) },
    ...(release ? { release } : {}),
  }
  const prepared = await preparePass(client, settings, options)
  refuseLive(prepared.decisions)
  const obstacle = force ? undefined : applicationObstacle(prepared.decisions, `${io.program} ${verb}`)
  refuseUsed(running, obstacle)
  const result = await confirmPass(running, { client, settings, options, prepared })
  if (typeof result === 'string') return result
  const unfinished = obstacle !== undefined || result.outcomes.some(({ decision }) => isLeft(decision))
  return { ...result, unfinished, explained: true }
}

/** Deletes what is proved gone or past its time; with `release` also what the brake holds, hides among it. */
export const removeDue = async (
  running: Running,
  release: RemovalLimit | undefined,
): Promise<Finished | Undone> => {
  const { io, session } = running
  const { client } = session.hub
  const { settings } = session
  const options: PassOptions = {
    ...passOptions(session, io),
    dryRun: running.dryRun,
    only: 'removals',
    ...(release ? { release } : {}),
  }
  const prepared = await preparePass(client, settings, options)
  const result = await confirmPass(running, { client, settings, options, prepared })
  return typeof result === 'string' ? result : { ...result, nothing: 'nothing to remove' }
}
