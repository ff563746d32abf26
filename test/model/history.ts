import { isDeepStrictEqual } from 'node:util'
import type { RawSettings } from '../../src/settings/raw.ts'
import { resolveSettings } from '../../src/settings/resolve.ts'
import type { Settings } from '../../src/settings/settings.ts'
import { providers } from '../engine/test-hub.ts'
import type { ModelHub } from './hub.ts'
import {
  brakeFaults,
  cleanFaults,
  dryRunFaults,
  reportFaults,
  tellRun,
  unsettledFaults,
  writeFaults,
} from './judge.ts'
import { leftOver, missing } from './liveness.ts'
import { isClean, newProcess, pass, type PassRun, type Process, type Wish } from './passes.ts'
import { bytesOf, clusterOf, hasDemotionLabel, isHeld, isOurs, isVisible, look, type Sight } from './sight.ts'
import type { History, PassPlan, SecretName, Setup, Step } from './steps.ts'
import { Turns } from './turns.ts'
import { twins } from './twins.ts'
import { World } from './world.ts'

const CLEAN: PassPlan = {}
const SYNC: Wish = {}

/** What a history came to that must not be. */
export class Breach extends Error {
  override readonly name = 'Breach'
}

const settingsOf = (hub: ModelHub, { ttl, maxRemovals, named }: Setup): Settings => {
  const given = <T>(value: T): { readonly value: T; readonly origin: string } => ({ value, origin: 'test' })
  const raw: RawSettings = {
    targetNamespace: given(hub.target),
    managedBy: given(hub.owner),
    demotedTTL: given(ttl),
    ...(maxRemovals === undefined ? {} : { maxRemovals: given(maxRemovals) }),
    ...(named ? providers('k3k') : {}),
  }
  return resolveSettings(raw)
}

const active = ({ secrets }: Sight, owner: string): number =>
  [...secrets.values()].filter((secret) => isOurs(secret, owner) && isVisible(secret)).length

/** Somebody else had the same name or address, and now alone. */
const isTaken = ({ result }: PassRun): boolean =>
  result?.outcomes.some(({ decision }) => ['server-collision', 'name-held'].includes(decision.reason)) ===
  true

/** Runs a history on a hub and checks, after every step, what must hold. */
export class Run {
  readonly #hub: ModelHub
  readonly #setup: Setup
  readonly #settings: Settings
  readonly #world: World
  #process: Process = newProcess()

  constructor(hub: ModelHub, setup: Setup) {
    this.#hub = hub
    this.#setup = setup
    this.#settings = settingsOf(hub, setup)
    this.#world = new World(hub)
  }

  /** @throws Breach with the step it came to light at */
  async history({ steps }: History): Promise<void> {
    for (const [index, step] of steps.entries())
      await this.#checked(`step ${index + 1}`, () => this.step(step))
    await this.#checked('the first pass after it all', () => this.#converges(11))
    await this.#checked('the first pass two days later', () => this.#converges(2 * 24 * 60))
  }

  async #checked(where: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (error instanceof Breach) throw new Breach(`${where}: ${error.message}`)
      throw error
    }
  }

  async step(step: Step): Promise<void> {
    switch (step.do) {
      case 'pass':
        return this.#pass(step.plan, SYNC)
      case 'ask':
        return this.#asPerson(() => this.#ask(step))
      case 'prune':
        return this.#asPerson(() =>
          this.#pass(step.plan, { prunes: step.release === undefined ? {} : { release: step.release } }),
        )
      case 'two':
        return this.#two(step)
      case 'hide-and-revert':
        return this.#asPerson(() => this.#hideAndRevert(step.secret))
      case 'rename-and-back':
        return this.#asPerson(() => this.#renameAndBack(step.at, step.name))
      case 'restart':
        this.#process = newProcess()
        return
      default:
        return this.#world.apply(step)
    }
  }

  /** A command line of its own: another process than the one that runs on. */
  async #asPerson(work: () => Promise<void>): Promise<void> {
    const running = this.#process
    this.#process = newProcess()
    await work()
    this.#process = running
  }

  /** What a rename hid is reverted by giving its namespace the former label back. */
  async #ask({ verb, secret, plan }: Extract<Step, { readonly do: 'ask' }>): Promise<void> {
    const present = (await look(this.#hub)).secrets.get(secret)
    if (verb === 'revert' && plan.dryRun === undefined && present && !isVisible(present) && !isHeld(present))
      await this.#world.labelBack(present)
    return this.#pass(plan, { ask: { verb, secret } })
  }

  #start(plan: PassPlan, wish: Wish, process = this.#process): Promise<PassRun> {
    return pass({ hub: this.#hub, world: this.#world, settings: this.#settings, process, wish }, plan)
  }

  /** One pass, and if nothing was done to it, the next, which must find nothing to do. */
  async #pass(plan: PassPlan, wish: Wish): Promise<void> {
    const before = await look(this.#hub)
    const run = await this.#start(plan, wish)
    const after = await look(this.#hub)
    this.#judge(run, before)
    if (plan.dryRun !== undefined && !plan.during?.length && !isDeepStrictEqual(after, before))
      this.#fail(['a dry run left something'], run)
    if (!isClean(plan)) return
    this.#fail(cleanFaults(run), run)
    if (plan.dryRun !== undefined) return
    this.#checkTwins(before, after, run)
    const next = await this.#start(plan, wish)
    this.#fail(
      unsettledFaults(next).map((fault) => `${fault}\n${tellRun(next)}`),
      run,
    )
  }

  #judge(run: PassRun, before: Sight, process = this.#process, isAlone = true): void {
    const { owner } = this.#hub
    const { demotedTtl, maxRemovals = {} } = this.#settings
    const faults = [
      ...writeFaults(run, owner, demotedTtl),
      ...brakeFaults(run, process, maxRemovals, active(before, owner), owner, demotedTtl),
      ...dryRunFaults(run),
      ...reportFaults(run, isAlone),
    ]
    this.#fail(faults, run)
  }

  #checkTwins(before: Sight, after: Sight, ...runs: readonly PassRun[]): void {
    const { owner } = this.#hub
    const stood = new Set(twins(before.secrets, owner))
    this.#fail(
      twins(after.secrets, owner).filter((twin) => !stood.has(twin)),
      ...runs,
    )
  }

  #fail(faults: readonly string[], ...runs: readonly PassRun[]): void {
    if (faults.length > 0) throw new Breach([...faults, ...runs.map(tellRun)].join('\n'))
  }

  async #two({ first, second, picks }: Extract<Step, { readonly do: 'two' }>): Promise<void> {
    const before = await look(this.#hub)
    const turns = new Turns(picks)
    const other = newProcess()
    const context = { hub: this.#hub, world: this.#world, settings: this.#settings, wish: SYNC, sights: [] }
    const runs = [
      pass({ ...context, process: this.#process, turns: turns.around(0) }, first),
      pass({ ...context, process: other, turns: turns.around(1) }, second),
    ] as const
    await turns.run(runs)
    const [one, two] = await Promise.all(runs)
    this.#judge(one, before, this.#process, false)
    this.#judge(two, before, other, false)
    if (isClean(first) && isClean(second)) this.#checkTwins(before, await look(this.#hub), one, two)
  }

  async #hideAndRevert(secret: SecretName): Promise<void> {
    await this.#pass(CLEAN, SYNC)
    const before = (await look(this.#hub)).secrets.get(secret)
    const hidden = await this.#start(CLEAN, { ask: { verb: 'demote', secret } })
    if (!before || !isVisible(before) || isHeld(before) || hasDemotionLabel(before)) return
    if (!hidden.result?.outcomes.some(({ result }) => result === 'done')) return
    const shown = await this.#start(CLEAN, { ask: { verb: 'revert', secret } })
    const after = (await look(this.#hub)).secrets.get(secret)
    // Somebody else may have its name or address, and had it before.
    if (isTaken(shown)) return
    if (!shown.result?.outcomes.some(({ decision }) => decision.secret === secret))
      this.#fail([`revert ${secret} says nothing about it`], hidden, shown)
    if (!after || !isDeepStrictEqual(bytesOf(after), bytesOf(before)))
      this.#fail([`${secret} is not what it was before it was demoted and reverted`], hidden, shown)
  }

  async #renameAndBack(
    at: Extract<Step, { do: 'rename-and-back' }>['at'],
    name: Extract<Step, { do: 'rename-and-back' }>['name'],
  ): Promise<void> {
    await this.#pass(CLEAN, SYNC)
    const namespace = await this.#world.namespace(at)
    if (!namespace) return
    const former = clusterOf(namespace)
    const before = (await look(this.#hub)).secrets.get(`cluster-${former}`)
    await this.#world.apply({ do: 'label', at, name })
    const there = await this.#start(CLEAN, SYNC)
    const isRenamed = there.result?.outcomes.some(
      ({ decision, result }) =>
        decision.secret === before?.metadata.name && decision.action === 'demote' && result === 'done',
    )
    await this.#world.apply({ do: 'label', at, name: former as typeof name })
    const back = await this.#start(CLEAN, SYNC)
    // Two hides in ten minutes may be more than the brake lets go.
    const isHeldBack = back.result?.outcomes.some(({ result }) => result === 'held') === true
    if (!before || isRenamed !== true || isHeldBack || isTaken(back)) return
    const after = (await look(this.#hub)).secrets.get(before.metadata.name)
    if (!after || !isDeepStrictEqual(bytesOf(after), bytesOf(before)))
      this.#fail([`${before.metadata.name} is not what it was before the rename there and back`], there, back)
  }

  /** After whatever happened a fault-free pass settles the hub, and nothing that could be registered is missing. */
  async #converges(minutes: number): Promise<void> {
    this.#process = newProcess()
    this.#hub.advance(minutes * 60_000)
    const before = await look(this.#hub)
    await this.#pass(CLEAN, SYNC)
    const after = await look(this.#hub)
    // The brake may hold a removal, and with it what waits for it.
    const last = await this.#start({ dryRun: 'client' }, SYNC)
    if (last.result?.outcomes.some(({ result }) => result === 'held')) return
    const { owner } = this.#hub
    this.#fail([...missing(before, after, this.#setup, owner), ...leftOver(before, after, owner)], last)
  }
}
