import { isDeepStrictEqual } from 'node:util'
import { isWrite, type Decision } from '../engine/decision.ts'
import type { HubIdentity } from '../engine/hub-identity.ts'
import { keysUnder } from '../engine/keys.ts'
import { preparePass, type PassOptions, type PreparedPass } from '../engine/pass.ts'
import type { RegistrationDigest } from '../engine/snapshot.ts'
import type { Labelling } from '../registering/labelling.ts'
import { overlayOf } from '../registering/plan-registration.ts'
import { undoneRenames } from '../registering/undo-rename.ts'
import type { Settings } from '../settings/settings.ts'
import { actingOf } from './confirm-pass.ts'
import type { Running } from './run-verb.ts'
import { isSamePlan } from './same-plan.ts'
import { passOptions } from './session.ts'

/** All of a `revert` that is known before anything is written. */
export interface Reversal {
  readonly renames: readonly Labelling[]
  readonly options: PassOptions
  readonly prepared: PreparedPass
}

/**
 * Looks at what reverting them comes to; nothing is written.
 * @throws UsageError where two are of one namespace
 */
export const prepareReversal = async (
  { dryRun, io, session }: Running,
  hidden: readonly RegistrationDigest[],
  identity: HubIdentity,
): Promise<Reversal> => {
  const { client } = session.hub
  const renames = await undoneRenames(client, session.settings, hidden)
  const options: PassOptions = {
    ...passOptions(session, io),
    dryRun,
    ask: { verb: 'revert', secrets: new Set(hidden.map(({ name }) => name)) },
    overlay: overlayOf(renames),
    identity,
  }
  return { renames, options, prepared: await preparePass(client, session.settings, options) }
}

/** Whether two looks at the hub come to the same for somebody who was shown the first. */
export const isSameReversal = (shown: Reversal, now: Reversal): boolean => {
  const labels = ({ renames }: Reversal): readonly unknown[] =>
    renames.map(({ before, changes }) => [before.metadata.name, before.metadata.uid, changes])
  return (
    isDeepStrictEqual(labels(shown), labels(now)) &&
    isSamePlan(shown.prepared.decisions, now.prepared.decisions)
  )
}

/** A rename that can't be undone: the name or the address is somebody else's, there is nothing to register, or it is held. */
export const isRefused = ({ prepared: { decisions }, renames }: Reversal, settings: Settings): boolean => {
  const { cluster } = keysUnder(settings.labelPrefix)
  return renames.some(({ before, marks }) => {
    const isMeant = (decision: Decision): boolean =>
      decision.namespace === before.metadata.name && decision.cluster === marks.labels[cluster]
    return !actingOf(decisions).some((decision) => isMeant(decision) && isWrite(decision))
  })
}
