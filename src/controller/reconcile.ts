import { act } from '../engine/act.ts'
import { withAffects } from '../engine/affected.ts'
import { isRemoval, isWrite, type Decision, type Outcome } from '../engine/decision.ts'
import { readNamespace } from '../engine/observe/namespaces.ts'
import type { ReasonId } from '../engine/reasons/index.ts'
import { ServerRace } from '../engine/server-race.ts'
import { isAbsence, type Snapshot } from '../engine/snapshot.ts'
import { pause } from './clock.ts'
import { Decider } from './decide.ts'
import { needsCredential, paceOf, resultOf } from './outcomes.ts'
import type { WorkResult } from './queue-visits.ts'
import type { ReconcileOptions } from './reconcile-options.ts'

/** Milliseconds. */
const FIRST_LOOK = 2000
const LAST_LOOK = 30_000

/** Milliseconds a removal waits for others that come with it: the brake has to see them together. */
const GATHER = 10

const WAITING: ReadonlySet<ReasonId> = new Set<ReasonId>(['source-missing', 'key-missing', 'source-empty'])

const isWork = (decision: Decision): boolean => isWrite(decision) || isRemoval(decision)

/** Works on one source namespace at a time: looks, decides by the engine's own plan, writes. */
export class Reconciler {
  readonly #o: ReconcileOptions
  readonly #decider: Decider
  /** Milliseconds between looks for what a namespace waits for. */
  readonly #patience = new Map<string, number>()

  constructor(options: ReconcileOptions) {
    this.#o = options
    this.#decider = new Decider(options)
  }

  /** Has removals of a namespace count for the brake before it is worked on. */
  reserve(namespace: string, removals: readonly Decision[]): void {
    this.#decider.reserve(namespace, removals)
  }

  /** @throws KubeError where the hub could not be asked */
  async visit(name: string): Promise<WorkResult> {
    const { fleet, isWatched, sources } = this.#o
    // A removal is most likely what comes of this: what it waits for may as well begin now.
    const gathered = isWatched(name) ? undefined : this.#gather()
    const isThere = await this.#seeNamespace(name)
    if (!isThere && fleet.registrationsOf(name).size === 0) return this.#forget(name)
    if (this.#patience.has(name)) await sources.look(name)
    let credentials = sources.isStale(name) ? await this.#read(name) : new Map<string, string>()
    let decided = this.#decider.decide(name)
    if (decided.own.some(isWork)) {
      await this.#o.freshenTarget()
      // The interval may be long: at another hub nothing is hidden or removed from the first moment on.
      if (decided.own.some(isRemoval)) await Promise.all([gathered ?? this.#gather(), this.#o.identify()])
      decided = this.#decider.decide(name)
    }
    if (needsCredential(decided.own, credentials)) {
      credentials = await this.#read(name)
      decided = this.#decider.decide(name)
    }
    for (const other of decided.waitsFor) this.#o.wake(other)
    const wait = paceOf(decided.own, credentials, this.#o)
    if (wait > 0) return { kind: 'after', ms: wait }
    const outcomes = await this.#carryOut(decided.own, decided.snapshot, credentials)
    this.#decider.settled(name, outcomes)
    this.#o.decided(name, outcomes)
    if (fleet.registrationsOf(name).size === 0 && !fleet.namespaces.has(name)) return this.#forget(name)
    return resultOf(name, outcomes, this.#o, this.#wait(name, outcomes))
  }

  #gather(): Promise<void> {
    return pause(this.#o.clock, GATHER, this.#o.signal)
  }

  /** @returns whether the namespace is there */
  async #seeNamespace(name: string): Promise<boolean> {
    const { client, fleet, isWatched, secretsVersion } = this.#o
    if (isWatched(name)) return true
    // A filtered watch tells a lost label as a deletion: only the server's own word counts (C7.02).
    const sight = await readNamespace(client, fleet.settings, name, secretsVersion())
    // Made again meanwhile: what the watch has told of is newer than what was read.
    if (isWatched(name)) return true
    fleet.putNamespace(name, sight)
    return !isAbsence(sight)
  }

  async #read(name: string): Promise<ReadonlyMap<string, string>> {
    const namespace = this.#o.fleet.namespaces.get(name)
    if (!namespace?.managed || namespace.terminating) return new Map()
    return this.#o.sources.read(namespace)
  }

  /** A kubeconfig that is waited for is looked for sooner than at the interval, where no watch tells of it (C10.68). */
  #wait(name: string, outcomes: readonly Outcome[]): number {
    const isWaiting = outcomes.some(({ decision }) => WAITING.has(decision.reason))
    if (!isWaiting || this.#o.secretsWatched()) {
      this.#patience.delete(name)
      return 0
    }
    const wait = Math.min((this.#patience.get(name) ?? FIRST_LOOK / 2) * 2, LAST_LOOK)
    this.#patience.set(name, wait)
    return wait
  }

  #forget(name: string): WorkResult {
    this.#patience.delete(name)
    this.#o.fleet.putNamespace(name, undefined)
    this.#o.sources.forget(name)
    this.#decider.settled(name, [])
    this.#o.decided(name, [])
    return { kind: 'done' }
  }

  async #carryOut(
    decisions: readonly Decision[],
    snapshot: Snapshot,
    credentials: ReadonlyMap<string, string>,
  ): Promise<readonly Outcome[]> {
    const { client, clock, dryRun, fleet, identity, signal } = this.#o
    const { settings } = fleet
    if (!decisions.some(isWork)) return decisions.map((decision) => ({ decision, notes: [] }))
    // What a removal touches is told, and never waited for: its proof is what counts.
    const told = withAffects(
      client,
      settings,
      snapshot,
      { all: decisions, decisions, hub: this.#o.hub() },
      signal,
    )
    const now = clock.now()
    const race = new ServerRace(client, settings, {
      now,
      pause: (ms) => pause(clock, ms, signal),
      visible: this.#o.visible,
    })
    const outcomes = await act(client, settings, decisions, {
      dryRun,
      concurrency: 1,
      credentials,
      identity,
      signal,
      clock: () => clock.monotonic(),
      onReplaced: (secret, decision) => {
        race.remember(secret, decision)
      },
      onStored: this.#o.storedRegistration,
      onOutcome: (outcome) => {
        this.#remember(outcome, now)
      },
    })
    const settled = await race.settle(outcomes, { snapshot, credentials })
    // What was overtaken is looked at before it is decided again: the watch may be behind.
    for (const { decision, again } of settled.outcomes) if (again) await this.#o.lookAtTarget(decision.secret)
    const named = new Map((await told).map((decision) => [decision.id, decision]))
    return settled.outcomes.map((outcome) => ({
      ...outcome,
      decision: isRemoval(outcome.decision)
        ? (named.get(outcome.decision.id) ?? outcome.decision)
        : outcome.decision,
    }))
  }

  #remember({ decision, result }: Outcome, now: number): void {
    if (result !== 'done') return
    if (isRemoval(decision)) this.#o.removed.add(decision.id, now)
    if (isWrite(decision)) this.#o.damper.record(decision.secret, decision.desired, now)
  }
}
