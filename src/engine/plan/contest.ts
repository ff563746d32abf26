import type { Params } from '../../kubeconfig/translation.ts'
import type { ReasonId } from '../reasons/index.ts'
import type { RegistrationDigest } from '../snapshot.ts'
import { byAge, type Claim, type Source } from './claims.ts'
import { idOf, isDemoted, isOurs, isPinned, sourceNamespaceOf, type PlanContext } from './context.ts'

/** A wish to have `cluster` registered at `source`'s address under the Secret `secret`: a namespace's claim, or the
 *  refresh of a registration under its old name. */
export interface Bid {
  readonly claim: Claim
  readonly cluster: string
  readonly secret: string
  /** Undefined where the namespace's Secrets could not be read: such a bid still keeps a name from younger ones. */
  readonly source: Source | undefined
  /** The refresh of a registration that the namespace no longer names; nothing of the namespace makes way for it. */
  readonly isRefresh: boolean
}

export interface Refusal {
  readonly reason: ReasonId
  readonly params: Params
}

export type Verdict =
  /** `after`: decisions that free the name or the address first. */
  | { readonly granted: true; readonly after: readonly string[] }
  | { readonly granted: false; readonly refusal: Refusal }

/** Who holds what in the target namespace, by what Argo CD compares. */
class Holders {
  readonly #byName = new Map<string, RegistrationDigest[]>()
  readonly #byAddress = new Map<string, RegistrationDigest[]>()

  constructor(registrations: Iterable<RegistrationDigest>) {
    for (const registration of registrations) {
      if (!registration.visible) continue
      add(this.#byName, registration.clusterName, registration)
      if (registration.canonicalServer !== undefined)
        add(this.#byAddress, registration.canonicalServer, registration)
    }
  }

  ofName(name: string): readonly RegistrationDigest[] {
    return this.#byName.get(name) ?? []
  }

  ofAddress(address: string): readonly RegistrationDigest[] {
    return this.#byAddress.get(address) ?? []
  }
}

const add = (map: Map<string, RegistrationDigest[]>, key: string, registration: RegistrationDigest): void => {
  const list = map.get(key)
  if (list) list.push(registration)
  else map.set(key, [registration])
}

/** What bids granted so far have taken, and what they leave behind once they are done. */
interface Ledger {
  readonly names: Map<string, Bid>
  readonly addresses: Map<string, Bid>
  /** Secret name → its name and address once its update is done. */
  readonly moved: Map<string, { readonly clusterName: string; readonly canonicalServer: string }>
}

const isLeaving = (context: PlanContext, registration: RegistrationDigest): boolean =>
  !isPinned(context, registration) &&
  context.snapshot.absences.get(sourceNamespaceOf(context, registration))?.state === 'gone'

const holderName = (context: PlanContext, registration: RegistrationDigest): string => {
  const namespace = sourceNamespaceOf(context, registration)
  return namespace === ''
    ? `${registration.name}, which is not ours`
    : `${registration.name} from namespace ${namespace}`
}

const ownership = (context: PlanContext, bid: Bid, existing: RegistrationDigest): Refusal | undefined => {
  const { keys, settings } = context
  const params = {
    cluster: bid.cluster,
    namespace: bid.claim.namespace.name,
    secret: bid.secret,
    target: settings.targetNamespace,
    clusterKey: keys.cluster,
    sourceNamespaceKey: keys.sourceNamespace,
  }
  if (!isOurs(context, existing)) {
    const owner = existing.labels[keys.managedBy]
    const stated = owner !== undefined && owner !== settings.managedBy ? ` (${keys.managedBy}=${owner})` : ''
    return { reason: 'not-managed', params: { ...params, owner: stated } }
  }
  const holder = sourceNamespaceOf(context, existing)
  if (holder === bid.claim.namespace.name) return undefined
  if (holder !== '') {
    const state = {
      ...(isDemoted(context, existing) ? { demoted: 'true' } : {}),
      ...(isLeaving(context, existing) ? { leaving: 'true' } : {}),
    }
    return { reason: 'incumbent', params: { ...params, holder, ...state } }
  }
  const recorded = existing.labels[keys.cluster] ?? ''
  if (recorded !== bid.cluster) {
    const detail = recorded === '' ? 'no cluster either' : `its cluster label says ${recorded}`
    return { reason: 'orphan-cluster-mismatch', params: { ...params, detail } }
  }
  const uid = existing.labels[keys.sourceNamespaceUid]
  if (uid !== undefined && bid.claim.namespace.uid !== undefined && uid !== bid.claim.namespace.uid)
    return {
      reason: 'orphan-cluster-mismatch',
      params: { ...params, detail: 'the namespace UID it records is another one' },
    }
  return undefined
}

/** Judges one bid against what is held and what has been granted. */
const judge = (context: PlanContext, holders: Holders, ledger: Ledger, bid: Bid): Verdict => {
  const { registrations } = context.snapshot
  const { keys, settings } = context
  const namespace = bid.claim.namespace.name
  const existing = registrations.get(bid.secret)
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
    for (const holder of holders.ofName(bid.cluster)) {
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

  for (const holder of holders.ofAddress(source.canonicalServer)) {
    if (holder.name === bid.secret || makesWay(holder)) continue
    const move = ledger.moved.get(holder.name)
    if (!move || move.canonicalServer === source.canonicalServer)
      return refuse('server-collision', {
        ...base,
        server: source.server,
        holder: holderName(context, holder),
        ...(isLeaving(context, holder) ? { leaving: 'true' } : {}),
      })
    after.push(idOf(context, holder.name))
  }
  const rival = ledger.addresses.get(source.canonicalServer)
  if (rival && (rival.claim.namespace.name !== namespace || (rival.isRefresh && bid.isRefresh)))
    return refuse('server-collision', {
      ...base,
      server: source.server,
      holder: rival.cluster,
      detail: ` (the older namespace ${rival.claim.namespace.name})`,
    })
  return { granted: true, after }
}

/** What a granted bid changes about the registration that is there; undefined where it leaves name and address. */
const moveOf = (
  context: PlanContext,
  bid: Bid,
): { readonly clusterName: string; readonly canonicalServer: string } | undefined => {
  const existing = context.snapshot.registrations.get(bid.secret)
  if (!existing || !bid.source) return undefined
  const { canonicalServer } = bid.source
  const stays = existing.canonicalServer === canonicalServer && existing.clusterName === bid.cluster
  return stays ? undefined : { clusterName: bid.cluster, canonicalServer }
}

const book = (context: PlanContext, ledger: Ledger, bid: Bid): void => {
  ledger.names.set(bid.cluster, bid)
  if (!bid.source) return
  ledger.addresses.set(bid.source.canonicalServer, bid)
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
  const holders = new Holders(context.snapshot.registrations.values())
  const ordered = bids.toSorted((a, b) => byAge(a.claim.namespace, b.claim.namespace))
  const movers = new Map<Bid, Verdict>()
  for (;;) {
    const ledger: Ledger = { names: new Map(), addresses: new Map(), moved: new Map() }
    const verdicts = new Map(movers)
    for (const bid of movers.keys()) book(context, ledger, bid)
    for (const bid of ordered) {
      if (verdicts.has(bid)) continue
      const verdict = judge(context, holders, ledger, bid)
      verdicts.set(bid, verdict)
      if (verdict.granted) book(context, ledger, bid)
    }
    const known = movers.size
    for (const [bid, verdict] of verdicts)
      if (verdict.granted && moveOf(context, bid)) movers.set(bid, verdict)
    if (movers.size === known) return verdicts
  }
}
