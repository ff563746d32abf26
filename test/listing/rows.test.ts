import assert from 'node:assert/strict'
import { entryReader, type Entry } from '../../src/listing/entry.ts'
import { goneRow, rowOf, type Row } from '../../src/listing/row.ts'
import { isShown, selectorsOf, unfound } from '../../src/listing/selection.ts'
import { sortRows, SORT_KEYS } from '../../src/listing/sort.ts'
import type { Secret } from '../../src/kube/objects.ts'
import { resolveSettings } from '../../src/settings/resolve.ts'
import {
  bearer,
  DEMOTED,
  entrySecret,
  everyState,
  NOW,
  P,
  tokenEnding,
  TYPE,
  type Changes,
} from './secrets.ts'

const SETTINGS = resolveSettings({})
const read = entryReader(SETTINGS)

const secretOf = (object: object): Secret => {
  const { stringData, ...secret } = object as Secret & {
    readonly stringData: Readonly<Record<string, string>>
  }
  const data = Object.entries(stringData).map(([key, text]) => [key, Buffer.from(text).toString('base64')])
  return { ...secret, data: Object.fromEntries(data) as Readonly<Record<string, string>> }
}

const entry = (cluster: string, changes: Changes = {}): Entry => read(secretOf(entrySecret(cluster, changes)))
const row = (cluster: string, changes: Changes = {}): Row => rowOf(entry(cluster, changes), NOW)

describe('the state of a registration', () => {
  it('given a credential that ends, then the last week is expiring, and its end is expired', () => {
    const states = [169, 168, 167, 1, 0, -1].map(
      (hours) => row('a', { config: bearer(tokenEnding(hours)) }).state,
    )
    assert.deepEqual(states, ['active', 'active', 'expiring', 'expiring', 'expired', 'expired'])
  })

  it('given one that is hidden, then that is its state, whatever its credential', () => {
    const config = bearer(tokenEnding(-1))
    assert.deepEqual(
      [
        row('a', { config, labels: DEMOTED }).state,
        row('a', { config, labels: DEMOTED, annotations: { 'kubectl-registrar/held': 'x' } }).state,
        row('a', { config, labels: { [TYPE]: undefined } }).state,
        // Somebody made it visible again: the marker of a hold no longer counts.
        row('a', { annotations: { 'kubectl-registrar/held': 'x' } }).state,
      ],
      ['demoted', 'held', 'hidden', 'active'],
    )
  })

  it('given a pin, by label or by annotation, then it is pinned, unless its credential ends', () => {
    const pin = { [`${P}prune`]: 'disabled' }
    assert.deepEqual(
      [
        row('a', { labels: pin }).state,
        row('a', { annotations: pin }).state,
        row('a', { labels: pin, config: bearer(tokenEnding(1)) }).state,
      ],
      ['pinned', 'pinned', 'expiring'],
    )
  })

  it('given somebody else’s Secret with our labels of provenance, then they are not believed', () => {
    const foreign = row('a', { labels: { [`${P}managed-by`]: 'somebody-else' } })
    assert.deepEqual(
      [foreign.state, foreign.entry.source, foreign.entry.provider, foreign.entry.name],
      ['foreign', undefined, undefined, 'a'],
    )
  })

  it('given one that went, then its row says so and is otherwise as it was', () => {
    assert.deepEqual(goneRow(entry('a'), NOW), { ...row('a'), state: 'gone' })
  })

  it('given every way to sign in, then it has a name', () => {
    const configs: readonly (readonly [string, string | undefined])[] = [
      ['token', '{"bearerToken":"x"}'],
      ['basic', '{"username":"u","password":"p"}'],
      ['exec', '{"execProviderConfig":{}}'],
      ['aws', '{"awsAuthConfig":{}}'],
      ['anonymous', '{}'],
      ['unreadable', '{'],
      ['absent', ''],
    ]
    assert.deepEqual(
      configs.map(([, config = '']) => entry('a', { config }).credential),
      configs.map(([name]) => name),
    )
  })
})

describe('what is listed', () => {
  const entries = everyState().map((object) => read(secretOf(object)))
  const shown = (asked: Partial<Parameters<typeof isShown>[1]>): readonly string[] =>
    entries.filter((one) => isShown(one, { names: [], all: false, ...asked })).map(({ name }) => name)

  it('given nothing more, then what Argo CD sees of ours is; with --all, hidden ones and those of others', () => {
    const visible = ['plain', 'certified', 'cloudy', 'pinned', 'expiring', 'expired']
    assert.deepEqual(shown({}), visible)
    assert.deepEqual(shown({ all: true }), [...visible, 'held', 'former', 'stripped', 'manual'])
  })

  it('given a name in any of its forms, then it is found, hidden or not', () => {
    for (const name of ['held', 'cluster-held', 'secret/cluster-held'])
      assert.deepEqual(shown({ names: [name] }), ['held'])
    assert.deepEqual(unfound(entries, { names: ['held', 'secret/held', 'argocd-secret'], all: false }), [
      'secret/held',
    ])
  })

  it('given a Secret whose label and name disagree, then either finds it', () => {
    const renamed = entry('a', { labels: { [`${P}cluster`]: 'b' } })
    assert.deepEqual(
      ['a', 'b', 'c'].map((name) => isShown(renamed, { names: [name], all: false })),
      [true, true, false],
    )
  })

  it('given what is asked for, then one selector has it all, and only foreign ones need a second', () => {
    const owner = `${P}managed-by=cluster-registrar`
    const some = { ...SETTINGS, namespaces: ['a', 'b'] }
    assert.deepEqual(
      [
        selectorsOf({ names: ['x'], all: false }, SETTINGS),
        selectorsOf({ names: [], all: false, selector: 'tier in (a,b)' }, some),
        selectorsOf({ names: [], all: true, selector: '!tier' }, SETTINGS),
        selectorsOf({ names: [], all: true }, some),
      ],
      [
        [owner],
        [`${owner},${P}source-namespace in (a,b),tier in (a,b)`],
        [`${owner},!tier`, `${TYPE}=cluster,${P}managed-by!=cluster-registrar,!tier`],
        [`${owner},${P}source-namespace in (a,b)`],
      ],
    )
  })
})

describe('the order of a list', () => {
  const rows = [
    row('d', { config: bearer(tokenEnding(-1)), created: '2026-11-03T00:00:00Z', data: { shard: '10' } }),
    row('c', { labels: { ...DEMOTED, [`${P}provider`]: 'capi' }, created: '2026-11-01T00:00:00Z' }),
    row('b', { config: bearer(tokenEnding(1)), data: { shard: '9', project: 'shop' }, source: 'a-first' }),
    row('a', { server: 'https://10.0.0.9', created: '2026-11-02T00:00:00Z', config: '{}' }),
  ]
  const order = (key: (typeof SORT_KEYS)[number]): string =>
    sortRows(rows, key)
      .map(({ entry: { name } }) => name)
      .join('')

  it('given each column, then it sorts by it, what has none last, and by name where it is equal', () => {
    assert.deepEqual(Object.fromEntries(SORT_KEYS.map((key) => [key, order(key)])), {
      name: 'abcd',
      server: 'bcda',
      provider: 'cabd',
      source: 'bacd',
      state: 'dbac',
      credential: 'abcd',
      expires: 'dbac',
      age: 'dacb',
      secret: 'abcd',
      shard: 'bdac',
      project: 'bacd',
    })
  })
})
