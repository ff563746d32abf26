import { isRemoval, type Decision, type Removal } from '../engine/decision.ts'
import { preparePass, type PassOptions } from '../engine/pass.ts'
import { readRegistrations } from '../engine/observe/registrations.ts'
import { decisionText } from '../engine/reasons/index.ts'
import { UsageError } from '../errors.ts'
import type { RemovalLimit } from '../settings/settings.ts'
import { confirmPass } from './confirm-pass.ts'
import { namedRegistrations } from './named.ts'
import type { Finished, Running } from './run-verb.ts'
import { passOptions } from './session.ts'

/** What was typed beside the names. */
export interface RemovalFlags {
  /** Also where Applications use the cluster. */
  readonly force: boolean
  /** Lets so many removals go that the brake would hold. */
  readonly release?: RemovalLimit
}

const nameOf = ({ cluster, secret }: Decision): string => cluster ?? secret

/** What can't be done to one of the named is done to none of them. */
const refuseLive = (decisions: readonly Decision[]): void => {
  const live = decisions.filter(({ reason }) => reason === 'live-claim')
  const [first] = live
  if (!first) return
  const { message, remedy } = decisionText(first.reason, first.params)
  throw new UsageError(`${live.map(nameOf).join(', ')}: ${message}`, remedy)
}

/** Applications that would lose the cluster; none where its namespace is gone, and the cluster with it. */
const usersOf = ({ affects, precondition }: Removal): readonly string[] =>
  precondition.kind === 'namespace-gone'
    ? []
    : (affects?.applications ?? []).flatMap(({ fate, name }) => (fate === 'unharmed' ? [] : [name]))

const refuseUsed = (decisions: readonly Decision[], command: string): void => {
  const used = decisions.filter(isRemoval).filter((decision) => usersOf(decision).length > 0)
  if (used.length === 0) return
  const users = used.map((decision) => `${nameOf(decision)} by ${usersOf(decision).join(', ')}`)
  throw new UsageError(
    `Applications use what is to be taken from Argo CD: ${users.join('; ')}`,
    `see what becomes of them: ${command} ${used.map(nameOf).join(' ')} --force --dry-run`,
  )
}

/** A named registration that stays as it was, for a reason other than that it is hidden already. */
const isLeft = ({ action, reason }: Decision): boolean =>
  action === 'keep' && reason !== 'held' && reason !== 'demoted'

/**
 * Hides or deletes registrations that a person named, all of them or none.
 * @throws UsageError for a name that is none, a live cluster that is to be deleted, and one that Applications use
 */
export const removeNamed = async (
  running: Running,
  verb: 'demote' | 'prune',
  words: readonly string[],
  { force, release }: RemovalFlags,
): Promise<Finished | 'declined'> => {
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
  if (!force) refuseUsed(prepared.decisions, `${io.program} ${verb}`)
  const result = await confirmPass(running, { client, settings, options, prepared })
  return result === 'declined'
    ? result
    : { ...result, unfinished: result.outcomes.some(({ decision }) => isLeft(decision)), explained: true }
}

/** Deletes what is proved gone or past its time; with `release` also what the brake holds, hides among it. */
export const removeDue = async (
  running: Running,
  release: RemovalLimit | undefined,
): Promise<Finished | 'declined'> => {
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
  return result === 'declined' ? result : { ...result, nothing: 'nothing to remove' }
}
