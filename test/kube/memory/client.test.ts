import assert from 'node:assert/strict'
import { KubeError } from '../../../src/kube/errors.ts'
import { MemoryClient } from '../../../src/kube/memory/client.ts'
import { EventLog } from '../../../src/kube/memory/event-log.ts'
import { Listings } from '../../../src/kube/memory/listing.ts'
import { mergePatch } from '../../../src/kube/memory/merge-patch.ts'
import { MemoryStore } from '../../../src/kube/memory/store.ts'
import type { Namespace, Secret } from '../../../src/kube/objects.ts'

const secret = (name: string, fields: Partial<Secret['metadata']> = {}): Secret => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, namespace: 'team', ...fields },
  type: 'Opaque',
  data: { k: 'dg==' },
})

const namespace = (name: string): Namespace => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })

const codeOf = async (call: Promise<unknown>): Promise<string> => {
  try {
    await call
  } catch (error) {
    if (error instanceof KubeError) return `${error.code} ${error.reason}`
    throw error
  }
  return 'fine'
}

const preconditions = ({ metadata: { uid = '', resourceVersion = '' } }: Secret | Namespace) => ({
  uid,
  resourceVersion,
})

describe('MemoryClient on manifests', () => {
  it('proves no absence, and lets an object into a namespace that is not among the files', async () => {
    const client = new MemoryClient(new MemoryStore(), { now: () => Date.UTC(2027, 0, 1) })

    const created = await client.create('secrets', secret('a'))

    assert.equal(client.absenceIsProof, false)
    assert.equal(created.metadata.creationTimestamp, '2027-01-01T00:00:00Z')
    assert.deepEqual(client.counters(), { requests: 1, writes: 1, bytes: 0, connections: 0 })
  })

  it('updates an object without uid and resourceVersion, which keeps none of the first and its place', async () => {
    const store = new MemoryStore()
    store.load('secrets', secret('a'), { file: 'f.yaml', line: 3 })
    const client = new MemoryClient(store)
    const read = await client.get('secrets', { namespace: 'team', name: 'a' })

    const updated = await client.update('secrets', { ...read, data: { k: 'eA==' } })

    assert.deepEqual(read, secret('a'))
    assert.deepEqual(updated, { ...secret('a', { resourceVersion: '2' }), data: { k: 'eA==' } })
    assert.deepEqual(client.place('secrets', updated.metadata), { file: 'f.yaml', line: 3 })
  })

  it('leaves a namespace of a file without the label a hub would give it', async () => {
    const store = new MemoryStore()
    store.load('namespaces', namespace('team'))
    const client = new MemoryClient(store)

    const patched = await client.patchNamespace('team', { metadata: { labels: { x: '1' } } })

    assert.deepEqual(patched.metadata, { name: 'team', labels: { x: '1' }, resourceVersion: '2' })
  })

  it('takes an update that leaves apiVersion and kind out for one that keeps them', async () => {
    const store = new MemoryStore()
    store.load('secrets', secret('a'))
    const { apiVersion: _version, kind: _kind, ...bare } = secret('a')

    assert.deepEqual(await new MemoryClient(store).update('secrets', bare), secret('a'))
    assert.equal(store.version, '1')
  })
})

describe('MemoryClient as a hub', () => {
  const hub = (): MemoryClient =>
    new MemoryClient(new MemoryStore(), { absenceIsProof: true, namespacesMustExist: true })

  it('keeps a namespace as Terminating while a finalizer holds its content, and lets nothing new in', async () => {
    const client = hub()
    const team = await client.create('namespaces', namespace('team'))
    await client.create('secrets', secret('free'))
    await client.create('secrets', secret('held', { finalizers: ['example.io/hold'] }))

    await client.delete('namespaces', { name: 'team' }, preconditions(team))

    const going = await client.get('namespaces', { name: 'team' })
    assert.deepEqual(going.status, { phase: 'Terminating' })
    assert.match(going.metadata.deletionTimestamp ?? '', /Z$/)
    assert.equal(await codeOf(client.get('secrets', { namespace: 'team', name: 'free' })), '404 NotFound')
    assert.equal(await codeOf(client.create('secrets', secret('new'))), '403 Forbidden')

    const held = await client.get('secrets', { namespace: 'team', name: 'held' })
    await client.update('secrets', { ...held, metadata: { ...held.metadata, finalizers: [] } })
    assert.equal(await codeOf(client.get('namespaces', { name: 'team' })), '404 NotFound')
  })

  it('keeps a namespace whose own finalizer holds it', async () => {
    const client = hub()
    const team = await client.create('namespaces', {
      ...namespace('team'),
      metadata: { name: 'team', finalizers: ['example.io/hold'] },
    })
    await client.delete('namespaces', { name: 'team' }, preconditions(team))
    const going = await client.get('namespaces', { name: 'team' })

    await client.patchNamespace('team', { metadata: { finalizers: null } })

    assert.equal(going.status?.phase, 'Terminating')
    assert.equal(await codeOf(client.get('namespaces', { name: 'team' })), '404 NotFound')
  })

  it('does nothing when what is going is deleted again, and takes no new finalizer on it', async () => {
    const client = hub()
    await client.create('namespaces', namespace('team'))
    const created = await client.create('secrets', secret('a', { finalizers: ['example.io/hold'] }))
    await client.delete('secrets', created.metadata, preconditions(created))
    const going = await client.get('secrets', created.metadata)

    await client.delete('secrets', created.metadata, preconditions(going))

    assert.deepEqual(await client.get('secrets', created.metadata), going)
    const more = {
      ...going,
      metadata: { ...going.metadata, finalizers: ['example.io/hold', 'example.io/more'] },
    }
    assert.equal(await codeOf(client.update('secrets', more)), '422 Invalid')
    assert.equal(await codeOf(client.create('secrets', secret('a'))), '409 AlreadyExists')
  })

  it('refuses a create with a resourceVersion as the server does', async () => {
    const client = hub()
    await client.create('namespaces', namespace('team'))
    assert.equal(await codeOf(client.create('secrets', secret('a', { resourceVersion: '5' }))), '500 ')
  })

  it('never quotes a value it refuses', async () => {
    const client = hub()
    await client.create('namespaces', namespace('team'))
    const bad = { ...secret('a'), data: { k: 's3cr3t!' } }
    await assert.rejects(client.create('secrets', bad), (error: unknown) => {
      assert.ok(error instanceof KubeError)
      assert.deepEqual(
        [error.code, error.message, error.call],
        [400, 'data[k] is not base64', 'POST secrets'],
      )
      return true
    })
  })

  it('counts dry runs as requests and not as writes', async () => {
    const client = hub()
    await client.create('namespaces', namespace('team'))
    await client.create('secrets', secret('a'), { dryRun: true })
    assert.deepEqual(client.counters(), { requests: 2, writes: 1, bytes: 0, connections: 0 })
  })
})

describe('Listings', () => {
  const filled = (count: number): Listings => {
    const store = new MemoryStore()
    for (let index = 0; index < count; index += 1) store.load('secrets', secret(`s${index}`))
    return new Listings(store)
  }

  it('holds a list from its first page to its last', () => {
    const listings = filled(3)
    const first = listings.page('secrets', { limit: 2 })
    assert.equal(listings.unfinished, 1)

    const last = listings.page('secrets', { limit: 2, continue: first.continue ?? '' })

    assert.deepEqual([last.items.length, last.continue, listings.unfinished], [1, undefined, 0])
    assert.throws(() => listings.page('secrets', { limit: 2, continue: first.continue ?? '' }), {
      name: 'KubeError',
      code: 410,
      reason: 'Expired',
    })
  })

  it('keeps two lists of one version apart', () => {
    const listings = filled(3)
    const one = listings.page('secrets', { limit: 1 })
    const two = listings.page('secrets', { limit: 1 })
    listings.page('secrets', { limit: 9, continue: one.continue ?? '' })

    assert.equal(listings.page('secrets', { limit: 9, continue: two.continue ?? '' }).items.length, 2)
    assert.equal(listings.unfinished, 0)
  })

  it('expires the oldest of many that nobody finishes', () => {
    const listings = filled(2)
    const first = listings.page('secrets', { limit: 1 })
    for (let index = 0; index < 100; index += 1) listings.page('secrets', { limit: 1 })

    assert.equal(listings.unfinished, 64)
    assert.throws(() => listings.page('secrets', { limit: 1, continue: first.continue ?? '' }), { code: 410 })
  })

  it('takes no token of another making', () => {
    for (const token of [
      'abc',
      Buffer.from('[]').toString('base64url'),
      Buffer.from('{"a":1}').toString('base64url'),
    ])
      assert.throws(() => filled(1).page('secrets', { limit: 1, continue: token }), {
        code: 400,
        reason: 'BadRequest',
      })
  })
})

describe('EventLog', () => {
  it('forgets the oldest events, and tells a watch from before them', async () => {
    const store = new MemoryStore()
    const client = new MemoryClient(store)
    for (let index = 0; index < 40_001; index += 1) store.write('secrets', secret('a'))
    const watch = (resourceVersion: string): AsyncIterable<unknown> =>
      client.watch('secrets', { resourceVersion, timeoutSeconds: 10 })

    const next = async (events: AsyncIterable<unknown>): Promise<unknown> => {
      for await (const event of events) return event
      return undefined
    }
    assert.equal(await codeOf(next(watch('1'))), '410 Expired')
    const event = await next(watch('40000'))
    assert.equal((event as { readonly resourceVersion: string }).resourceVersion, '40001')
  })

  it('calls back until it is told to stop', () => {
    const log = new EventLog()
    let calls = 0
    const stop = log.subscribe(() => (calls += 1))
    const event = { type: 'ADDED', resource: 'secrets', object: secret('a'), version: 2 } as const
    log.append(event)
    stop()
    log.append({ ...event, version: 3 })

    assert.equal(calls, 1)
    assert.deepEqual([log.after(1), log.after(2), log.after(3)], [0, 1, 2])
    assert.deepEqual([log.at(0), log.at(2)], [event, 'ahead'])
  })
})

describe('mergePatch', () => {
  it('merges maps, removes what is null, replaces the rest', () => {
    assert.deepEqual(
      mergePatch(
        { a: { b: 1, c: 2 }, d: [1, 2], e: 'x' },
        { a: { c: null, f: { g: null } }, d: [3], e: { h: 1 } },
      ),
      {
        a: { b: 1, f: {} },
        d: [3],
        e: { h: 1 },
      },
    )
  })

  it('reaches no prototype', () => {
    const patched = mergePatch({}, JSON.parse('{"__proto__": {"polluted": 1}}')) as object
    assert.deepEqual(Object.keys(patched), ['__proto__'])
    assert.equal(Reflect.get({}, 'polluted'), undefined)
  })
})
