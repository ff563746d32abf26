import { isWrite, type Decision, type Note, type Rest, type Write } from '../decision.ts'
import type { ReasonId } from '../reasons/index.ts'
import type { RegistrationDigest } from '../snapshot.ts'
import type { Bids } from './bids.ts'
import { keyOfClaim, type Claim } from './claims.ts'
import { holdNotes, isDemoted, isHeld, isPinned, renameHeld, type Hold, type PlanContext } from './context.ts'
import {
  hindrance,
  hinderedTarget,
  otherSettings,
  ownTarget,
  recordedName,
  uidDiffers,
  type Group,
} from './group.ts'
import type { Lack } from './lack.ts'
import { registered } from './registered.ts'
import { demoted, renamed, replaced } from './removals.ts'
import { keep } from './standing.ts'

/** Why a registration under a former name is still there: the new name is not won, or the old one may not be hidden. */
type Standstill = ReasonId | Hold

/** Why a rename waits: it is one unit (decisions.md §2), so while the old one can't be hidden, the new one is not made. */
const heldRename = (context: PlanContext, { target, others }: Group): Hold | undefined =>
  !target?.visible && others.some((other) => other.visible && !isPinned(context, other))
    ? renameHeld(context)
    : undefined

const holdRename = (
  decision: Write | Rest,
  hold: Hold,
  others: readonly RegistrationDigest[],
): Write | Rest => {
  if (!isWrite(decision)) return decision
  const what = `${decision.action} ${decision.secret}, which replaces ${others.map(({ name }) => name).join(', ')}`
  return { ...decision, held: hold.reason, warnings: [...decision.warnings, ...holdNotes(hold, what)] }
}

const renameNotes = (
  context: PlanContext,
  { claim, namespace }: Group,
  other: RegistrationDigest,
  former: string,
  standstill: Standstill | undefined,
): readonly Note[] => {
  if (standstill === undefined) return []
  if (typeof standstill !== 'string')
    return isPinned(context, other) ? [] : holdNotes(standstill, `rename ${former} to ${claim.cluster}`)
  const params = { wanted: claim.cluster, namespace: namespace.name, clusterKey: context.keys.cluster }
  return [{ reason: 'rename-refused', params: { ...params, reason: standstill } }]
}

/** The refresh of a registration under its old name, where there is something to refresh it from. */
const refreshed = (
  context: PlanContext,
  bids: Bids,
  group: Group,
  other: RegistrationDigest,
  standstill: Standstill | undefined,
): Write | Rest | undefined => {
  const judged = bids.refreshes.get(other.name)
  if (!judged?.bid.source || !judged.verdict.granted) return undefined
  const { bid, verdict } = judged
  const claim: Claim = { ...group.claim, cluster: bid.cluster, secret: other.name }
  const decision = registered(
    context,
    { ...group, claim, target: other, others: [] },
    judged.bid.source,
    verdict,
  )
  const notes = renameNotes(context, group, other, bid.cluster, standstill)
  return { ...decision, warnings: [...decision.warnings, ...notes] }
}

/** A registration under another name, while the present one is won: hidden after that one is written, and refreshed where
 *  it may not be hidden. */
const superseded = (
  context: PlanContext,
  bids: Bids,
  group: Group,
  other: RegistrationDigest,
  after: readonly string[],
): Decision => {
  if (other.terminating) return keep(context, other, 'removal-pending')
  const hold = renameHeld(context)
  if (!other.visible) {
    const isMarked = isDemoted(context, other) || isHeld(context, other)
    return isMarked || hold
      ? inOrder(demoted(context, other, true), after)
      : renamed(context, other, group.claim.secret, after)
  }
  const refresh = hold || isPinned(context, other) ? refreshed(context, bids, group, other, hold) : undefined
  return refresh && refresh.action !== 'unchanged'
    ? refresh
    : renamed(context, other, group.claim.secret, after)
}

/** It only goes once its namespace is registered under the other name (C6.56). */
const inOrder = (decision: Decision, after: readonly string[]): Decision =>
  decision.action === 'prune' ? { ...decision, after } : decision

/** A registration under another name, while the present one is not won. */
const stale = (
  context: PlanContext,
  bids: Bids,
  group: Group,
  other: RegistrationDigest,
  reason: ReasonId,
): Decision => {
  if (other.terminating) return keep(context, other, 'removal-pending')
  const refresh = refreshed(context, bids, group, other, reason)
  if (refresh) return refresh
  if (!other.visible) return demoted(context, other, false)
  if (uidDiffers(context, group.namespace, other))
    return replaced(context, other, ` (${reason})`, bids.hidden)
  const { claim, namespace } = group
  const hindered = hindrance(
    context,
    other,
    claim.source && { namespace, cluster: recordedName(other), source: claim.source },
  )
  if (hindered) return hindered
  const verdict = bids.refreshes.get(other.name)?.verdict
  return verdict?.granted === false
    ? keep(context, other, verdict.refusal.reason, verdict.refusal.params)
    : keep(context, other, reason, { ...group.claim.lack?.params, ...REGISTERED })
}

/** For messages: what lacks now was there once. */
const REGISTERED = { registered: 'true' }

/** The namespace's own registration stays as it is, for want of something to register. */
const kept = (
  context: PlanContext,
  bids: Bids,
  { claim, namespace }: Group,
  own: RegistrationDigest,
  lack: Lack,
): Decision => {
  if (own.visible && uidDiffers(context, namespace, own))
    return replaced(context, own, ` (${lack.reason})`, bids.hidden)
  const other = lack.kind === 'wait' ? otherSettings(context, own) : undefined
  return (
    other ?? { ...keep(context, own, lack.reason, { ...lack.params, ...REGISTERED }), trail: claim.trail }
  )
}

/** The provider of a claim without a usable source, where all its candidates are of one. */
const onlyProvider = ({ trail }: Claim): { readonly provider?: string } => {
  const [first, ...others] = trail
  return first && others.every(({ provider }) => provider === first.provider)
    ? { provider: first.provider }
    : {}
}

/** Nothing is registered under the claimed name, and nothing is to be for now. */
const denied = ({ claim, namespace }: Group, lack: Lack): Rest => {
  const { source } = claim
  return {
    id: keyOfClaim(claim),
    ...(claim.cluster === '' ? {} : { cluster: claim.cluster }),
    namespace: namespace.name,
    secret: claim.secret,
    ...(source
      ? {
          provider: source.provider,
          source: { secret: source.secret, key: source.key },
          server: source.server,
        }
      : onlyProvider(claim)),
    action: lack.kind === 'refuse' ? 'refuse' : 'wait',
    reason: lack.reason,
    params: lack.params,
    warnings: source?.notes ?? [],
    trail: claim.trail,
  }
}

/** What becomes of a namespace's claim, and of every registration recorded against it. */
export const decideGroup = (context: PlanContext, bids: Bids, group: Group): Decision[] => {
  const { claim, others } = group
  const verdict = bids.claims.get(keyOfClaim(claim))?.verdict
  if (verdict?.granted && claim.source) {
    const hold = heldRename(context, group)
    const present = verdict.takesOver ? { ...group, target: undefined } : group
    const decision = registered(context, present, claim.source, verdict)
    const after = isWrite(decision) ? [decision.id] : []
    return [
      hold ? holdRename(decision, hold, others) : decision,
      ...others.map((other) => superseded(context, bids, group, other, after)),
    ]
  }

  const own = ownTarget(context, group)
  const hindered = hinderedTarget(context, group)
  if (hindered)
    return [hindered, ...others.map((other) => stale(context, bids, group, other, hindered.reason))]

  const refusal: Lack | undefined =
    verdict?.granted === false ? { ...verdict.refusal, kind: 'refuse' } : undefined
  const lack = claim.lack ?? refusal
  if (!lack) return []
  const isDeferred = verdict?.granted === false && verdict.deferred === true
  const marked = (decision: Decision): Decision =>
    isDeferred && decision.action === 'keep' ? { ...decision, deferred: true } : decision
  const rest = others.map((other) => stale(context, bids, group, other, lack.reason))
  if (own) return [marked(kept(context, bids, group, own, lack)), ...rest]
  // A missing cluster label asks for no name: what is registered is kept for that reason instead.
  if (claim.cluster === '' && others.length > 0) return rest
  const denial = denied(group, lack)
  return [isDeferred ? { ...denial, deferred: true } : denial, ...rest]
}
