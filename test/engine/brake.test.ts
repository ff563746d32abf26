import assert from 'node:assert/strict'
import { RemovalLog } from '../../src/engine/brake.ts'
import { HubIdentity } from '../../src/engine/hub-identity.ts'
import type { PassOptions } from '../../src/engine/pass.ts'
import type { Report } from '../../src/engine/report.ts'
import { KubeError } from '../../src/kube/errors.ts'
import { brief, NOW, P, replacing, SECRET_TYPE, TestHub, warningsOf, type SyncOptions } from './test-hub.ts'

const MINUTE = 60_000

const name = (index: number): string => `c${String(index).padStart(3, '0')}`

const address = (index: number): string => `https://10.1.${index >> 8}.${index & 255}`

/** A hub with `size` registered clusters. */
const fleet = async (size: number): Promise<TestHub> => {
  const hub = new TestHub()
  for (let index = 0; index < size; index += 1)
    hub.namespace(name(index)).source(name(index), { server: address(index) })
  await hub.sync()
  return hub
}

const dropFirst = (hub: TestHub, count: number, from = 0): TestHub => {
  for (let index = from; index < from + count; index += 1) hub.gone(name(index))
  return hub
}

const count = ({ decisions }: Report, wanted: string): number =>
  decisions.filter(({ action, result }) => `${action} ${result ?? ''}` === wanted).length

const allowing = (value: string): SyncOptions => ({ settings: { maxRemovals: { value, origin: 'test' } } })

describe('the brake', () => {
  it('lets the only registration of a hub go', async () => {
    const report = await dropFirst(await fleet(1), 1).sync()

    assert.deepEqual(brief(report), ['c000 prune namespace-gone done'])
    assert.equal(report.exit, 0)
  })

  for (const size of [2, 4, 6, 25, 200])
    it(`holds the removal of all ${size} registrations at once, and says how it is released`, async () => {
      const hub = dropFirst(await fleet(size), size)

      const report = await hub.sync()

      assert.equal(count(report, 'prune held'), size)
      assert.equal(report.writes, 0)
      assert.equal(report.exit, 1)
      const [first] = report.decisions
      assert.equal(first?.warnings?.[0]?.reason, 'removal-held')
      assert.match(
        first.warnings[0].remedy ?? '',
        new RegExp(`kubectl registrar prune --max-removals ${size}$`),
      )
    })

  for (const [size, allowed] of [
    [2, 1],
    [4, 3],
    [6, 3],
    [25, 12],
    [200, 100],
  ] as const)
    it(`lets ${allowed} of ${size} go at once, and not one more`, async () => {
      const within = await dropFirst(await fleet(size), allowed).sync()
      const over = await dropFirst(await fleet(size), allowed + 1).sync()

      assert.equal(count(within, 'prune done'), allowed)
      assert.equal(within.exit, 0)
      assert.equal(count(over, 'prune held'), allowed + 1)
      assert.equal(over.writes, 0)
    })

  for (const size of [1, 2, 4, 6, 25, 200])
    it(`lets all ${size} go, one every 11 minutes`, async function () {
      this.timeout(120_000)
      const hub = await fleet(size)
      const removed = new RemovalLog()
      for (let index = 0; index < size; index += 1) {
        const report = await hub.gone(name(index)).sync({ now: NOW + index * 11 * MINUTE, pass: { removed } })

        assert.equal(count(report, 'prune done'), 1, `number ${index}`)
      }
      assert.equal(
        hub.store.all('secrets').filter(({ object }) => object.metadata.namespace === 'argocd').length,
        0,
      )
    })

  it('counts what this process deleted in the last ten minutes', async () => {
    const hub = await fleet(6)
    const removed = new RemovalLog()
    await dropFirst(hub, 3).sync({ pass: { removed } })

    const soon = await hub.gone(name(3)).sync({ now: NOW + 9 * MINUTE, pass: { removed } })
    const later = await hub.sync({ now: NOW + 10 * MINUTE, pass: { removed } })

    assert.equal(count(soon, 'prune held'), 1)
    assert.match(
      soon.decisions.find(({ result }) => result === 'held')?.warnings?.[0]?.message ?? '',
      /1 planned and 3 within 10 minutes, of 6 active: 3 allowed/,
    )
    assert.equal(count(later, 'prune done'), 1)
  })

  it('counts a removal whose answer was lost', async () => {
    const hub = await fleet(6)
    const removed = new RemovalLog()
    const lose = replacing((client) => ({
      delete: async (...call) => {
        await client.delete(...call)
        throw new KubeError({ kind: 'network', code: 0, reason: '', message: 'reset', call: 'DELETE' })
      },
    }))
    const first = await dropFirst(hub, 3).sync({ pass: { removed }, through: lose })

    const soon = await hub.gone(name(3)).sync({ now: NOW + MINUTE, pass: { removed } })

    assert.equal(count(first, 'prune done'), 3)
    assert.equal(count(soon, 'prune held'), 1)
  })

  it('counts those that were there ten minutes ago, not what was made since', async () => {
    const hub = await fleet(6)
    const later = NOW + 20 * MINUTE
    hub.namespace('new-1').source('new-1').namespace('new-2').source('new-2', { server: 'https://10.9.9.9' })
    await hub.sync({ now: later })
    for (const made of ['cluster-new-1', 'cluster-new-2'])
      hub.edit(made, (secret) => ({
        ...secret,
        metadata: { ...secret.metadata, creationTimestamp: new Date(later).toISOString() },
      }))

    const report = await dropFirst(hub, 4).sync({ now: later + MINUTE })

    assert.equal(count(report, 'prune held'), 4)
    assert.match(
      report.decisions.find(({ result }) => result === 'held')?.warnings?.[0]?.message ?? '',
      /4 planned, of 6 active: 3 allowed/,
    )
  })

  it('counts what this process hid, also where its stamp is lost', async () => {
    const hub = await fleet(6)
    const removed = new RemovalLog()
    for (const index of [0, 1, 2]) hub.namespace(name(index), { cluster: `new-${index}` })
    await hub.sync({ pass: { removed } })
    for (const index of [0, 1, 2])
      hub.edit(`cluster-${name(index)}`, (secret) => {
        const { [`${P}stale-since`]: _stamp, ...labels } = secret.metadata.labels ?? {}
        return { ...secret, metadata: { ...secret.metadata, labels } }
      })

    assert.equal(
      count(await hub.gone(name(3)).sync({ now: NOW + MINUTE, pass: { removed } }), 'prune held'),
      1,
    )
  })

  it('counts one hidden long ago among the removals and among what there was', async () => {
    const hub = await fleet(1)
    await hub.namespace(name(0), { cluster: 'next' }).sync()
    const ttl = { value: '24h', origin: 'test' }

    const report = await hub.sync({
      now: NOW + 25 * 60 * MINUTE,
      settings: { demotedTTL: ttl, maxRemovals: { value: '50%', origin: 'test' } },
    })

    assert.equal(count(report, 'prune done'), 1)
  })

  it('counts what others hid in the last ten minutes, by its stamp', async () => {
    const hub = await fleet(6)
    for (const index of [0, 1, 2]) hub.namespace(name(index), { cluster: `new-${index}` })
    await hub.sync()

    const soon = await hub.gone(name(3)).sync({ now: NOW + 9 * MINUTE })
    const later = await hub.sync({ now: NOW + 10 * MINUTE })

    assert.equal(count(soon, 'prune held'), 1)
    assert.equal(count(later, 'prune done'), 1)
  })

  it('holds many renames at once as units: the old ones stay refreshed and visible', async () => {
    const hub = await fleet(6)
    for (const index of [0, 1, 2, 3])
      hub
        .namespace(name(index), { cluster: `new-${index}` })
        .source(name(index), { server: address(index), token: 'next' })

    const report = await hub.sync()

    assert.equal(count(report, 'register held'), 4)
    assert.equal(count(report, 'update done'), 4)
    assert.equal(hub.read('cluster-c000')?.labels[SECRET_TYPE], 'cluster')
    assert.match(hub.read('cluster-c000')?.data['config'] ?? '', /next/)
    assert.equal(report.exit, 1)
    const settled = await hub.sync()
    assert.equal(count(settled, 'demote held'), 4)
    assert.equal(settled.writes, 0)
  })

  it('holds removals and lets the rest go on', async () => {
    const hub = dropFirst(await fleet(6), 4)
    hub
      .source(name(4), { server: address(4), token: 'next' })
      .namespace('fresh')
      .source('fresh')

    const report = await hub.sync()

    assert.equal(count(report, 'prune held'), 4)
    assert.equal(count(report, 'update done'), 1)
    assert.equal(count(report, 'register done'), 1)
  })

  it('does not free what it holds: a claim on it is refused, naming the holder', async () => {
    const hub = dropFirst(await fleet(6), 4)
      .namespace('next', { cluster: 'c000' })
      .source('next', { server: address(0) })

    const report = await hub.sync()

    const refusal = report.decisions.find(({ action }) => action === 'refuse')
    assert.equal(refusal?.reason, 'incumbent')
    assert.match(refusal.message, /namespace c000, which is to be removed and has not been yet/)
  })

  it('holds any number when another hub answers than this process saw first', async () => {
    const hub = await fleet(6)
    const identity = new HubIdentity()
    await hub.sync({ pass: { identity } })
    hub.store.load('namespaces', {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'kube-system', uid: 'another', resourceVersion: '1' },
    })

    const report = await hub.gone(name(0)).sync({ pass: { identity } })

    assert.equal(count(report, 'prune held'), 1)
    assert.equal(report.writes, 0)
    assert.match(report.decisions[0]?.warnings?.[0]?.message ?? '', /another hub answers at this address/)
  })

  it('is set by a number or a share', async () => {
    assert.equal(count(await dropFirst(await fleet(6), 1).sync(allowing('0')), 'prune held'), 1)
    assert.equal(count(await dropFirst(await fleet(6), 5).sync(allowing('5')), 'prune done'), 5)
    assert.equal(count(await dropFirst(await fleet(25), 5).sync(allowing('20%')), 'prune done'), 5)
    assert.equal(count(await dropFirst(await fleet(25), 6).sync(allowing('20%')), 'prune held'), 6)
  })

  it('is set as wide as can be and still holds the removal of all', async () => {
    assert.equal(count(await dropFirst(await fleet(4), 4).sync(allowing('100%')), 'prune held'), 4)
  })

  it('counts removals of the whole fleet, also where a pass is limited to one namespace', async () => {
    const report = await dropFirst(await fleet(6), 4).sync({ namespaces: [name(0)] })

    assert.deepEqual(brief(report), ['c000 prune namespace-gone held'])
  })

  it('is released by a person, up to what was seen', async () => {
    const release = (limit: PassOptions['release']): SyncOptions => ({
      pass: { only: 'removals', ...(limit ? { release: limit } : {}) },
    })
    const hub = dropFirst(await fleet(4), 4)

    assert.equal(count(await hub.sync(release({ count: 3 })), 'prune held'), 4)
    const report = await hub.sync(release({ percent: 100 }))

    assert.equal(count(report, 'prune done'), 4)
    assert.equal(report.exit, 0)
  })

  it('names the clusters that were named in what it proposes', async () => {
    const hub = dropFirst(await fleet(6), 5)

    const report = await hub.sync({ pass: { ask: { verb: 'prune', secrets: new Set(['cluster-c001']) } } })

    assert.deepEqual(brief(report), ['c001 prune namespace-gone held'])
    assert.match(
      report.decisions[0]?.warnings?.[0]?.remedy ?? '',
      /kubectl registrar prune c001 --max-removals 5$/,
    )
  })

  it('released lets renames go as units too', async () => {
    const hub = await fleet(4)
    for (const index of [0, 1, 2, 3]) hub.namespace(name(index), { cluster: `new-${index}` })

    const report = await hub.sync({ pass: { only: 'removals', release: { count: 4 } } })

    assert.equal(count(report, 'demote done'), 4)
    assert.equal(count(report, 'register done'), 4)
  })

  it('released takes along what a rename waits for', async () => {
    const hub = new TestHub()
      .namespace('n1', { cluster: 'a' })
      .source('n1', { server: address(1) })
      .namespace('n2', { cluster: 'b' })
      .source('n2', { server: address(2) })
    await hub.sync()
    hub
      .source('n1', { server: address(3) })
      .namespace('n2', { cluster: 'c' })
      .source('n2', { server: address(1) })

    const report = await hub.sync({ pass: { only: 'removals', release: { count: 1 } } })

    assert.deepEqual(brief(report), [
      'a update source-changed done',
      'b demote renamed done',
      'c register first-registration done',
    ])
  })

  it('updates every registration of a restored hub whose namespaces all have new UIDs, and removes none', async () => {
    const hub = await fleet(25)
    const before = Array.from({ length: 25 }, (_, index) => hub.read(`cluster-${name(index)}`)?.uid)
    for (let index = 0; index < 25; index += 1) hub.namespace(name(index), { uid: `restored-${index}` })

    const report = await hub.sync({ pass: { identity: new HubIdentity() } })

    assert.equal(count(report, 'update done'), 25)
    assert.ok(report.decisions.every(({ reason }) => reason === 'namespace-recreated'))
    assert.deepEqual(
      Array.from({ length: 25 }, (_, index) => hub.read(`cluster-${name(index)}`)?.uid),
      before,
    )
  })

  it('never hides by a stamp from the future, nor counts one', async () => {
    const hub = await fleet(6)
    for (const index of [0, 1, 2])
      hub.edit(`cluster-${name(index)}`, (secret) => ({
        ...secret,
        metadata: {
          ...secret.metadata,
          labels: { ...secret.metadata.labels, [`${P}stale-since`]: '20991231T000000Z' },
        },
      }))

    const report = await dropFirst(hub, 3, 3).sync()

    assert.equal(count(report, 'prune done'), 3)
    assert.ok(!warningsOf(report).includes('removal-held'))
  })
})
