import type { Params } from '../../kubeconfig/translation.ts'
import type { ReasonId } from '../reasons/index.ts'
import type { RegistrationDigest } from '../snapshot.ts'
import type { Bid, Verdict } from './bid.ts'
import { byAge } from './claims.ts'
import { idOf, isPinned, registrationAt, sourceNamespaceOf, type PlanContext } from './context.ts'
import { holderName, isLeaving, ownership } from './holders.ts'

/** What bids granted so far have taken, and what they leave behind once they are done. */
interface Ledger {
  readonly names: Map<string, Bid>
  /** All bids for an address: one namespace may have several. */
  readonly addresses: Map<string, readonly Bid[]>
  /** Secret name → its name and address once its update is done. */
  readonly moved: Map<string, { readonly clusterName: string; readonly canonicalServer: string }>
}

/** A registration that stays visible beside another of its namespace, unless a pin keeps both (decisions.md §4). */
const staysVisible = (context: PlanContext, { secret }: Bid): boolean => {
  const existing = registrationAt(context, secret)
  return existing?.visible === true && !isPinned(context, existing)
}

/** Bids of one namespace are for the same cluster: its former registration may share the address of one that is not made
 *  yet, as the two are never visible at once. Any other two would be twins. */
const isRival = (context: PlanContext, rival: Bid, bid: Bid): boolean => {
  if (rival.claim.namespace.name !== bid.claim.namespace.name) return true
  if (rival.isRefresh === bid.isRefresh) return bid.isRefresh
  const [claim, refresh] = bid.isRefresh ? [rival, bid] : [bid, rival]
  return registrationAt(context, claim.secret)?.visible === true && staysVisible(context, refresh)
}

/** Judges one bid against what is held and what has been granted. */
const judge = (context: PlanContext, ledger: Ledger, bid: Bid): Verdict => {
  const { keys, settings } = context
  const namespace = bid.claim.namespace.name
  const existing = registrationAt(context, bid.secret)
  const after: string[] = []
  const refuse = (reason: ReasonId, params: Params): Verdict => ({
    granted: false,
    refusal: { reason, params },
  })
  const base = {
    cluster: bid.cluster,
    namespace,
    secret: bid.secret,
    target: settings.targetNamespace,
    clusterKey: keys.cluster,
  }

  const unowned = existing && ownership(context, bid, existing)
  if (unowned) return { granted: false, refusal: unowned }

  const isIncumbent = existing !== undefined && sourceNamespaceOf(context, existing) === namespace
  const appears = !existing?.visible
  if (!isIncumbent) {
    const rival = ledger.names.get(bid.cluster)
    if (rival && rival.claim.namespace.name !== namespace)
      return refuse('contested-name', {
        ...base,
        holder: rival.claim.namespace.name,
        detail: rival.source ? '' : ', and whether it can register could not be seen',
      })
  }
  // A former registration of the namespace makes way for the one it names now; one that can't be hidden does not.
  const makesWay = (holder: RegistrationDigest): boolean =>
    sourceNamespaceOf(context, holder) === namespace &&
    !bid.isRefresh &&
    (appears || isPinned(context, holder))
  if (appears || existing.clusterName !== bid.cluster) {
    for (const holder of context.visible.ofName(bid.cluster)) {
      if (holder.name === bid.secret || makesWay(holder)) continue
      const move = ledger.moved.get(holder.name)
      if (!move || move.clusterName === bid.cluster)
        return refuse('name-held', { ...base, holder: holder.name })
      after.push(idOf(context, holder.name))
    }
  }

  const { source } = bid
  if (!source) return { granted: true, after }
  const adopts = existing !== undefined && !isIncumbent
  if (!appears && !adopts && existing.canonicalServer === source.canonicalServer)
    return { granted: true, after }

  for (const holder of context.visible.ofAddress(source.canonicalServer)) {
    if (holder.name === bid.secret || makesWay(holder)) continue
    const move = ledger.moved.get(holder.name)
    if (!move || move.canonicalServer === source.canonicalServer)
      return refuse('server-collision', {
        ...base,
        server: source.server,
        state: 'registered already as',
        holder: holderName(context, holder),
        ...(isLeaving(context, holder) ? { leaving: 'true' } : {}),
      })
    after.push(idOf(context, holder.name))
  }
  const rival = ledger.addresses.get(source.canonicalServer)?.find((other) => isRival(context, other, bid))
  if (rival)
    return refuse('server-collision', {
      ...base,
      server: source.server,
      state: 'claimed by the older namespace',
      holder: `${rival.claim.namespace.name}, as ${rival.cluster}`,
    })
  return { granted: true, after }
}

/** What a granted bid changes about the registration that is there; undefined where it leaves name and address. */
const moveOf = (
  context: PlanContext,
  bid: Bid,
): { readonly clusterName: string; readonly canonicalServer: string } | undefined => {
  const existing = registrationAt(context, bid.secret)
  if (!existing || !bid.source) return undefined
  const { canonicalServer } = bid.source
  const stays = existing.canonicalServer === canonicalServer && existing.clusterName === bid.cluster
  return stays ? undefined : { clusterName: bid.cluster, canonicalServer }
}

const book = (context: PlanContext, ledger: Ledger, bid: Bid): void => {
  ledger.names.set(bid.cluster, bid)
  if (!bid.source) return
  const { canonicalServer } = bid.source
  ledger.addresses.set(canonicalServer, [...(ledger.addresses.get(canonicalServer) ?? []), bid])
  const move = moveOf(context, bid)
  if (move) ledger.moved.set(bid.secret, move)
}

/**
 * Decides all bids together: the oldest namespace first, each taking its name and its address only if both are free, so
 * that one which fails on the one never keeps the other from a younger (C10.01, C10.33). What a granted update leaves is
 * free for the others: everything is judged again with it known, until no further update is granted. So the outcome
 * is the one that the next pass, on the hub as it then stands, comes to as well.
 */
export const contest = (context: PlanContext, bids: readonly Bid[]): ReadonlyMap<Bid, Verdict> => {
  const ordered = bids.toSorted((a, b) => byAge(a.claim.namespace, b.claim.namespace))
  const movers = new Map<Bid, Verdict>()
  for (;;) {
    const ledger: Ledger = { names: new Map(), addresses: new Map(), moved: new Map() }
    const verdicts = new Map(movers)
    for (const bid of movers.keys()) book(context, ledger, bid)
    for (const bid of ordered) {
      if (verdicts.has(bid)) continue
      const verdict = judge(context, ledger, bid)
      verdicts.set(bid, verdict)
      if (verdict.granted) book(context, ledger, bid)
    }
    const known = movers.size
    for (const [bid, verdict] of verdicts)
      if (verdict.granted && moveOf(context, bid)) movers.set(bid, verdict)
    if (movers.size === known) return verdicts
  }
}
