import fc from 'fast-check'
import { askPlan, movingPlan, plan, troubledPlan } from './arbitrary-plans.ts'
import { create, name, often, one, place, secret, worldStep } from './arbitrary-worlds.ts'
import type { PassPlan } from './plans.ts'
import type { History, Setup, Step, WorldStep } from './steps.ts'

/** For once in a while. */
const otherHub = one<WorldStep>({ do: 'other-hub' })

const ofTwo = often<PassPlan>([4, one<PassPlan>({})], [2, movingPlan], [2, troubledPlan])

/** Call by call, or one for a while and then the other. */
const picks: fc.Arbitrary<boolean[]> = often<boolean[]>(
  [1, fc.array(fc.boolean(), { minLength: 2, maxLength: 20 })],
  [
    2,
    fc
      .array(fc.integer({ min: 1, max: 12 }), { minLength: 2, maxLength: 6 })
      .map((spans) => spans.flatMap((span, index) => Array<boolean>(span).fill(index % 2 === 1))),
  ],
)

const step: fc.Arbitrary<Step> = often<Step>(
  [30, worldStep],
  [18, fc.record({ do: one('pass' as const), plan })],
  [
    4,
    fc.record({
      do: one('two' as const),
      first: ofTwo,
      second: ofTwo,
      picks,
    }),
  ],
  [
    4,
    fc.record({
      do: one('ask' as const),
      verb: fc.constantFrom('demote' as const, 'revert' as const, 'prune' as const),
      secret,
      plan: askPlan,
    }),
  ],
  [
    1,
    fc.record({
      do: one('ask' as const),
      verb: fc.constantFrom('demote' as const, 'revert' as const, 'prune' as const),
      secret,
      also: secret,
      back: fc.boolean(),
      plan: askPlan,
    }),
  ],
  [
    2,
    fc.record(
      { do: one('prune' as const), release: fc.constantFrom(1, 2, 9), plan: askPlan },
      { requiredKeys: ['do', 'plan'] },
    ),
  ],
  [1, fc.record({ do: one('hide-and-revert' as const), secret })],
  [1, fc.record({ do: one('rename-and-back' as const), at: place, name })],
  [1, fc.record({ do: one('restart' as const) })],
  [1, otherHub],
)

const setup: fc.Arbitrary<Setup> = fc.record(
  {
    ttl: fc.constantFrom('24h' as const, '24h' as const, '0s' as const),
    maxRemovals: fc.constantFrom('100%' as const, '2' as const, '1' as const, '0' as const),
    named: fc.boolean(),
  },
  { requiredKeys: ['ttl', 'named'] },
)

/** A few namespaces and what becomes of them. */
export const histories = (longest: number): fc.Arbitrary<History> =>
  fc
    .record({
      setup,
      first: fc.array(create, { maxLength: 4 }),
      rest: fc.array(step, { maxLength: longest, size: 'max' }),
    })
    .map(({ setup: chosen, first, rest }) => ({ setup: chosen, steps: [...first, ...rest] }))
