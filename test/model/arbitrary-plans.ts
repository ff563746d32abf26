import fc from 'fast-check'
import { often, one, place, sourceStep, worldStep } from './arbitrary-worlds.ts'
import type { Fault, FaultKind, Hiding, Moment, PassPlan } from './plans.ts'
import { PLACES } from './words.ts'

const moment: fc.Arbitrary<Moment> = often<Moment>(
  [1, fc.record({ of: one('call' as const), nth: fc.integer({ min: 1, max: 40 }) })],
  [1, fc.record({ of: one('write' as const), nth: fc.integer({ min: 1, max: 5 }) })],
)

const KINDS: readonly FaultKind[] = [
  'reset-after',
  'timeout-after',
  'cut',
  'conflict',
  'proxy-404',
  'forbidden',
  'expired',
  'busy',
  'error',
  'timeout',
  'reset',
]

const fault: fc.Arbitrary<Fault> = fc
  .tuple(moment, fc.constantFrom(...KINDS), fc.constantFrom(1, 1, 1, 2, 3, 99))
  .map(([at, kind, times]) => ({ ...at, fault: kind, times }))

const during = fc.tuple(moment, worldStep).map(([at, step]) => ({ ...at, step }))
const dies = fc.tuple(moment, fc.boolean()).map(([at, after]) => ({ ...at, after }))

const read = fc.integer({ min: 1, max: 40 })

/** Mostly a proxy that is there all the time; or it comes or goes in the middle of a pass. */
const hides: fc.Arbitrary<Hiding> = fc
  .tuple(
    often([2, fc.uniqueArray(place, { minLength: 1, maxLength: 2 })], [1, one([...PLACES])]),
    fc.constantFrom('listed' as const, 'empty' as const, 'listed-later' as const),
    often([3, one({})], [1, fc.record({ from: read })], [1, fc.record({ until: read })]),
  )
  .map(([places, secrets, span]) => ({ places, secrets, ...span }))

/** Absent rather than undefined: plans are plain data. */
export const troubledPlan: fc.Arbitrary<PassPlan> = often<PassPlan>(
  [3, fc.record({ faults: fc.array(fault, { minLength: 1, maxLength: 3 }) })],
  [3, fc.record({ during: fc.array(during, { minLength: 1, maxLength: 2 }) })],
  [3, fc.record({ dies })],
  [3, fc.record({ hides })],
  [1, fc.record({ hides, during: fc.array(during, { minLength: 1, maxLength: 2 }) })],
  [
    1,
    fc.record({
      faults: fc.array(fault, { minLength: 1, maxLength: 2 }),
      during: fc.array(during, { minLength: 1, maxLength: 2 }),
    }),
  ],
)

export const plan: fc.Arbitrary<PassPlan> = often<PassPlan>(
  [8, one<PassPlan>({})],
  [6, troubledPlan],
  [1, fc.record({ dryRun: fc.constantFrom('client' as const, 'server' as const) })],
  [1, fc.record({ only: fc.uniqueArray(place, { minLength: 1, maxLength: 2 }) })],
  [1, fc.record({ removals: one('off' as const) })],
)

/** The hub moves on between what two passes see of it. */
export const movingPlan: fc.Arbitrary<PassPlan> = fc.record({
  during: fc
    .tuple(fc.integer({ min: 1, max: 16 }), sourceStep)
    .map(([nth, step]) => [{ of: 'call' as const, nth, step }]),
})

/** For one registration that a person names. */
export const askPlan: fc.Arbitrary<PassPlan> = often<PassPlan>(
  [4, one<PassPlan>({})],
  [1, troubledPlan],
  [1, fc.record({ dryRun: fc.constantFrom('client' as const, 'server' as const) })],
)
