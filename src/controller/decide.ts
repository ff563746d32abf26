import { brake } from '../engine/brake.ts'
import { isRemoval, isWrite, type Decision, type Outcome } from '../engine/decision.ts'
import { REMOVALS_OFF, type Hold, type PlanInputs } from '../engine/plan/context.ts'
import { plan } from '../engine/plan/index.ts'
import type { Snapshot } from '../engine/snapshot.ts'
import { neighbourhood } from './neighbourhood.ts'
import type { ReconcileOptions } from './reconcile-options.ts'

export interface Decided {
  /** What is to be done for the namespace now. */
  readonly own: readonly Decision[]
  /** Namespaces whose decisions have to be carried out before others of this one. */
  readonly waitsFor: readonly string[]
  /** What it was decided on. */
  readonly snapshot: Snapshot
}

/** Decides for one namespace as a pass over the whole hub would, and keeps count of removals for the brake. */
export class Decider {
  readonly #o: ReconcileOptions
  /** Removals decided and not done, by namespace. */
  readonly #pending = new Map<string, readonly Decision[]>()

  constructor(options: ReconcileOptions) {
    this.#o = options
  }

  decide(name: string): Decided {
    const { clock, damper, fleet, prune } = this.#o
    const now = clock.now()
    const snapshot = neighbourhood(fleet, name)
    const inputs: PlanInputs = {
      isContested: (secret, desired) => damper.isContested(secret, desired, now),
      ...(prune ? {} : { hold: REMOVALS_OFF }),
    }
    const free = plan(snapshot, fleet.settings, now, inputs)
    const hold = prune ? this.#holdFor(free, now) : undefined
    const decisions = hold ? plan(snapshot, fleet.settings, now, { ...inputs, hold }) : free
    const decided = { ...this.#ownOf(decisions, name), snapshot }
    // Other workers decide while this one writes: what it is about to remove counts from now on.
    this.reserve(name, decided.own.filter(isRemoval))
    return decided
  }

  /** Has removals count for the brake that are decided and not done. */
  reserve(name: string, removals: readonly Decision[]): void {
    if (removals.length > 0) this.#pending.set(name, removals)
    else this.#pending.delete(name)
  }

  /** Takes down which removals are left. */
  settled(name: string, outcomes: readonly Outcome[]): void {
    const open = outcomes.flatMap(({ decision, result }) =>
      isRemoval(decision) && result !== 'done' ? [decision] : [],
    )
    this.reserve(name, open)
  }

  #holdFor(planned: readonly Decision[], now: number): Hold | undefined {
    if (!planned.some(isRemoval)) return undefined
    const { expected, fleet, hub, removed } = this.#o
    const here = new Set(planned.map(({ namespace }) => namespace))
    const elsewhere = [...this.#pending].flatMap(([name, decisions]) => (here.has(name) ? [] : decisions))
    return brake(fleet.snapshot(), fleet.settings, now, [...elsewhere, ...planned], {
      removed: removed.since(now),
      expected: expected(),
      hub: hub(),
    })
  }

  #ownOf(decisions: readonly Decision[], name: string): Pick<Decided, 'own' | 'waitsFor'> {
    const mine = decisions.filter(({ namespace }) => namespace === name)
    const ids = new Set(mine.map(({ id }) => id))
    const blockers = new Set<string>()
    const own = mine.filter((decision) => {
      const others =
        isWrite(decision) || isRemoval(decision) ? decision.after.filter((id) => !ids.has(id)) : []
      for (const id of others) blockers.add(id)
      return others.length === 0
    })
    const waitsFor = decisions.flatMap(({ id, namespace }) =>
      blockers.has(id) && namespace !== undefined && namespace !== name ? [namespace] : [],
    )
    return { own, waitsFor }
  }
}
