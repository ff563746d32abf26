import fc from 'fast-check'
import {
  NAMES,
  PLACES,
  SECRETS,
  SERVERS,
  type Fault,
  type FaultKind,
  type HandEdit,
  type History,
  type Moment,
  type Name,
  type PassPlan,
  type Setup,
  type Source,
  type Step,
  type WorldStep,
} from './steps.ts'

/** Each as often as its number says. */
const often = <T>(...values: readonly (readonly [number, fc.Arbitrary<T>])[]): fc.Arbitrary<T> =>
  fc.oneof(...values.map(([weight, arbitrary]) => ({ weight, arbitrary })))

const one = <T>(value: T): fc.Arbitrary<T> => fc.constant(value)

const place = fc.constantFrom(...PLACES)
const server = fc.constantFrom(...SERVERS)
const secret = often([6, fc.constantFrom(...SECRETS.slice(0, 3))], [1, fc.constantFrom(...SECRETS.slice(3))])
const name: fc.Arbitrary<Name> = often(
  [12, fc.constantFrom(...NAMES.slice(0, 3))],
  [1, fc.constantFrom(...NAMES.slice(3))],
)

const good: fc.Arbitrary<Source> = fc.record({
  server,
  token: fc.constantFrom('t1', 't2', 't3'),
  holds: one('good' as const),
})
const source: fc.Arbitrary<Source> = fc.record({
  server,
  token: fc.constantFrom('t1', 't2', 't3'),
  holds: often(
    [6, one('good' as const)],
    [1, one('broken' as const)],
    [1, one('empty' as const)],
    [1, one('other-key' as const)],
  ),
})

const EDITS: readonly HandEdit[] = [
  'untype',
  'retype',
  'unmanage',
  'manage',
  'unsource',
  'other-uid',
  'no-uid',
  'other-provider',
  'other-name',
  'other-server',
  'junk-config',
  'foreign-keys',
  'junk-under-prefix',
  'immutable',
  'finalizer',
  'release-finalizer',
  'delete',
  'junk-stamp',
  'old-stamp',
  'unstamp',
  'unpark',
  'unhold',
  'hold',
]

const create = fc.record({ do: one('create' as const), at: place, name, source: good })

const worldStep: fc.Arbitrary<WorldStep> = often<WorldStep>(
  [4, create],
  [1, fc.record({ do: one('create' as const), at: place, name })],
  [2, fc.record({ do: one('delete' as const), at: place })],
  [5, fc.record({ do: one('finish' as const), at: place })],
  [2, fc.record({ do: one('recreate' as const), at: place, name, source: good })],
  [1, fc.record({ do: one('recreate' as const), at: place, name })],
  [6, fc.record({ do: one('label' as const), at: place, name })],
  [1, fc.record({ do: one('manage' as const), at: place, on: fc.boolean() })],
  [1, fc.record({ do: one('tier' as const), at: place, value: fc.constantFrom('x', 'y') })],
  [5, fc.record({ do: one('kubeconfig' as const), at: place, source })],
  [1, fc.record({ do: one('no-kubeconfig' as const), at: place })],
  [2, fc.record({ do: one('foreign' as const), secret, name, server, owner: fc.constantFrom('', 'else') })],
  [6, fc.record({ do: one('edit' as const), secret, edit: fc.constantFrom(...EDITS) })],
  [
    2,
    fc.record({
      do: one('edit' as const),
      secret,
      edit: fc.constantFrom('pin' as const, 'pin-annotation' as const, 'unpin' as const),
    }),
  ],
  [4, fc.record({ do: one('wait' as const), minutes: fc.constantFrom(1, 6, 11, 60, 25 * 60, 50 * 60) })],
)

/** For once in a while. */
const otherHub = one<WorldStep>({ do: 'other-hub' })

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

/** Absent rather than undefined: plans are plain data. */
const troubledPlan: fc.Arbitrary<PassPlan> = often<PassPlan>(
  [3, fc.record({ faults: fc.array(fault, { minLength: 1, maxLength: 3 }) })],
  [3, fc.record({ during: fc.array(during, { minLength: 1, maxLength: 2 }) })],
  [3, fc.record({ dies })],
  [
    1,
    fc.record({
      faults: fc.array(fault, { minLength: 1, maxLength: 2 }),
      during: fc.array(during, { minLength: 1, maxLength: 2 }),
    }),
  ],
)

const plan: fc.Arbitrary<PassPlan> = often<PassPlan>(
  [8, one<PassPlan>({})],
  [6, troubledPlan],
  [1, fc.record({ dryRun: fc.constantFrom('client' as const, 'server' as const) })],
  [1, fc.record({ only: fc.uniqueArray(place, { minLength: 1, maxLength: 2 }) })],
  [1, fc.record({ removals: one('off' as const) })],
)

const askPlan: fc.Arbitrary<PassPlan> = often<PassPlan>(
  [4, one<PassPlan>({})],
  [1, troubledPlan],
  [1, fc.record({ dryRun: fc.constantFrom('client' as const, 'server' as const) })],
)

const step: fc.Arbitrary<Step> = often<Step>(
  [30, worldStep],
  [18, fc.record({ do: one('pass' as const), plan })],
  [
    4,
    fc.record({
      do: one('two' as const),
      first: often<PassPlan>([2, one<PassPlan>({})], [1, troubledPlan]),
      second: often<PassPlan>([2, one<PassPlan>({})], [1, troubledPlan]),
      picks: fc.array(fc.boolean(), { minLength: 2, maxLength: 20 }),
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
