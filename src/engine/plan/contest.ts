import type { Params } from '../../kubeconfig/translation.ts'
import type { ReasonId } from '../reasons/index.ts'
import type { RegistrationDigest } from '../snapshot.ts'
import type { Bid, Verdict } from './bid.ts'
import { byAge } from './claims.ts'
import {
  idOf,
  isInScope,
  isPinned,
  registrationAt,
  renameHeld,
  sourceNamespaceOf,
  type PlanContext,
} from './context.ts'
import { certainDepartures, supersededDepartures, type Departure, type Departures } from './departures.ts'
import { holderName, isLeaving, ownership } from './holders.ts'

interface Place {
  readonly clusterName: string
  readonly canonicalServer: string
}

/** What bids granted so far have taken, and what they and the removals leave behind once they are done. */
interface Ledger {
  readonly names: Map<string, Bid>
  /** All bids for an address: one namespace may have several. */
  readonly addresses: Map<string, readonly Bid[]>
  /** Secret name → its name and address once its update is done. */
  readonly moved: Map<string, Place>
  /** Secret name → how it goes. */
  readonly departed: Map<string, Departure>
}

type Verdicts = ReadonlyMap<Bid, Verdict>

interface Contest {
  readonly verdicts: Verdicts
  /** Registrations that are hidden because their namespace is granted nothing, by Secret name. */
  readonly hidden: ReadonlySet<string>
}

/** A registration that stays visible beside another of its namespace, unless a pin keeps both (decisions.md §4). */
const staysVisible = (context: PlanContext, { secret }: Bid): boolean => {
  const existing = registrationAt(context, secret)
  return renameHeld(context) !== undefined && existing?.visible === true && !isPinned(context, existing)
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
  const present = registrationAt(context, bid.secret)
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

  const claim = { namespace: bid.claim.namespace, cluster: bid.cluster, secret: bid.secret }
  const unowned = present && ownership(context, claim, present)
  const takesOver = unowned !== undefined && ledger.departed.get(bid.secret) === 'deleted'
  if (unowned && !takesOver) return { granted: false, refusal: unowned }
  if (takesOver) after.push(idOf(context, bid.secret))
  const existing = takesOver ? undefined : present
  const granted = (): Verdict => ({ granted: true, after: [...new Set(after)], takesOver })

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
    !holder.terminating &&
    (renameHeld(context) === undefined || appears || isPinned(context, holder))
  /** True where the holder is gone from what `key` says once its own decision is done. */
  const isFreed = (holder: RegistrationDigest, key: keyof Place, wanted: string): boolean => {
    const move = ledger.moved.get(holder.name)
    return ledger.departed.has(holder.name) || (move !== undefined && move[key] !== wanted)
  }
  if (appears || existing.clusterName !== bid.cluster) {
    for (const holder of context.visible.ofName(bid.cluster)) {
      if (holder.name === bid.secret || makesWay(holder)) continue
      if (!isFreed(holder, 'clusterName', bid.cluster))
        return refuse('name-held', { ...base, holder: holder.name })
      after.push(idOf(context, holder.name))
    }
  }

  const { source } = bid
  if (!source) return granted()
  const adopts = existing !== undefined && !isIncumbent
  if (!appears && !adopts && existing.canonicalServer === source.canonicalServer) return granted()

  for (const holder of context.visible.ofAddress(source.canonicalServer)) {
    if (holder.name === bid.secret || makesWay(holder)) continue
    if (!isFreed(holder, 'canonicalServer', source.canonicalServer))
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
  return granted()
}

/** What a granted bid changes about the registration that is there; undefined where it leaves name and address. */
const moveOf = (context: PlanContext, bid: Bid): Place | undefined => {
  const existing = registrationAt(context, bid.secret)
  if (!existing || !bid.source || !isInScope(context, bid.claim.namespace.name)) return undefined
  const { canonicalServer } = bid.source
  const stays = existing.canonicalServer === canonicalServer && existing.clusterName === bid.cluster
  return stays ? undefined : { clusterName: bid.cluster, canonicalServer }
}

const departuresOf = (context: PlanContext, bid: Bid): readonly [string, Departure][] =>
  bid.source && isInScope(context, bid.claim.namespace.name) ? supersededDepartures(context, bid.others) : []

/** Its being granted frees something for others. */
const leavesBehind = (context: PlanContext, bid: Bid): boolean =>
  moveOf(context, bid) !== undefined || departuresOf(context, bid).length > 0

const book = (context: PlanContext, ledger: Ledger, bid: Bid): void => {
  ledger.names.set(bid.cluster, bid)
  if (!bid.source) return
  const { canonicalServer } = bid.source
  ledger.addresses.set(canonicalServer, [...(ledger.addresses.get(canonicalServer) ?? []), bid])
  const move = moveOf(context, bid)
  if (move) ledger.moved.set(bid.secret, move)
  for (const [name, departure] of departuresOf(context, bid)) ledger.departed.set(name, departure)
}

/**
 * Decides all bids together: the oldest namespace first, each taking its name and its address only if both are free, so
 * that one which fails on the one never keeps the other from a younger (C10.01, C10.33). What a granted bid or a removal
 * leaves is free for the others: everything is judged again with it known, until nothing more is freed. So the outcome
 * is the one that the next pass, on the hub as it then stands, comes to as well.
 * @param hiddenUnder registrations that are hidden because their namespace is granted nothing
 */
export const contest = (
  context: PlanContext,
  bids: readonly Bid[],
  hiddenUnder: (verdicts: Verdicts) => readonly string[],
): Contest => {
  const ordered = bids.toSorted((a, b) => byAge(a.claim.namespace, b.claim.namespace))
  // One that is granted its claim only because it was hidden would come and go with every pass.
  const spared = new Set<string>()
  for (;;) {
    const outcome = contestOnce(context, ordered, (verdicts) =>
      hiddenUnder(verdicts).filter((name) => !spared.has(name)),
    )
    const stillHidden = new Set(hiddenUnder(outcome.verdicts))
    const regretted = [...outcome.hidden].filter((name) => !stillHidden.has(name))
    if (regretted.length === 0) return outcome
    for (const name of regretted) spared.add(name)
  }
}

const contestOnce = (
  context: PlanContext,
  ordered: readonly Bid[],
  hiddenUnder: (verdicts: Verdicts) => readonly string[],
): Contest => {
  const departed = certainDepartures(context)
  const hidden = new Set<string>()
  const movers = new Map<Bid, Verdict>()
  for (;;) {
    const verdicts = judgeAll(context, ordered, movers, departed)
    const known = movers.size
    for (const [bid, verdict] of verdicts)
      if (verdict.granted && leavesBehind(context, bid)) movers.set(bid, verdict)
    if (movers.size > known) continue
    const more = hiddenUnder(verdicts).filter((name) => !hidden.has(name))
    if (more.length === 0) return { verdicts, hidden }
    for (const name of more) {
      hidden.add(name)
      departed.set(name, 'hidden')
    }
  }
}

/** One round: those in `movers` keep what they were granted. */
const judgeAll = (
  context: PlanContext,
  ordered: readonly Bid[],
  movers: ReadonlyMap<Bid, Verdict>,
  departed: Departures,
): Map<Bid, Verdict> => {
  const ledger: Ledger = {
    names: new Map(),
    addresses: new Map(),
    moved: new Map(),
    departed: new Map(departed),
  }
  const verdicts = new Map(movers)
  for (const bid of movers.keys()) book(context, ledger, bid)
  for (const bid of ordered) {
    if (verdicts.has(bid)) continue
    const verdict = judge(context, ledger, bid)
    verdicts.set(bid, verdict)
    if (verdict.granted) book(context, ledger, bid)
  }
  return verdicts
}
