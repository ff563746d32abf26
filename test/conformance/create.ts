import assert from 'node:assert/strict'
import { encode, failureOf, omit, OTHER_UID, secret, sent, status, type Context } from './subject.ts'

export const createCases = (hub: Context): void => {
  describe('create', () => {
    it('stores what was sent and gives it a uid, a resourceVersion and a time', async () => {
      const namespace = await hub.namespace()
      const object = secret(namespace, 'a', { labels: { x: '1' }, annotations: { Note: 'n' } })

      const created = await hub.client.create('secrets', object)

      assert.deepEqual(sent(created), object)
      assert.match(created.metadata.uid ?? '', /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
      assert.match(created.metadata.resourceVersion ?? '', /^\d+$/)
      assert.match(created.metadata.creationTimestamp ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    })

    it('gives every object a uid and a resourceVersion of its own, another each time it is made again', async () => {
      const namespace = await hub.namespace()
      const first = await hub.client.create('secrets', secret(namespace, 'a'))
      const { uid = '', resourceVersion = '' } = first.metadata
      await hub.client.delete('secrets', { namespace, name: 'a' }, { uid, resourceVersion })

      const second = await hub.client.create('secrets', secret(namespace, 'a'))
      const third = await hub.client.create('secrets', secret(namespace, 'b'))

      const all = [first, second, third].map(({ metadata }) => metadata)
      assert.equal(new Set(all.map((metadata) => metadata.uid)).size, 3)
      assert.equal(new Set(all.map((metadata) => metadata.resourceVersion)).size, 3)
    })

    it('replaces a uid and a creation time that are sent along', async () => {
      const namespace = await hub.namespace()
      const object = secret(namespace, 'a')

      const created = await hub.client.create('secrets', {
        ...object,
        metadata: { ...object.metadata, uid: OTHER_UID, creationTimestamp: '2001-01-01T00:00:00Z' },
      })

      assert.notEqual(created.metadata.uid, OTHER_UID)
      assert.notEqual(created.metadata.creationTimestamp, '2001-01-01T00:00:00Z')
    })

    it('folds stringData into data and makes a Secret without a type Opaque', async () => {
      const namespace = await hub.namespace()
      const untyped = omit(secret(namespace, 'a'), 'type')

      const created = await hub.client.create('secrets', { ...untyped, stringData: { more: 'text' } })

      assert.deepEqual(
        sent(created),
        secret(namespace, 'a', { data: { key: encode('value'), more: encode('text') } }),
      )
    })

    it('refuses a name that exists, naming it, and leaves the object as it is', async () => {
      const namespace = await hub.namespace()
      const created = await hub.client.create('secrets', secret(namespace, 'a'))
      const rival = secret(namespace, 'a', { data: { key: encode('rival') } })

      assert.deepEqual(
        await failureOf(hub.client.create('secrets', rival)),
        status(409, 'AlreadyExists', 'secrets', 'a'),
      )
      assert.deepEqual(
        await failureOf(hub.client.create('secrets', rival, { dryRun: true })),
        status(409, 'AlreadyExists', 'secrets', 'a'),
      )
      assert.deepEqual(await hub.client.get('secrets', { namespace, name: 'a' }), created)
    })

    it('refuses an object of a namespace that does not exist, naming the namespace', async () => {
      assert.deepEqual(
        await failureOf(hub.client.create('secrets', secret('conformance-none', 'a'))),
        status(404, 'NotFound', 'namespaces', 'conformance-none'),
      )
    })

    it('answers a dry run with the object, without a resourceVersion, and stores nothing', async () => {
      const namespace = await hub.namespace()
      const object = secret(namespace, 'a')

      const answer = await hub.client.create('secrets', object, { dryRun: true })

      assert.deepEqual(sent(answer), object)
      assert.equal(answer.metadata.resourceVersion, undefined)
      assert.deepEqual(
        await failureOf(hub.client.get('secrets', { namespace, name: 'a' })),
        status(404, 'NotFound', 'secrets', 'a'),
      )
    })
  })
}
