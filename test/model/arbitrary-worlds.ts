import fc from 'fast-check'
import type { WorldStep } from './steps.ts'
import { NAMES, PLACES, SECRETS, SERVERS, type HandEdit, type Name, type Source } from './words.ts'

/** Each as often as its number says. */
export const often = <T>(...values: readonly (readonly [number, fc.Arbitrary<T>])[]): fc.Arbitrary<T> =>
  fc.oneof(...values.map(([weight, arbitrary]) => ({ weight, arbitrary })))

export const one = <T>(value: T): fc.Arbitrary<T> => fc.constant(value)

export const place = fc.constantFrom(...PLACES)
const server = fc.constantFrom(...SERVERS)
export const secret = often(
  [6, fc.constantFrom(...SECRETS.slice(0, 3))],
  [1, fc.constantFrom(...SECRETS.slice(3))],
)
export const name: fc.Arbitrary<Name> = often(
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

export const create = fc.record({ do: one('create' as const), at: place, name, source: good })

/** What namespaces claim changes. */
export const sourceStep: fc.Arbitrary<WorldStep> = often<WorldStep>(
  [3, create],
  [2, fc.record({ do: one('finish' as const), at: place })],
  [3, fc.record({ do: one('label' as const), at: place, name })],
  [3, fc.record({ do: one('kubeconfig' as const), at: place, source: good })],
)

export const worldStep: fc.Arbitrary<WorldStep> = often<WorldStep>(
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
  [
    4,
    fc.record({
      do: one('wait' as const),
      minutes: fc.constantFrom(1, 6, 11, 60, 23 * 60, 25 * 60, 50 * 60),
    }),
  ],
)
