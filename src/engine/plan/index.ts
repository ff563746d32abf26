import type { Settings } from '../../settings/settings.ts'
import type { Decision, Note, Rest, Write } from '../decision.ts'
import type { NamespaceDigest, RegistrationDigest, Snapshot } from '../snapshot.ts'
import { secretNameFor } from '../keys.ts'
import { claimOf, type Claim, type Source } from './claims.ts'
import { contest, type Bid, type Verdict } from './contest.ts'
import {
  idOf,
  isDemoted,
  isHeld,
  isOurs,
  isPinned,
  planContext,
  sourceNamespaceOf,
  type PlanContext,
} from './context.ts'
import { addressNotes, creation, desiredState, difference, pinNotes } from './desired.ts'
import { demoted, keep, renamed, replaced, unclaimed } from './removals.ts'

/** A source namespace with what it claims and what is recorded against it. */
interface Group {
  readonly namespace: NamespaceDigest
  readonly claim: Claim
  /** The registration at the claimed name, whoever it is of. */
  readonly target: RegistrationDigest | undefined
  /** Registrations of this namespace under other names. */
  readonly others: readonly RegistrationDigest[]
}

const uidDiffers = (
  { keys }: PlanContext,
  namespace: NamespaceDigest,
  registration: RegistrationDigest,
): boolean => {
  const recorded = registration.labels[keys.sourceNamespaceUid]
  return Boolean(recorded) && namespace.uid !== undefined && recorded !== namespace.uid
}

/** Why the registration at a claimed name must be left alone whatever its source says; undefined where it need not. */
const hindrance = (context: PlanContext, registration: RegistrationDigest): Rest | undefined => {
  const { keys, settings } = context
  if (registration.terminating) return keep(context, registration, 'removal-pending')
  if (isHeld(registration) && !registration.visible) return keep(context, registration, 'held')
  const provider = registration.labels[keys.provider]
  const isConfigured = settings.providers.some(({ name }) => name === provider)
  if (provider !== undefined && !isConfigured && !settings.providersChosen)
    return keep(context, registration, 'other-settings', { provider })
  return undefined
}

const isOwnTarget = (context: PlanContext, { target, namespace }: Group): boolean =>
  target !== undefined && isOurs(context, target) && sourceNamespaceOf(context, target) === namespace.name

/** Decisions are about a namespace's group: its claim, and every registration recorded against it. */
class Planner {
  readonly #context: PlanContext
  readonly #groups: readonly Group[]
  readonly #verdicts: ReadonlyMap<Bid, Verdict>
  /** By namespace: the bid for its claim. */
  readonly #claimBids = new Map<string, Bid>()
  /** By Secret name: the bid to refresh a registration that the namespace no longer names. */
  readonly #refreshBids = new Map<string, Bid>()

  constructor(context: PlanContext) {
    this.#context = context
    this.#groups = this.#makeGroups()
    for (const group of this.#groups) {
      const bid = this.#bidOf(group)
      if (bid) this.#claimBids.set(group.namespace.name, bid)
    }
    for (const group of this.#groups)
      for (const bid of this.#refreshesOf(group)) this.#refreshBids.set(bid.secret, bid)
    this.#verdicts = contest(context, [...this.#claimBids.values(), ...this.#refreshBids.values()])
  }

  decide(): Decision[] {
    const decided = this.#groups.flatMap((group) => this.#ofGroup(group))
    const covered = new Set(decided.map(({ id }) => id))
    for (const registration of this.#context.snapshot.registrations.values())
      if (isOurs(this.#context, registration) && !covered.has(idOf(this.#context, registration.name)))
        decided.push(this.#ofUnclaimed(registration))
    return decided
  }

  #ofUnclaimed(registration: RegistrationDigest): Decision {
    const context = this.#context
    if (registration.terminating) return keep(context, registration, 'removal-pending')
    return unclaimed(context, registration)
  }

  #makeGroups(): Group[] {
    const { snapshot } = this.#context
    const byNamespace = new Map<string, RegistrationDigest[]>()
    for (const registration of snapshot.registrations.values()) {
      const namespace = sourceNamespaceOf(this.#context, registration)
      if (namespace === '') continue
      const list = byNamespace.get(namespace)
      if (list) list.push(registration)
      else byNamespace.set(namespace, [registration])
    }
    return [...snapshot.namespaces.values()]
      .filter(({ managed, terminating }) => managed && !terminating)
      .map((namespace) => {
        const claim = claimOf(this.#context, namespace)
        const target = claim.secret === '' ? undefined : snapshot.registrations.get(claim.secret)
        const others = (byNamespace.get(namespace.name) ?? []).filter(({ name }) => name !== claim.secret)
        return { namespace, claim, target, others }
      })
  }

  #bidOf(group: Group): Bid | undefined {
    const { claim, target } = group
    if (claim.secret === '' || (!claim.source && claim.lack?.kind !== 'unseen')) return undefined
    const own = isOwnTarget(this.#context, group)
    if (own && target && hindrance(this.#context, target)) return undefined
    if (own && !claim.source) return undefined
    return { claim, cluster: claim.cluster, secret: claim.secret, source: claim.source, isRefresh: false }
  }

  /** Visible registrations under a former name are refreshed as long as they are not hidden (C10.06). */
  #refreshesOf(group: Group): Bid[] {
    const { claim, others } = group
    const source = claim.source ?? this.#sourceDespiteName(group)
    if (!source || claim.cluster === '') return []
    return others
      .filter((other) => other.visible && !hindrance(this.#context, other))
      .map((other) => ({
        claim,
        cluster: this.#recordedName(other),
        secret: other.name,
        source,
        isRefresh: true,
      }))
  }

  /** An illegal new name has no claim of its own, but its kubeconfig still refreshes the old registration. */
  #sourceDespiteName({ namespace, claim, others }: Group): Source | undefined {
    const old = others[0]
    if (claim.secret !== '' || claim.cluster === '' || !old) return undefined
    const { keys } = this.#context
    const labels = { ...namespace.labels, [keys.cluster]: this.#recordedName(old) }
    return claimOf(this.#context, { ...namespace, labels }).source
  }

  #recordedName(registration: RegistrationDigest): string {
    return registration.name.slice(secretNameFor('').length)
  }

  /** A rename is one unit (decisions.md §2): while the old one can't be hidden, the new one is not made. */
  #isHeldRename({ target, others }: Group): boolean {
    if (target?.visible) return false
    return others.some((other) => other.visible && !isPinned(this.#context, other))
  }

  #ofGroup(group: Group): Decision[] {
    const { claim, namespace, target, others } = group
    const context = this.#context
    const own = isOwnTarget(context, group)
    const bid = this.#claimBids.get(namespace.name)
    const verdict = bid && this.#verdicts.get(bid)
    const granted = verdict?.granted === true && claim.source !== undefined

    if (granted) {
      const write = this.#registered(group, claim.source, verdict.after)
      return [
        this.#isHeldRename(group) ? holdRename(write, others) : write,
        ...others.map((other) => this.#superseded(group, other)),
      ]
    }

    const hindered = own && target ? hindrance(context, target) : undefined
    if (hindered) return [hindered, ...others.map((other) => this.#stale(group, other, hindered.reason))]

    const refusal = verdict?.granted === false ? verdict.refusal : undefined
    const lack = claim.lack ?? (refusal ? { ...refusal, kind: 'refuse' as const } : undefined)
    if (!lack) return []
    const decisions: Decision[] = []
    if (own && target) decisions.push(this.#kept(group, target, lack))
    else if (lack.kind === 'refuse' || others.length === 0) {
      // A missing cluster label asks for no name: what is registered is kept for that reason instead.
      const isOnlyKept = claim.cluster === '' && others.length > 0
      if (!isOnlyKept) decisions.push(this.#denied(group, lack))
    }
    return [...decisions, ...others.map((other) => this.#stale(group, other, lack.reason))]
  }

  /** The namespace's claim stands: write it, or find nothing to write. */
  #registered(group: Group, source: Source, after: readonly string[]): Write | Rest {
    const { claim, namespace, target, others } = group
    const context = this.#context
    const { desired, notes } = desiredState(context, namespace, claim.cluster, source, target)
    const subject = {
      id: idOf(context, claim.secret),
      cluster: claim.cluster,
      namespace: namespace.name,
      secret: claim.secret,
      provider: source.provider,
      source: { secret: source.secret, key: source.key },
      server: source.server,
      trail: claim.trail,
      params: { cluster: claim.cluster, namespace: namespace.name, secret: claim.secret },
    }
    const warnings = [...source.notes, ...notes, ...pinNotes(context, others)]
    if (!target)
      return {
        ...subject,
        action: 'register',
        reason: 'first-registration',
        warnings,
        precondition: { kind: 'absent' },
        desired,
        changes: creation(context, desired),
        after,
      }

    const changed = difference(context, target, desired)
    const changes = [...changed.data, ...changed.metadata]
    const write = (action: 'update' | 'adopt' | 'restore', reason: Write['reason']): Write => ({
      ...subject,
      action,
      reason,
      warnings: [...warnings, ...addressNotes(context, target, desired)],
      precondition: { kind: 'unchanged', base: target.base },
      desired,
      changes,
      after,
    })
    if (target.immutable && changed.data.length > 0) return keep(context, target, 'registration-immutable')
    if (sourceNamespaceOf(context, target) === '') return write('adopt', 'orphan-adopted')
    if (!target.visible) return write('restore', isDemoted(context, target) ? 'label-back' : 'visible-again')
    if (uidDiffers(context, namespace, target)) return write('update', 'namespace-recreated')
    if (changed.data.length > 0) return write('update', 'source-changed')
    if (changed.metadata.length > 0) return write('update', 'metadata-changed')
    return { ...subject, action: 'unchanged', reason: 'up-to-date', warnings }
  }

  /** A registration under another name, while the present one is won: to be hidden, and refreshed until it is. */
  #superseded(group: Group, other: RegistrationDigest): Decision {
    const context = this.#context
    if (other.terminating) return keep(context, other, 'removal-pending')
    if (!other.visible) return demoted(context, other, true)
    const refreshed = this.#refreshed(group, other, 'removals-off')
    return refreshed && refreshed.action !== 'unchanged'
      ? refreshed
      : renamed(context, other, group.claim.secret)
  }

  /** A registration under another name, while the present one is not won. */
  #stale(group: Group, other: RegistrationDigest, reason: Rest['reason']): Decision {
    const context = this.#context
    if (other.terminating) return keep(context, other, 'removal-pending')
    if (!other.visible) return demoted(context, other, false)
    const refreshed = this.#refreshed(group, other, reason)
    if (refreshed) return refreshed
    if (uidDiffers(context, group.namespace, other)) return replaced(context, other, ` (${reason})`)
    const hindered = hindrance(context, other)
    if (hindered) return hindered
    const bid = this.#refreshBids.get(other.name)
    const verdict = bid && this.#verdicts.get(bid)
    return verdict?.granted === false
      ? keep(context, other, verdict.refusal.reason, verdict.refusal.params)
      : keep(context, other, reason, { ...group.claim.lack?.params })
  }

  /** The refresh of a registration under its old name, where there is something to refresh it from. */
  #refreshed(
    group: Group,
    other: RegistrationDigest,
    reason: Rest['reason'] | 'removals-off',
  ): Write | Rest | undefined {
    const bid = this.#refreshBids.get(other.name)
    const verdict = bid && this.#verdicts.get(bid)
    if (!bid?.source || !verdict?.granted) return undefined
    const claim: Claim = { ...group.claim, cluster: bid.cluster, secret: other.name }
    const decision = this.#registered(
      { ...group, claim, target: other, others: [] },
      bid.source,
      verdict.after,
    )
    return {
      ...decision,
      warnings: [...decision.warnings, ...this.#renameNotes(group, other, bid.cluster, reason)],
    }
  }

  #renameNotes(
    { claim }: Group,
    other: RegistrationDigest,
    former: string,
    reason: Rest['reason'] | 'removals-off',
  ): Note[] {
    if (reason !== 'removals-off')
      return [
        {
          reason: 'rename-refused',
          params: {
            wanted: claim.cluster,
            reason,
            namespace: claim.namespace.name,
            clusterKey: this.#context.keys.cluster,
          },
        },
      ]
    if (isPinned(this.#context, other)) return []
    return [{ reason, params: { what: `rename ${former} to ${claim.cluster}` } }]
  }

  /** The namespace's own registration stays as it is, for want of something to register. */
  #kept({ claim, namespace }: Group, target: RegistrationDigest, lack: NonNullable<Claim['lack']>): Decision {
    const context = this.#context
    if (uidDiffers(context, namespace, target)) return replaced(context, target, ` (${lack.reason})`)
    if (!target.visible && isDemoted(context, target)) return demoted(context, target, false)
    return { ...keep(context, target, lack.reason, lack.params), trail: claim.trail }
  }

  /** Nothing is registered, and nothing is to be for now. */
  #denied({ claim, namespace }: Group, lack: NonNullable<Claim['lack']>): Rest {
    return {
      id: `${namespace.name}/${claim.cluster}`,
      ...(claim.cluster === '' ? {} : { cluster: claim.cluster }),
      namespace: namespace.name,
      secret: claim.secret,
      ...(claim.source
        ? {
            provider: claim.source.provider,
            source: { secret: claim.source.secret, key: claim.source.key },
            server: claim.source.server,
          }
        : {}),
      action: lack.kind === 'refuse' ? 'refuse' : 'wait',
      reason: lack.reason,
      params: lack.params,
      warnings: claim.source?.notes ?? [],
      trail: claim.trail,
    }
  }
}

const holdRename = (decision: Write | Rest, others: readonly RegistrationDigest[]): Write | Rest => {
  if (decision.action === 'keep' || !('desired' in decision)) return decision
  const what = `${decision.action} ${decision.secret}, which replaces ${others.map(({ name }) => name).join(', ')}`
  return {
    ...decision,
    held: 'removals-off',
    warnings: [...decision.warnings, { reason: 'removals-off', params: { what } }],
  }
}

const compareText = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))

/** By cluster, then namespace, then Secret, so that the same input gives the same bytes. */
const inOrder = (a: Decision, b: Decision): number =>
  compareText(a.cluster ?? '', b.cluster ?? '') ||
  compareText(a.namespace ?? '', b.namespace ?? '') ||
  compareText(a.secret, b.secret)

/**
 * Decides what becomes of every claim and every registration. Pure: no I/O, no clock of its own, no logging; the same
 * for one namespace as for the fleet.
 * @param now milliseconds since the epoch
 * @param only source namespaces to decide for; all are still taken into account. Absent = all.
 */
export const plan = (
  snapshot: Snapshot,
  settings: Settings,
  now: number,
  only?: ReadonlySet<string>,
): Decision[] => {
  const context = planContext(snapshot, settings, now)
  const decisions = new Planner(context).decide()
  const wanted = only
    ? decisions.filter(({ namespace }) => namespace !== undefined && only.has(namespace))
    : decisions
  return wanted.sort(inOrder)
}
