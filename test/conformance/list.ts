import assert from 'node:assert/strict'
import type { ListOptions, Page } from '../../src/kube/client.ts'
import type { Secret } from '../../src/kube/objects.ts'
import { listAllMetadata } from '../../src/kube/paging.ts'
import { encode, failureOf, preconditions, secret, status, type Context } from './subject.ts'

const names = (page: Page<{ readonly metadata: { readonly name: string } }>): string[] =>
  page.items.map(({ metadata }) => metadata.name)

const next = (options: ListOptions, page: Page<unknown>): ListOptions => {
  if (page.continue === undefined) throw new Error('there is no next page')
  return { ...options, continue: page.continue }
}

const fill = async (hub: Context, namespace: string, all: readonly string[]): Promise<Secret[]> => {
  const created: Secret[] = []
  for (const name of all) created.push(await hub.client.create('secrets', secret(namespace, name)))
  return created
}

export const listCases = (hub: Context): void => {
  describe('list', () => {
    it('sorts by name, byte by byte, and answers each object as get does', async () => {
      const namespace = await hub.namespace()
      await fill(hub, namespace, ['b', 'a-b', 'a.b', 'a', 'a0', 'aa'])

      const page = await hub.client.listPage('secrets', { namespace, limit: 500 })

      assert.deepEqual(names(page), ['a', 'a-b', 'a.b', 'a0', 'aa', 'b'])
      assert.equal(page.continue, undefined)
      assert.match(page.resourceVersion, /^\d+$/)
      for (const item of page.items) {
        const one = await hub.client.get('secrets', { namespace, name: item.metadata.name })
        assert.deepEqual([item.metadata, item.data, item.type], [one.metadata, one.data, one.type])
      }
    })

    it('sorts by namespace first when it reads the whole hub', async () => {
      const spaces = [await hub.namespace(), await hub.namespace()].sort()
      const label = { sorted: spaces[0]! }
      for (const namespace of [...spaces].reverse()) {
        await hub.client.create('secrets', secret(namespace, 'b', { labels: label }))
        await hub.client.create('secrets', secret(namespace, 'a', { labels: label }))
      }

      const page = await hub.client.listPage('secrets', { labelSelector: `sorted=${spaces[0]!}`, limit: 500 })

      assert.deepEqual(
        page.items.map(({ metadata }) => `${metadata.namespace ?? ''}/${metadata.name}`),
        spaces.flatMap((namespace) => [`${namespace}/a`, `${namespace}/b`]),
      )
    })

    it('answers with a state from a known version on, page by page', async () => {
      const namespace = await hub.namespace()
      const [, , last] = await fill(hub, namespace, ['a', 'b', 'c'])
      const options = { namespace, limit: 2, notOlderThan: last!.metadata.resourceVersion! }

      const first = await hub.client.listPage('secrets', options)
      const { items } = await listAllMetadata(hub.client, 'secrets', options, ({ metadata }) => metadata.name)

      assert.deepEqual(names(first).slice(0, 2), ['a', 'b'])
      assert.deepEqual(items, ['a', 'b', 'c'])
    })

    it('finds nothing in a namespace that does not exist, and does not call it an error', async () => {
      const page = await hub.client.listPage('secrets', { namespace: 'conformance-none', limit: 500 })
      assert.deepEqual(page.items, [])
      assert.equal(page.continue, undefined)
    })

    it('finds no metadata where there is none', async () => {
      const page = await hub.client.listMetadataPage('secrets', {
        namespace: await hub.namespace(),
        limit: 500,
      })
      assert.deepEqual(page.items, [])
    })

    it('hands out pages of the limit, the last one without a token', async () => {
      const namespace = await hub.namespace()
      await fill(hub, namespace, ['a', 'b', 'c', 'd'])
      const options = { namespace, limit: 2 }

      const first = await hub.client.listPage('secrets', options)
      const second = await hub.client.listPage('secrets', next(options, first))

      assert.deepEqual(
        [names(first), names(second)],
        [
          ['a', 'b'],
          ['c', 'd'],
        ],
      )
      assert.equal(second.continue, undefined)
      assert.equal(second.resourceVersion, first.resourceVersion)
    })

    it('fills pages with what the selector matches', async () => {
      const namespace = await hub.namespace()
      for (const name of ['a', 'b', 'c', 'd', 'e']) {
        const labels = { odd: String('ace'.includes(name)) }
        await hub.client.create('secrets', secret(namespace, name, { labels }))
      }
      const options = { namespace, limit: 2, labelSelector: 'odd=true' }

      const first = await hub.client.listPage('secrets', options)
      const second = await hub.client.listPage('secrets', next(options, first))

      assert.deepEqual([names(first), names(second)], [['a', 'c'], ['e']])
    })

    it('shows in later pages the hub as it was at the first, whatever is written meanwhile', async () => {
      const namespace = await hub.namespace()
      const [, b, c, d] = await fill(hub, namespace, ['a', 'b', 'c', 'd'])
      const options = { namespace, limit: 1 }
      const first = await hub.client.listPage('secrets', options)
      await hub.client.create('secrets', secret(namespace, 'bb'))
      await hub.client.update('secrets', { ...c!, data: { key: encode('changed') } })
      await hub.client.delete('secrets', { namespace, name: 'd' }, preconditions(d!))

      const rest = await hub.client.listPage('secrets', { ...next(options, first), limit: 500 })

      assert.deepEqual(names(rest), ['b', 'c', 'd'])
      assert.deepEqual(
        rest.items.map(({ metadata }) => metadata.resourceVersion),
        [b!, c!, d!].map(({ metadata }) => metadata.resourceVersion),
      )
      assert.equal(rest.resourceVersion, first.resourceVersion)
    })

    it('refuses a token it did not hand out', async () => {
      const namespace = await hub.namespace()
      assert.deepEqual(
        await failureOf(hub.client.listPage('secrets', { namespace, limit: 1, continue: 'abc' })),
        status(400, 'BadRequest'),
      )
    })

    it('answers a metadata list with uid, version, labels and owners, and nothing that could hold a credential', async () => {
      const namespace = await hub.namespace()
      const object = secret(namespace, 'a', { labels: { x: '1' }, annotations: { note: 'held back' } })
      const owner = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: 'owner-uid', controller: true }
      const created = await hub.client.create('secrets', {
        ...object,
        metadata: { ...object.metadata, ownerReferences: [owner] },
      })
      await hub.client.create('secrets', secret(namespace, 'b'))

      const options = { namespace, limit: 1 }
      const page = await hub.client.listMetadataPage('secrets', options)
      const rest = await hub.client.listMetadataPage('secrets', next(options, page))

      const { uid, resourceVersion, creationTimestamp } = created.metadata
      assert.deepEqual(page.items[0]?.metadata, {
        name: 'a',
        namespace,
        uid,
        resourceVersion,
        creationTimestamp,
        labels: { x: '1' },
        ownerReferences: [owner],
      })
      for (const item of [...page.items, ...rest.items]) {
        const extra = Object.keys(item).filter((key) => !['kind', 'apiVersion', 'metadata'].includes(key))
        assert.deepEqual(extra, [])
      }
      assert.deepEqual([names(page), names(rest), rest.continue], [['a'], ['b'], undefined])
      assert.equal(rest.resourceVersion, page.resourceVersion)
    })
  })
}
