import { isDeepStrictEqual } from 'node:util'
import type { RawSettings } from '../../src/settings/raw.ts'
import { resolveSettings } from '../../src/settings/resolve.ts'
import type { Settings } from '../../src/settings/settings.ts'
import { providers } from '../engine/test-hub.ts'
import { brakeFaults } from './brake-rule.ts'
import { mayGoOn, slackFaults } from './brake-slack.ts'
import type { ModelHub } from './hub.ts'
import { cleanFaults, dryRunFaults, reportFaults, tellRun, unsettledFaults, writeFaults } from './judge.ts'
import { newProcess, pass, type PassContext, type PassRun, type Process, type Wish } from './passes.ts'
import { isClean, type PassPlan } from './plans.ts'
import { look, type Sight } from './sight.ts'
import type { Setup } from './steps.ts'
import { twins } from './twins.ts'
import { World } from './world.ts'

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

/** A hub, all that happens on it, and the process that runs passes there; judges every pass. */
export class Stage {
  readonly hub: ModelHub
  readonly setup: Setup
  readonly world: World
  process: Process = newProcess()
  readonly #settings: Settings

  constructor(hub: ModelHub, setup: Setup) {
    this.hub = hub
    this.setup = setup
    this.world = new World(hub)
    this.#settings = settingsOf(hub, setup)
  }

  /** A command line of its own: another process than the one that runs on. */
  async asPerson(work: () => Promise<void>): Promise<void> {
    const running = this.process
    this.process = newProcess()
    await work()
    this.process = running
  }

  /** One pass, not judged. */
  start(plan: PassPlan, wish: Wish, context: Partial<PassContext> = {}): Promise<PassRun> {
    const { hub, world, process } = this
    return pass({ hub, world, settings: this.#settings, process, wish, ...context }, plan)
  }

  /** One pass, and if nothing was done to it, the next, which must find nothing to do. */
  async pass(plan: PassPlan, wish: Wish): Promise<void> {
    const before = await look(this.hub)
    const run = await this.start(plan, wish)
    const after = await look(this.hub)
    this.judge(run, before)
    // What a process knew dies with it.
    if (plan.dies !== undefined && run.error !== undefined) this.process = newProcess()
    if (plan.dryRun !== undefined && !plan.during?.length && !isDeepStrictEqual(after, before))
      this.fail(['a dry run left something'], run)
    if (!isClean(plan)) return
    this.fail(cleanFaults(run), run)
    if (plan.dryRun !== undefined) return
    this.checkTwins(before, after, run)
    const next = await this.start(plan, wish)
    this.judge(next, after)
    if (mayGoOn(run, after, this.hub.owner)) return
    this.fail(
      unsettledFaults(next).map((fault) => `${fault}\n${tellRun(next)}`),
      run,
    )
  }

  /** Every write of a pass, and what it says of them. */
  judge(run: PassRun, before: Sight, process = this.process, isAlone = true): void {
    const { owner } = this.hub
    const { demotedTtl, maxRemovals = {} } = this.#settings
    this.fail(
      [
        ...writeFaults(run, owner, demotedTtl),
        ...(isAlone ? slackFaults(run, before, process, maxRemovals, owner, demotedTtl) : []),
        ...brakeFaults(run, process, maxRemovals, owner, demotedTtl),
        ...dryRunFaults(run),
        ...reportFaults(run, isAlone),
      ],
      run,
    )
  }

  /** No two that did not stand before share a name or an address. Of one namespace they may where two passes saw different
   *  names of it: the next pass hides the one. */
  checkTwins(before: Sight, after: Sight, ...runs: readonly PassRun[]): void {
    const { owner } = this.hub
    const stood = new Set(twins(before.secrets, owner).map(({ text }) => text))
    const made = twins(after.secrets, owner).filter(({ text }) => !stood.has(text))
    this.fail(
      made.flatMap(({ isOfOne, text }) => (isOfOne && runs.length > 1 ? [] : [text])),
      ...runs,
    )
  }

  /** @throws Breach where there are faults */
  fail(faults: readonly string[], ...runs: readonly PassRun[]): void {
    if (faults.length > 0) throw new Breach([...faults, ...runs.map(tellRun)].join('\n'))
  }
}
