import { leftOver, missing } from './liveness.ts'
import { newProcess, type Wish } from './passes.ts'
import { isPeaceful } from './plans.ts'
import { isHeld, isVisible, look } from './sight.ts'
import type { ModelHub } from './hub.ts'
import { Breach, Stage } from './stage.ts'
import type { History, Setup, Step } from './steps.ts'
import { hideAndRevert, renameAndBack } from './there-and-back.ts'
import { Turns } from './turns.ts'

const SYNC: Wish = {}

/** Runs a history on a hub and checks, after every step, what must hold. */
export class Run {
  readonly #stage: Stage

  constructor(hub: ModelHub, setup: Setup) {
    this.#stage = new Stage(hub, setup)
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
    const stage = this.#stage
    switch (step.do) {
      case 'pass':
        return stage.pass(step.plan, SYNC)
      case 'ask':
        return stage.asPerson(() => this.#ask(step))
      case 'prune':
        return stage.asPerson(() =>
          stage.pass(step.plan, { prunes: step.release === undefined ? {} : { release: step.release } }),
        )
      case 'two':
        return this.#two(step)
      case 'hide-and-revert':
        return stage.asPerson(() => hideAndRevert(stage, step.secret))
      case 'rename-and-back':
        return stage.asPerson(() => renameAndBack(stage, step.at, step.name))
      case 'restart':
        stage.process = newProcess()
        return
      default:
        return stage.world.apply(step)
    }
  }

  /** What a rename hid is reverted by giving its namespace the former label back. */
  async #ask({ verb, secret, also, back, plan }: Extract<Step, { readonly do: 'ask' }>): Promise<void> {
    const { hub, world } = this.#stage
    const present = (await look(hub)).secrets.get(secret)
    const isHidden = present !== undefined && !isVisible(present)
    if (verb === 'revert' && plan.dryRun === undefined && isHidden && (back ?? !isHeld(present)))
      await world.labelBack(present)
    const secrets = new Set(also === undefined ? [secret] : [secret, also])
    return this.#stage.pass(plan, { ask: { verb, secrets } })
  }

  async #two({ first, second, picks }: Extract<Step, { readonly do: 'two' }>): Promise<void> {
    const stage = this.#stage
    const before = await look(stage.hub)
    const turns = new Turns(picks)
    const other = newProcess()
    const sights: NonNullable<Parameters<Stage['start']>[2]>['sights'] = []
    const runs = [
      stage.start(first, SYNC, { sights, turns: turns.around(0) }),
      stage.start(second, SYNC, { sights, turns: turns.around(1), process: other }),
    ] as const
    await turns.run(runs)
    const [one, two] = await Promise.all(runs)
    stage.judge(one, before, stage.process, false)
    stage.judge(two, before, other, false)
    if (first.dies !== undefined && one.error !== undefined) stage.process = newProcess()
    if (isPeaceful(first) && isPeaceful(second)) stage.checkTwins(before, await look(stage.hub), one, two)
  }

  /** After whatever happened a fault-free pass settles the hub, and nothing that could be registered is missing. */
  async #converges(minutes: number): Promise<void> {
    const stage = this.#stage
    stage.process = newProcess()
    stage.hub.advance(minutes * 60_000)
    const before = await look(stage.hub)
    await stage.pass({}, SYNC)
    const after = await look(stage.hub)
    // The brake may hold a removal, and with it what waits for it.
    const last = await stage.start({ dryRun: 'client' }, SYNC)
    if (last.result?.outcomes.some(({ result }) => result === 'held')) return
    const { owner } = stage.hub
    stage.fail([...missing(before, after, stage.setup, owner), ...leftOver(before, after, owner)], last)
  }
}
