import { isWrite, type Decision, type Outcome } from '../engine/decision.ts'
import { HELD, keysUnder } from '../engine/keys.ts'
import { readRegistrations } from '../engine/observe/registrations.ts'
import { preparePass, runPass, type PassOptions, type PassResult, type PreparedPass } from '../engine/pass.ts'
import { recordedName } from '../engine/plan/group.ts'
import type { RegistrationDigest } from '../engine/snapshot.ts'
import type { Labelling } from '../registering/labelling.ts'
import { overlayOf } from '../registering/plan-registration.ts'
import { undoneRenames } from '../registering/undo-rename.ts'
import type { Settings } from '../settings/settings.ts'
import { actingOf, complete, questionOf, showPreview } from './confirm-pass.ts'
import { labelNamespaces, namespacesText, showLabellings } from './label-namespaces.ts'
import { namedRegistrations } from './named.ts'
import { confirm } from './prompt.ts'
import { withSteps, type Finished, type Running } from './run-verb.ts'
import { passOptions } from './session.ts'

/** Argo CD sees it, and no marker of a manual hold is left to take off. */
const isActive = ({ visible, annotations }: RegistrationDigest): boolean =>
  visible && annotations[HELD] === undefined

/** Says of one that is not hidden that there is nothing to revert, and which one it took the place of. */
const noteActive = (
  { io, session }: Running,
  active: RegistrationDigest,
  registrations: Iterable<RegistrationDigest>,
): void => {
  const { supersededBy } = keysUnder(session.settings.labelPrefix)
  const former = [...registrations].filter(
    ({ visible, labels }) => !visible && labels[supersededBy] === active.name,
  )
  const hint = former
    .map((registration) => recordedName(registration))
    .map((cluster) => `; it took the place of ${cluster}, to go back: ${io.program} revert ${cluster}`)
    .join('')
  io.stderr(`note: ${recordedName(active)} is not hidden: nothing to revert${hint}\n`)
}

/** A rename that can't be undone: the name or the address is somebody else's, there is nothing to register, or it is held. */
const isRefused = (
  { decisions }: PreparedPass,
  settings: Settings,
  renames: readonly Labelling[],
): boolean => {
  const { cluster } = keysUnder(settings.labelPrefix)
  return renames.some(({ before, marks }) => {
    const isMeant = (decision: Decision): boolean =>
      decision.namespace === before.metadata.name && decision.cluster === marks.labels[cluster]
    return !actingOf(decisions).some((decision) => isMeant(decision) && isWrite(decision))
  })
}

const confirmRevert = async (
  running: Running,
  renames: readonly Labelling[],
  acting: readonly Decision[],
): Promise<boolean> => {
  await showLabellings(running, renames)
  await showPreview(running, acting)
  const relabel = renames.length === 0 ? '' : `set the cluster label of ${namespacesText(renames)} back, `
  return confirm(running.io, relabel + questionOf(acting), running.yes)
}

/** Labels set back, and the named registrations shown: as planned on a dry run, else by a pass of its own. */
const carryOut = async (
  running: Running,
  renames: readonly Labelling[],
  options: PassOptions,
  prepared: PreparedPass,
): Promise<PassResult & { readonly isWhole: boolean }> => {
  const { io, session } = running
  const { client } = session.hub
  const { settings } = session
  const labelled = await labelNamespaces(running, renames)
  const isWhole = labelled.length === renames.length
  if (running.dryRun !== 'none' || renames.length === 0)
    return { ...(await complete(running, { client, settings, options, prepared })), isWhole }
  const { overlay: _planned, ...again } = options
  const pass = await withSteps(running, (progress) =>
    runPass(client, settings, { ...again, now: io.now(), ...(progress ? { progress } : {}) }),
  )
  return { ...pass, isWhole }
}

/**
 * Undoes demotions: a manual hold is lifted; of a rename the namespace's cluster label is set back, and its successor hidden
 * in turn. All of the named or none.
 */
export const revertNamed = async (
  running: Running,
  words: readonly string[],
): Promise<Finished | 'declined'> => {
  const { io, session, dryRun } = running
  const { client } = session.hub
  const { settings } = session
  const registrations = await readRegistrations(client, settings)
  const named = namedRegistrations(registrations.values(), settings, words)
  for (const registration of named.filter(isActive)) noteActive(running, registration, registrations.values())
  const hidden = named.filter((registration) => !isActive(registration))
  const nothing = 'nothing to revert'
  if (hidden.length === 0) return { outcomes: [], incomplete: [], nothing }

  const renames = await undoneRenames(client, settings, hidden)
  const secrets = new Set(hidden.map(({ name }) => name))
  const options: PassOptions = {
    ...passOptions(session, io),
    dryRun,
    ask: { verb: 'revert', secrets },
    overlay: overlayOf(renames),
  }
  const prepared = await preparePass(client, settings, options)
  if (isRefused(prepared, settings, renames)) {
    const left = prepared.decisions.filter((decision) => actingOf([decision]).length === 0)
    const outcomes = left.map((decision): Outcome => ({
      decision,
      notes: [],
      ...('held' in decision ? { result: 'held' } : {}),
    }))
    return { outcomes, incomplete: prepared.incomplete, unfinished: true, explained: true, nothing }
  }
  const acting = actingOf(prepared.decisions)
  const isAsked = dryRun === 'none' && acting.length > 0
  if (isAsked && !(await confirmRevert(running, renames, acting))) return 'declined'
  if (!isAsked) await showLabellings(running, renames)
  const { isWhole, ...result } = await carryOut(running, renames, options, prepared)
  const isLeft = ({ action, secret }: Decision): boolean => action === 'keep' && secrets.has(secret)
  const unfinished = !isWhole || result.outcomes.some(({ decision }) => isLeft(decision))
  return { ...result, unfinished, previewed: isAsked ? acting : [], explained: true, nothing }
}
