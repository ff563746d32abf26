import type { Bid, Verdict } from './bid.ts'
import { claimOf, keyOfClaim, type Source } from './claims.ts'
import { isHoldLifted, isInScope, type PlanContext } from './context.ts'
import { circularClaims } from './circles.ts'
import { contest } from './contest.ts'
import { hindrance, hinderedTarget, ownTarget, recordedName, uidDiffers, type Group } from './group.ts'
import { isDueForReplacement } from './removals.ts'
import type { RegistrationDigest } from '../snapshot.ts'

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
  /** Registrations of namespaces made anew that are hidden now, by Secret name. */
  readonly hidden: ReadonlySet<string>
}

const claimBid = (context: PlanContext, group: Group): Bid | undefined => {
  const { claim } = group
  if (claim.secret === '' || (!claim.source && claim.lack?.kind !== 'unseen')) return undefined
  if (hinderedTarget(context, group) || (ownTarget(context, group) && !claim.source)) return undefined
  return {
    claim,
    cluster: claim.cluster,
    secret: claim.secret,
    source: claim.source,
    isRefresh: false,
    others: group.others,
  }
}

/** An illegal new name has no claim of its own, but its kubeconfig still refreshes what is registered. */
const sourceDespiteName = (context: PlanContext, { namespace, claim, others }: Group): Source | undefined => {
  const [former] = others
  if (claim.secret !== '' || claim.cluster === '' || !former) return undefined
  const labels = { ...namespace.labels, [context.keys.cluster]: recordedName(former) }
  return claimOf(context, { ...namespace, labels }).source
}

/** Registrations under a former name are refreshed as long as they are visible (C10.06), or are to be shown again. */
const refreshBids = (context: PlanContext, group: Group): Bid[] => {
  const { claim, namespace, others } = group
  const source = claim.source ?? sourceDespiteName(context, group)
  if (!source || claim.cluster === '') return []
  const isHindered = (other: RegistrationDigest): boolean =>
    hindrance(context, other, { namespace, cluster: recordedName(other), source }) !== undefined
  return others
    .filter((other) => (other.visible || isHoldLifted(context, other)) && !isHindered(other))
    .map((other) => ({
      claim,
      cluster: recordedName(other),
      secret: other.name,
      source,
      isRefresh: true,
      others: [],
    }))
}

interface Entry {
  readonly group: Group
  readonly claim: Bid | undefined
  readonly refreshes: readonly Bid[]
}

/** Registrations of a namespace made anew that are hidden, as it is granted neither them nor its claim. */
const replacedUnder = (
  context: PlanContext,
  { group, claim, refreshes }: Entry,
  verdicts: ReadonlyMap<Bid, Verdict>,
): string[] => {
  const isGranted = (bid: Bid | undefined): boolean =>
    bid?.source !== undefined && verdicts.get(bid)?.granted === true
  if (isGranted(claim) || !isInScope(context, group.namespace.name)) return []
  const own = ownTarget(context, group)
  const refreshed = new Set(refreshes.filter(isGranted).map(({ secret }) => secret))
  return [...(own && !hinderedTarget(context, group) ? [own] : []), ...group.others]
    .filter(
      (registration) =>
        !refreshed.has(registration.name) &&
        uidDiffers(context, group.namespace, registration) &&
        isDueForReplacement(context, group.namespace, registration),
    )
    .map(({ name }) => name)
}

/** Refused for now, by what is to be freed first. */
const deferral = (
  { keys, settings }: PlanContext,
  { claim, cluster, secret }: Bid,
  [first = '']: readonly string[],
): Verdict => ({
  granted: false,
  deferred: true,
  refusal: {
    reason: 'name-held',
    params: {
      cluster,
      namespace: claim.namespace.name,
      secret,
      target: settings.targetNamespace,
      clusterKey: keys.cluster,
      holder: first.slice(first.indexOf('/') + 1),
    },
  },
})

/** What every namespace bids for, judged together. */
export const judgeBids = (context: PlanContext, groups: readonly Group[]): Bids => {
  const entries = groups.map((group) => ({
    group,
    claim: claimBid(context, group),
    refreshes: refreshBids(context, group),
  }))
  const bids = entries.flatMap(({ claim, refreshes }) => [...(claim ? [claim] : []), ...refreshes])
  const hiddenUnder = (verdicts: ReadonlyMap<Bid, Verdict>): readonly string[] =>
    context.held === undefined ? entries.flatMap((entry) => replacedUnder(context, entry, verdicts)) : []
  const claims = new Map<string, Judged>()
  const refreshes = new Map<string, Judged>()
  const { verdicts, hidden } = contest(context, bids, hiddenUnder)
  const deferred = new Set(circularClaims(context, verdicts))
  for (const [bid, granted] of verdicts) {
    const verdict = deferred.has(bid) && granted.granted ? deferral(context, bid, granted.after) : granted
    if (bid.isRefresh) refreshes.set(bid.secret, { bid, verdict })
    else claims.set(keyOfClaim(bid.claim), { bid, verdict })
  }
  return { claims, refreshes, hidden }
}
