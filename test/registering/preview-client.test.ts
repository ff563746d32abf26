import assert from 'node:assert/strict'
import { MemoryClient } from '../../src/kube/memory/client.ts'
import { MemoryStore } from '../../src/kube/memory/store.ts'
import type { Namespace, Secret } from '../../src/kube/objects.ts'
import { listAll, listAllMetadata } from '../../src/kube/paging.ts'
import { previewClient } from '../../src/registering/preview-client.ts'

const namespace = (name: string, labels: Readonly<Record<string, string>> = {}): Namespace => ({
  metadata: { name, labels },
})
const secret = (inNamespace: string, name: string, annotations = {}): Secret => ({
  metadata: { namespace: inNamespace, name, annotations },
})

describe('a hub as it would be', () => {
  const store = new MemoryStore()
  for (const object of [namespace('a'), namespace('b', { on: 'yes' })]) store.load('namespaces', object)
  for (const object of [secret('a', 's1'), secret('b', 's2')]) store.load('secrets', object)
  const client = previewClient(new MemoryClient(store, { absenceIsProof: true }), {
    namespaces: [namespace('a', { on: 'yes' }), namespace('new', { on: 'yes' })],
    secrets: [secret('new', 's3', { last: 'applied' })],
  })
  const namesOf = async (selection: object, resource: 'namespaces' | 'secrets'): Promise<readonly string[]> =>
    (await listAll(client, resource, selection, ({ metadata }) => metadata.name)).items

  it('given lists, then what is shown stands in them once, by its new labels and fields', async () => {
    assert.deepEqual(await namesOf({}, 'namespaces'), ['b', 'a', 'new'])
    assert.deepEqual(await namesOf({ labelSelector: 'on=yes' }, 'namespaces'), ['b', 'a', 'new'])
    assert.deepEqual(await namesOf({ labelSelector: 'on!=yes' }, 'namespaces'), [])
    assert.deepEqual(await namesOf({}, 'secrets'), ['s1', 's2', 's3'])
    assert.deepEqual(await namesOf({ namespace: 'new' }, 'secrets'), ['s3'])
    assert.deepEqual(await namesOf({ namespace: 'a' }, 'secrets'), ['s1'])
    assert.deepEqual(await namesOf({ fieldSelector: 'metadata.name=s3' }, 'secrets'), ['s3'])
  })

  it('given pages, then what is shown stands on the last one alone', async () => {
    const first = await client.listPage('namespaces', { limit: 1 })
    const last = await client.listPage('namespaces', { limit: 1, continue: first.continue! })

    assert.deepEqual(
      [first, last].map(({ items }) => items.map(({ metadata }) => metadata.name)),
      [[], ['b', 'a', 'new']],
    )
  })

  it('given a list of metadata, then annotations are left out of what is shown too', async () => {
    const { items } = await listAllMetadata(client, 'secrets', { namespace: 'new' }, (object) => object)

    assert.deepEqual(items, [{ metadata: { namespace: 'new', name: 's3' } }])
  })

  it('given a name, then what is shown goes before what is there, and the rest is as it is', async () => {
    assert.deepEqual((await client.get('namespaces', { name: 'a' })).metadata.labels, { on: 'yes' })
    assert.equal((await client.get('secrets', { namespace: 'new', name: 's3' })).metadata.name, 's3')
    assert.equal((await client.get('secrets', { namespace: 'a', name: 's1' })).metadata.name, 's1')
    await assert.rejects(client.get('namespaces', { name: 'c' }), /not found/)
  })

  it('given a write, then the hub gets it', async () => {
    const before = client.counters()
    await client.patchNamespace('b', { metadata: { labels: { on: 'no' } } })

    assert.deepEqual(store.find('namespaces', { name: 'b' })?.object.metadata.labels, { on: 'no' })
    assert.equal(client.counters().writes, before.writes + 1)
  })
})
