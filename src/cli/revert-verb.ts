import type { Decision, Outcome } from '../engine/decision.ts'
import { HubIdentity } from '../engine/hub-identity.ts'
import { HELD, keysUnder } from '../engine/keys.ts'
import { readRegistrations } from '../engine/observe/registrations.ts'
import { preparePass, type PassResult } from '../engine/pass.ts'
import { recordedName } from '../engine/plan/group.ts'
import type { RegistrationDigest } from '../engine/snapshot.ts'
import { actingOf, complete, questionOf, showPreview } from './confirm-pass.ts'
import {
  isUnregistered,
  labelNamespaces,
  namespacesText,
  noteLabelled,
  showLabellings,
} from './label-namespaces.ts'
import { namedRegistrations } from './named.ts'
import { confirm } from './prompt.ts'
import { isRefused, isSameReversal, prepareReversal, type Reversal } from './revert-job.ts'
import type { Finished, Running, Undone } from './run-verb.ts'
import { isSamePlan } from './same-plan.ts'
import { note } from './session.ts'

const NOTHING = 'nothing to revert'

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
  note(io, `${recordedName(active)} is not hidden: nothing to revert${hint}`)
}

/** Shows what is about to be done, asks, and then looks once more. */
const agree = async (
  running: Running,
  hidden: readonly RegistrationDigest[],
  { identity, ...shown }: Reversal & { readonly identity: HubIdentity },
): Promise<Reversal | Undone> => {
  const { renames, prepared } = shown
  const acting = actingOf(prepared.decisions)
  await showLabellings(running, renames)
  if (running.dryRun !== 'none' || acting.length === 0) return shown
  await showPreview(running, acting)
  const relabel = renames.length === 0 ? '' : `set the cluster label of ${namespacesText(renames)} back, `
  if (!(await confirm(running.io, relabel + questionOf(acting), running.yes))) return 'declined'
  if (running.yes) return shown
  const now = await prepareReversal(running, hidden, identity)
  return isSameReversal(shown, now) ? now : 'changed'
}

/** What is left undone as it is: one that is refused, and with it all that were named beside it. */
const refused = ({ prepared: { decisions, incomplete } }: Reversal): Finished => {
  const left = decisions.filter((decision) => actingOf([decision]).length === 0)
  const outcomes = left.map((decision): Outcome => ({
    decision,
    notes: [],
    ...('held' in decision ? { result: 'held' } : {}),
  }))
  return { outcomes, incomplete, unfinished: true, explained: true, nothing: NOTHING }
}

/** Labels set back, and the named registrations shown: as planned on a dry run, else by a pass over what is labelled now. */
const carryOut = async (
  running: Running,
  { renames, options, prepared }: Reversal,
): Promise<PassResult & { readonly isWhole: boolean }> => {
  const { io, session } = running
  const { client } = session.hub
  const { settings } = session
  const labelled = await labelNamespaces(running, renames)
  const isWhole = labelled.length === renames.length
  if (running.dryRun !== 'none' || renames.length === 0)
    return { ...(await complete(running, { client, settings, options, prepared })), isWhole }
  const { overlay: _planned, ...others } = options
  const again = { ...others, now: io.now() }
  try {
    const fresh = await preparePass(client, settings, again)
    // Of a part of the labels another plan comes: it is what is left of the one that was agreed to.
    const isAgreed = !isWhole || isSamePlan(prepared.decisions, fresh.decisions)
    if (!isAgreed)
      note(io, 'the hub has changed since this was shown, and only labels were set: run it again')
    const pass = isAgreed
      ? await complete(running, { client, settings, options: again, prepared: fresh })
      : { outcomes: [], incomplete: fresh.incomplete }
    noteLabelled(running, isAgreed ? labelled.filter(isUnregistered(pass.outcomes)) : labelled)
    return { ...pass, isWhole: isWhole && isAgreed }
  } catch (error) {
    noteLabelled(running, labelled)
    throw error
  }
}

/**
 * Undoes demotions: a manual hold is lifted; of a rename the namespace's cluster label is set back, and its successor hidden
 * in turn. All of the named or none.
 */
export const revertNamed = async (running: Running, words: readonly string[]): Promise<Finished | Undone> => {
  const { session, dryRun } = running
  const { client } = session.hub
  const { settings } = session
  const registrations = await readRegistrations(client, settings)
  const named = namedRegistrations(registrations.values(), settings, words)
  for (const registration of named.filter(isActive)) noteActive(running, registration, registrations.values())
  const hidden = named.filter((registration) => !isActive(registration))
  if (hidden.length === 0) return { outcomes: [], incomplete: [], nothing: NOTHING }

  const identity = new HubIdentity()
  const shown = await prepareReversal(running, hidden, identity)
  if (isRefused(shown, settings)) return refused(shown)
  const agreed = await agree(running, hidden, { ...shown, identity })
  if (typeof agreed === 'string') return agreed
  const { isWhole, ...result } = await carryOut(running, agreed)
  const secrets = new Set(hidden.map(({ name }) => name))
  const isLeft = ({ action, secret }: Decision): boolean => action === 'keep' && secrets.has(secret)
  const unfinished = !isWhole || result.outcomes.some(({ decision }) => isLeft(decision))
  const previewed = dryRun === 'none' ? actingOf(shown.prepared.decisions) : []
  return { ...result, unfinished, previewed, explained: true, nothing: NOTHING }
}
