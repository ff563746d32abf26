import assert from 'node:assert/strict'
import fc from 'fast-check'
import { FUZZ } from '../support/fuzz.ts'
import { Ring, type Contender, type HubState } from './contender.ts'
import { ManualClock } from './manual-clock.ts'

const TICK = 250

type Deed =
  | { readonly kind: 'line'; readonly to: HubState }
  | { readonly kind: 'suspend' | 'resume' | 'kill' | 'stop' | 'nothing' }
  | { readonly kind: 'set-clock'; readonly ms: number }

interface Step {
  readonly who: number
  readonly deed: Deed
  readonly ticks: number
}

const deed: fc.Arbitrary<Deed> = fc.oneof(
  fc.record({
    kind: fc.constant('line' as const),
    to: fc.constantFrom<HubState>('up', 'down', 'hung', 'mute'),
  }),
  fc.record({ kind: fc.constantFrom('suspend', 'resume', 'resume', 'kill', 'stop', 'nothing') }),
  // Only forward: one who was suspended and whose clock is set back by as much can't tell.
  fc.record({ kind: fc.constant('set-clock' as const), ms: fc.integer({ min: 0, max: 60_000 }) }),
)

const step = fc.record({ who: fc.nat(2), deed, ticks: fc.integer({ min: 1, max: 60 }) })

/** A machine on which the process is started again whenever it ends. */
class Machine {
  readonly clock: ManualClock
  readonly #ring: Ring
  readonly #name: string
  #starts = 0
  #suspended: number | undefined
  contender: Contender

  constructor(ring: Ring, name: string, chance: number) {
    this.clock = new ManualClock({ random: () => chance })
    this.#ring = ring
    this.#name = name
    this.contender = this.#start()
  }

  get isLeading(): boolean {
    return this.#suspended === undefined && this.contender.election.isValid()
  }

  async do(deed: Deed): Promise<void> {
    if (deed.kind === 'line') this.contender.hub = deed.to
    else if (deed.kind === 'set-clock') this.clock.jump(deed.ms)
    else if (deed.kind === 'suspend') this.#suspended ??= 0
    else if (deed.kind === 'resume') this.resume()
    else if (this.#suspended !== undefined) return
    else if (deed.kind === 'kill') this.contender = this.#start()
    else if (deed.kind === 'stop') {
      const stopping = this.contender.election.stop()
      await this.clock.advance(1000)
      await stopping
      this.contender = this.#start()
    }
  }

  resume(): void {
    this.clock.jump(this.#suspended ?? 0)
    this.#suspended = undefined
  }

  async pass(ms: number): Promise<void> {
    if (this.#suspended !== undefined) this.#suspended += ms
    else await this.clock.advance(ms)
    if (this.contender.told.some((word) => word.startsWith('lost'))) this.contender = this.#start()
  }

  #start(): Contender {
    // What ran before is dead: it is left without a line, and nobody asks it any more.
    if (this.#starts > 0) this.contender.hub = 'hung'
    this.#starts += 1
    const contender = this.#ring.contender(`${this.#name}${this.#starts}`, { clock: this.clock })
    contender.election.start()
    return contender
  }
}

describe('leader election, whatever happens', () => {
  it('has no two that may write at the same moment, and one in the end', () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps: readonly Step[]) => {
        const ring = new Ring()
        const machines = [0, 0.5, 0.99].map((chance, index) => new Machine(ring, 'abc'[index] ?? '', chance))
        const leading = (): number => machines.filter(({ isLeading }) => isLeading).length
        const pass = async (ticks: number): Promise<void> => {
          for (let tick = 0; tick < ticks; tick += 1)
            for (const machine of machines) {
              await machine.pass(TICK)
              assert.ok(leading() <= 1)
            }
        }
        await pass(8)

        for (const { who, deed: what, ticks } of steps) {
          await machines[who]!.do(what)
          assert.ok(leading() <= 1)
          await pass(ticks)
        }

        for (const machine of machines) {
          machine.resume()
          machine.contender.hub = 'up'
        }
        assert.ok(leading() <= 1)
        await pass(160)
        assert.equal(leading(), 1)
      }),
      { ...FUZZ, numRuns: Math.ceil(FUZZ.numRuns / 5) },
    )).timeout(120_000)
})
