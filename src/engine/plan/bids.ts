import type { Bid, Verdict } from './bid.ts'
import { claimOf, keyOfClaim, type Source } from './claims.ts'
import type { PlanContext } from './context.ts'
import { contest } from './contest.ts'
import { hindrance, ownTarget, recordedName, type Group } from './group.ts'

/** A bid and what became of it. */
export interface Judged {
  readonly bid: Bid
  readonly verdict: Verdict
}

export interface Bids {
  /** By claimKey: the bid for a claim. */
  readonly claims: ReadonlyMap<string, Judged>
  /** By Secret name: the bid to refresh a registration that the namespace no longer names. */
  readonly refreshes: ReadonlyMap<string, Judged>
}

const claimBid = (context: PlanContext, group: Group): Bid | undefined => {
  const { claim } = group
  if (claim.secret === '' || (!claim.source && claim.lack?.kind !== 'unseen')) return undefined
  const own = ownTarget(context, group)
  if (own && (!claim.source || hindrance(context, own))) return undefined
  return { claim, cluster: claim.cluster, secret: claim.secret, source: claim.source, isRefresh: false }
}

/** An illegal new name has no claim of its own, but its kubeconfig still refreshes what is registered. */
const sourceDespiteName = (context: PlanContext, { namespace, claim, others }: Group): Source | undefined => {
  const [former] = others
  if (claim.secret !== '' || claim.cluster === '' || !former) return undefined
  const labels = { ...namespace.labels, [context.keys.cluster]: recordedName(former) }
  return claimOf(context, { ...namespace, labels }).source
}

/** Visible registrations under a former name are refreshed as long as they are not hidden (C10.06). */
const refreshBids = (context: PlanContext, group: Group): Bid[] => {
  const { claim, others } = group
  const source = claim.source ?? sourceDespiteName(context, group)
  if (!source || claim.cluster === '') return []
  return others
    .filter((other) => other.visible && !hindrance(context, other))
    .map((other) => ({ claim, cluster: recordedName(other), secret: other.name, source, isRefresh: true }))
}

/** What every namespace bids for, judged together. */
export const judgeBids = (context: PlanContext, groups: readonly Group[]): Bids => {
  const bids = groups.flatMap((group) => {
    const claim = claimBid(context, group)
    return [...(claim ? [claim] : []), ...refreshBids(context, group)]
  })
  const claims = new Map<string, Judged>()
  const refreshes = new Map<string, Judged>()
  for (const [bid, verdict] of contest(context, bids))
    if (bid.isRefresh) refreshes.set(bid.secret, { bid, verdict })
    else claims.set(keyOfClaim(bid.claim), { bid, verdict })
  return { claims, refreshes }
}
