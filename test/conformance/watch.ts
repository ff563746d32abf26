import assert from 'node:assert/strict'
import type { WatchEvent } from '../../src/kube/client.ts'
import type { ObjectMetadata, Secret } from '../../src/kube/objects.ts'
import { encode, omit, preconditions, refOf, secret, type Context } from './subject.ts'

export type Event = WatchEvent<Secret> | WatchEvent<ObjectMetadata>

export const describeEvent = (event: Event): string =>
  event.type === 'BOOKMARK' ? event.type : `${event.type} ${event.object.metadata.name}`

/** The first `count` events that are no bookmarks; leaving the loop closes the watch. */
const take = async <T>(events: AsyncIterable<WatchEvent<T>>, count: number): Promise<WatchEvent<T>[]> => {
  const taken: WatchEvent<T>[] = []
  for await (const event of events) {
    if (event.type === 'BOOKMARK') continue
    taken.push(event)
    if (taken.length === count) break
  }
  return taken
}

export const versionOf = async (hub: Context, namespace: string): Promise<string> =>
  (await hub.client.listPage('secrets', { namespace, limit: 1 })).resourceVersion

export const watchCases = (hub: Context): void => {
  describe('watch', () => {
    const label = async (object: Secret, labels: Readonly<Record<string, string>>): Promise<Secret> =>
      hub.client.update('secrets', { ...object, metadata: { ...object.metadata, labels } })

    it('tells what happened since the resourceVersion, in order, each with its own version', async () => {
      const namespace = await hub.namespace()
      await hub.client.create('secrets', secret(namespace, 'before'))
      const resourceVersion = await versionOf(hub, namespace)
      const a = await hub.client.create('secrets', secret(namespace, 'a'))
      const changed = await hub.client.update('secrets', { ...a, data: { key: encode('new') } })
      await hub.client.delete('secrets', refOf(a), preconditions(changed))

      const events = await take(
        hub.client.watch('secrets', { namespace, resourceVersion, timeoutSeconds: 10 }),
        3,
      )

      assert.deepEqual(events.map(describeEvent), ['ADDED a', 'MODIFIED a', 'DELETED a'])
      const [added, modified, deleted] = events.map(({ resourceVersion: version }) => Number(version))
      assert.equal(String(added), a.metadata.resourceVersion)
      assert.equal(String(modified), changed.metadata.resourceVersion)
      assert.ok(deleted! > modified!, 'a deletion has a version of its own')
    })

    it('tells what happens while it is open', async () => {
      const namespace = await hub.namespace()
      const resourceVersion = await versionOf(hub, namespace)
      const events = take(hub.client.watch('secrets', { namespace, resourceVersion, timeoutSeconds: 10 }), 2)

      const a = await hub.client.create('secrets', secret(namespace, 'a'))
      await hub.client.delete('secrets', refOf(a), preconditions(a))

      assert.deepEqual((await events).map(describeEvent), ['ADDED a', 'DELETED a'])
    })

    it('hands over whole objects', async () => {
      const namespace = await hub.namespace()
      const resourceVersion = await versionOf(hub, namespace)
      const created = await hub.client.create(
        'secrets',
        secret(namespace, 'a', { data: { key: encode('ü€𝄞') } }),
      )

      const [event] = await take(
        hub.client.watch('secrets', { namespace, resourceVersion, timeoutSeconds: 10 }),
        1,
      )

      assert.ok(event !== undefined && event.type !== 'BOOKMARK')
      assert.deepEqual(
        [omit(event.object.metadata, 'managedFields'), event.object.data],
        [omit(created.metadata, 'managedFields'), created.data],
      )
    })

    it('shows an object that comes to match the selector as added, and one that ceases to as deleted', async () => {
      const namespace = await hub.namespace()
      const plain = await hub.client.create('secrets', secret(namespace, 'a'))
      await hub.client.create('secrets', secret(namespace, 'other'))
      const resourceVersion = await versionOf(hub, namespace)
      const inside = await label(plain, { watched: 'yes' })
      const still = await label(inside, { watched: 'yes', more: '1' })
      const outside = await label(still, { watched: 'no' })
      await label(outside, { watched: 'no', more: '2' })
      await hub.client.create('secrets', secret(namespace, 'z', { labels: { watched: 'yes' } }))

      const events = await take(
        hub.client.watch('secrets', {
          namespace,
          labelSelector: 'watched=yes',
          resourceVersion,
          timeoutSeconds: 10,
        }),
        4,
      )

      assert.deepEqual(events.map(describeEvent), ['ADDED a', 'MODIFIED a', 'DELETED a', 'ADDED z'])
      assert.equal(events[2]?.resourceVersion, outside.metadata.resourceVersion)
    })

    it('follows one object by its name', async () => {
      const namespace = await hub.namespace()
      const resourceVersion = await versionOf(hub, namespace)
      await hub.client.create('secrets', secret(namespace, 'a'))
      await hub.client.create('secrets', secret(namespace, 'b'))

      const events = await take(
        hub.client.watch('secrets', {
          namespace,
          fieldSelector: 'metadata.name=b',
          resourceVersion,
          timeoutSeconds: 10,
        }),
        1,
      )

      assert.deepEqual(events.map(describeEvent), ['ADDED b'])
    })

    it('of metadata carries nothing that could hold a credential', async () => {
      const namespace = await hub.namespace()
      const resourceVersion = await versionOf(hub, namespace)
      const created = await hub.client.create(
        'secrets',
        secret(namespace, 'a', { labels: { x: '1' }, annotations: { note: 'held back' } }),
      )

      const [event] = await take(
        hub.client.watchMetadata('secrets', { namespace, resourceVersion, timeoutSeconds: 10 }),
        1,
      )

      assert.ok(event !== undefined && event.type !== 'BOOKMARK')
      const { uid, creationTimestamp } = created.metadata
      const version = created.metadata.resourceVersion
      assert.deepEqual(event.object.metadata, {
        name: 'a',
        namespace,
        uid,
        resourceVersion: version,
        creationTimestamp,
        labels: { x: '1' },
      })
      const extra = Object.keys(event.object).filter(
        (key) => !['kind', 'apiVersion', 'metadata'].includes(key),
      )
      assert.deepEqual(extra, [])
    })

    it('says nothing of dry runs and of updates that change nothing', async () => {
      const namespace = await hub.namespace()
      const a = await hub.client.create('secrets', secret(namespace, 'a'))
      const resourceVersion = await versionOf(hub, namespace)
      await hub.client.create('secrets', secret(namespace, 'b'), { dryRun: true })
      await hub.client.update('secrets', a)
      await hub.client.update('secrets', { ...a, data: { key: encode('dry') } }, { dryRun: true })
      await hub.client.delete('secrets', refOf(a), { ...preconditions(a), dryRun: true })
      await hub.client.create('secrets', secret(namespace, 'end'))

      const events = await take(
        hub.client.watch('secrets', { namespace, resourceVersion, timeoutSeconds: 10 }),
        1,
      )

      assert.deepEqual(events.map(describeEvent), ['ADDED end'])
    })

    it('ends without an error after the seconds asked for', async () => {
      const namespace = await hub.namespace()
      const resourceVersion = await versionOf(hub, namespace)
      const events = hub.client.watch('secrets', { namespace, resourceVersion, timeoutSeconds: 1 })

      assert.deepEqual(await take(events, 1), [])
    })

    it('ends quietly when its signal is aborted', async () => {
      const namespace = await hub.namespace()
      const resourceVersion = await versionOf(hub, namespace)
      const stop = new AbortController()
      await hub.client.create('secrets', secret(namespace, 'a'))

      const seen: string[] = []
      const options = { namespace, resourceVersion, timeoutSeconds: 10, signal: stop.signal }
      for await (const event of hub.client.watch('secrets', options)) {
        seen.push(describeEvent(event))
        stop.abort()
      }

      assert.deepEqual(seen, ['ADDED a'])
    })
  })
}
