import fc from 'fast-check'
import type { RawSettings } from '../../src/settings/raw.ts'
import { P, providers, TestHub } from './test-hub.ts'

/** Few names and addresses, so that everything collides with everything. */
const names = ['a', 'b', 'c'] as const
const servers = ['https://10.0.0.1', 'https://10.0.0.1:443', 'https://10.0.0.2', 'https://10.0.0.3/'] as const

/** Each value as often as its number says. */
const often = <T>(...values: readonly (readonly [number, T])[]): fc.Arbitrary<T> =>
  fc.oneof(...values.map(([weight, value]) => ({ weight, arbitrary: fc.constant(value) })))

const namespaceSpec = fc.record({
  cluster: often([4, 'a'], [4, 'b'], [4, 'c'], [1, ''], [1, 'in-cluster'], [1, 'Bad_Name']),
  managedBy: often([3, 'cluster-registrar'], [1, '']),
  age: fc.integer({ min: 0, max: 2 }),
  uid: fc.constantFrom('1', '2'),
  terminating: often([4, false], [1, true]),
  labels: fc.dictionary(
    fc.constantFrom(`${P}tier`, `${P}prune`, 'foreign'),
    fc.constantFrom('x', 'disabled'),
    {
      maxKeys: 2,
    },
  ),
})

const sourceSpec = fc.record({
  server: fc.constantFrom(...servers),
  token: fc.constantFrom('t1', 't2'),
  text: often<string | undefined>([6, undefined], [1, ''], [1, '<html>']),
  key: often([4, 'kubeconfig.yaml'], [1, 'other']),
})

const registrationSpec = fc.record({
  owned: often([2, 'cluster-registrar'], [1, 'else'], [1, '']),
  visible: fc.boolean(),
  cluster: fc.constantFrom(...names, ''),
  source: fc.constantFrom('ns-a', 'ns-b', 'ns-c', 'ns-gone', ''),
  uid: fc.constantFrom('1', '2', ''),
  provider: fc.constantFrom('k3k', 'other', ''),
  name: fc.constantFrom(...names),
  server: fc.constantFrom(...servers),
  prune: often([2, ''], [1, 'disabled']),
  stale: often([2, ''], [1, '20261101T000000Z'], [1, 'junk']),
  held: often([2, false], [1, true]),
  config: fc.constantFrom('{}', 'not json', '{"bearerToken":"t1","tlsClientConfig":{"insecure":false}}'),
})

/** One value, or none, for each of these names. */
const some = <T>(
  keys: readonly string[],
  spec: fc.Arbitrary<T>,
  freq: number,
): fc.Arbitrary<(readonly [string, T])[]> =>
  fc
    .tuple(
      ...keys.map((key) =>
        fc.option(
          spec.map((value) => [key, value] as const),
          { nil: undefined, freq },
        ),
      ),
    )
    .map((entries) => entries.filter((entry) => entry !== undefined))

export interface World {
  readonly namespaces: readonly (readonly [
    string,
    typeof namespaceSpec extends fc.Arbitrary<infer T> ? T : never,
  ])[]
  readonly sources: readonly (readonly [
    string,
    typeof sourceSpec extends fc.Arbitrary<infer T> ? T : never,
  ])[]
  readonly registrations: readonly (readonly [
    string,
    typeof registrationSpec extends fc.Arbitrary<infer T> ? T : never,
  ])[]
  /** Were the providers named? */
  readonly named: boolean
}

const NAMESPACES = names.map((name) => `ns-${name}`)

/** Hubs in which much goes wrong at once. */
export const world: fc.Arbitrary<World> = fc.record({
  namespaces: some(NAMESPACES, namespaceSpec, 6),
  sources: some(NAMESPACES, sourceSpec, 8),
  registrations: some([...names.map((name) => `cluster-${name}`), 'by-hand'], registrationSpec, 2),
  named: fc.boolean(),
})

export const settingsOf = ({ named }: World): { readonly settings: RawSettings } => ({
  settings: { ...(named ? providers('k3k') : {}), demotedTTL: { value: '24h', origin: 'test' } },
})

const label = (key: string, value: string): Record<string, string> =>
  value === '' ? {} : { [P + key]: value }

export const build = ({ namespaces, sources, registrations }: World, reversed = false): TestHub => {
  const hub = new TestHub()
  const ordered = <T>(list: readonly T[]): readonly T[] => (reversed ? list.toReversed() : list)
  for (const [name, spec] of ordered(namespaces)) hub.namespace(name, spec)
  for (const [name, { text, ...spec }] of ordered(sources))
    hub.source(name, { ...spec, ...(text === undefined ? {} : { text }) })
  for (const [name, spec] of ordered(registrations))
    hub.registration(name, {
      visible: spec.visible,
      labels: {
        ...label('managed-by', spec.owned),
        ...label('cluster', spec.cluster),
        ...label('source-namespace', spec.source),
        ...label('source-namespace-uid', spec.uid),
        ...label('provider', spec.provider),
        ...label('prune', spec.prune),
        ...label('stale-since', spec.stale),
      },
      annotations: spec.held ? { 'kubectl-registrar/held': 'true' } : {},
      data: { name: spec.name, server: spec.server, config: spec.config },
    })
  return hub
}

const SEEN_NAMESPACE = {
  managedBy: 'cluster-registrar',
  age: 0,
  uid: '1',
  terminating: false,
  labels: {},
} as const
const SEEN_SOURCE = {
  server: 'https://10.0.0.3/',
  token: 't1',
  text: undefined,
  key: 'kubeconfig.yaml',
} as const
const SEEN_REGISTRATION = {
  owned: 'cluster-registrar',
  visible: true,
  cluster: 'a',
  source: 'ns-a',
  uid: '1',
  provider: 'k3k',
  prune: '',
  stale: '',
  held: false,
  config: '{}',
} as const

/** Two visible registrations of one namespace, names and addresses edited by hand: what once went wrong. */
const seen = (cluster: 'a' | 'b' | 'c', ...registrations: World['registrations']): World => ({
  namespaces: [['ns-a', { ...SEEN_NAMESPACE, cluster }]],
  sources: [['ns-a', SEEN_SOURCE]],
  registrations,
  named: false,
})

/** Names edited by hand so that a claim waits for what only the refresh of its own former registration frees. */
const CIRCLE: World = {
  namespaces: [
    ['ns-b', { ...SEEN_NAMESPACE, cluster: 'Bad_Name' }],
    ['ns-c', { ...SEEN_NAMESPACE, cluster: 'b' }],
  ],
  sources: [
    ['ns-b', { ...SEEN_SOURCE, server: 'https://10.0.0.1' }],
    ['ns-c', SEEN_SOURCE],
  ],
  registrations: [
    ['cluster-a', { ...SEEN_REGISTRATION, source: 'ns-c', name: 'c', server: 'https://10.0.0.1' }],
    ['cluster-c', { ...SEEN_REGISTRATION, source: 'ns-b', name: 'b', server: 'https://10.0.0.1' }],
  ],
  named: false,
}

/** What once went wrong. */
export const SEEN: readonly [World][] = [
  [CIRCLE],
  [
    seen(
      'c',
      ['cluster-a', { ...SEEN_REGISTRATION, name: 'a', server: 'https://10.0.0.1' }],
      ['cluster-c', { ...SEEN_REGISTRATION, name: 'c', server: 'https://10.0.0.2' }],
    ),
  ],
  [
    seen(
      'b',
      ['cluster-b', { ...SEEN_REGISTRATION, name: 'a', server: 'https://10.0.0.1' }],
      ['cluster-c', { ...SEEN_REGISTRATION, name: 'b', server: 'https://10.0.0.2' }],
    ),
  ],
  [
    seen(
      'b',
      ['cluster-a', { ...SEEN_REGISTRATION, name: 'a', server: 'https://10.0.0.2' }],
      ['cluster-c', { ...SEEN_REGISTRATION, name: 'b', server: 'https://10.0.0.1' }],
    ),
  ],
]
