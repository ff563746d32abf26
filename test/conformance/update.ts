import assert from 'node:assert/strict'
import { encode, failureOf, omit, OTHER_UID, secret, sent, status, type Context } from './subject.ts'

export const updateCases = (hub: Context): void => {
  describe('update', () => {
    it('replaces the object under a new resourceVersion and keeps its uid and time', async () => {
      const namespace = await hub.namespace()
      const created = await hub.client.create('secrets', secret(namespace, 'a', { labels: { x: '1' } }))
      const metadata = omit(created.metadata, 'labels')

      const updated = await hub.client.update('secrets', {
        ...created,
        metadata,
        data: { key: encode('new') },
      })

      assert.deepEqual(sent(updated), secret(namespace, 'a', { data: { key: encode('new') } }))
      assert.notEqual(updated.metadata.resourceVersion, created.metadata.resourceVersion)
      assert.equal(updated.metadata.uid, created.metadata.uid)
      assert.equal(updated.metadata.creationTimestamp, created.metadata.creationTimestamp)
      assert.deepEqual(await hub.client.get('secrets', { namespace, name: 'a' }), updated)
    })

    it('keeps the resourceVersion of an update that changes nothing', async () => {
      const namespace = await hub.namespace()
      const created = await hub.client.create('secrets', secret(namespace, 'a'))

      assert.deepEqual(await hub.client.update('secrets', created), created)
      assert.deepEqual(await hub.client.get('secrets', { namespace, name: 'a' }), created)
    })

    it('refuses a stale resourceVersion, on a dry run too, and leaves the object', async () => {
      const namespace = await hub.namespace()
      const created = await hub.client.create('secrets', secret(namespace, 'a'))
      const current = await hub.client.update('secrets', { ...created, data: { key: encode('first') } })
      const late = { ...created, data: { key: encode('late') } }
      const expected = status(409, 'Conflict', 'secrets', 'a')

      assert.deepEqual(await failureOf(hub.client.update('secrets', late)), expected)
      assert.deepEqual(await failureOf(hub.client.update('secrets', late, { dryRun: true })), expected)
      assert.deepEqual(await hub.client.get('secrets', { namespace, name: 'a' }), current)
    })

    it('refuses another uid as a conflict', async () => {
      const namespace = await hub.namespace()
      const created = await hub.client.create('secrets', secret(namespace, 'a'))

      assert.deepEqual(
        await failureOf(
          hub.client.update('secrets', { ...created, metadata: { ...created.metadata, uid: OTHER_UID } }),
        ),
        status(409, 'Conflict', 'secrets', 'a'),
      )
    })

    it('goes through without a resourceVersion, whatever the object is by then', async () => {
      const namespace = await hub.namespace()
      await hub.client.create('secrets', secret(namespace, 'a'))
      const object = secret(namespace, 'a', { data: { key: encode('blind') } })

      assert.deepEqual(sent(await hub.client.update('secrets', object)), object)
    })

    it('says that an absent object is not found', async () => {
      const namespace = await hub.namespace()

      assert.deepEqual(
        await failureOf(hub.client.update('secrets', secret(namespace, 'a'))),
        status(404, 'NotFound', 'secrets', 'a'),
      )
    })

    it('answers a dry run with the new object under the old resourceVersion and stores nothing', async () => {
      const namespace = await hub.namespace()
      const created = await hub.client.create('secrets', secret(namespace, 'a'))
      const data = { key: encode('dry') }

      const answer = await hub.client.update('secrets', { ...created, data }, { dryRun: true })

      assert.deepEqual(sent(answer), secret(namespace, 'a', { data }))
      assert.equal(answer.metadata.resourceVersion, created.metadata.resourceVersion)
      assert.deepEqual(await hub.client.get('secrets', { namespace, name: 'a' }), created)
    })

    it('refuses an invalid label as Invalid and leaves the object', async () => {
      const namespace = await hub.namespace()
      const created = await hub.client.create('secrets', secret(namespace, 'a'))
      const labels = { x: 'a b' }

      assert.deepEqual(
        await failureOf(
          hub.client.update('secrets', { ...created, metadata: { ...created.metadata, labels } }),
        ),
        status(422, 'Invalid', 'Secret', 'a'),
      )
      assert.deepEqual(await hub.client.get('secrets', { namespace, name: 'a' }), created)
    })

    it('refuses another type as Invalid', async () => {
      const namespace = await hub.namespace()
      const created = await hub.client.create('secrets', secret(namespace, 'a'))

      assert.deepEqual(
        await failureOf(hub.client.update('secrets', { ...created, type: 'example.io/other' })),
        status(422, 'Invalid', 'Secret', 'a'),
      )
    })

    it('refuses to change or release the data of an immutable Secret, and takes new labels', async () => {
      const namespace = await hub.namespace()
      const created = await hub.client.create('secrets', secret(namespace, 'a', { immutable: true }))
      const expected = status(422, 'Invalid', 'Secret', 'a')

      assert.deepEqual(
        await failureOf(hub.client.update('secrets', { ...created, data: { key: encode('new') } })),
        expected,
      )
      assert.deepEqual(
        await failureOf(hub.client.update('secrets', { ...created, immutable: false })),
        expected,
      )
      const labelled = await hub.client.update('secrets', {
        ...created,
        metadata: { ...created.metadata, labels: { x: '1' } },
      })
      assert.deepEqual(sent(labelled), secret(namespace, 'a', { immutable: true, labels: { x: '1' } }))
    })
  })
}
