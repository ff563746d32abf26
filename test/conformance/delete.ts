import assert from 'node:assert/strict'
import { failureOf, omit, OTHER_UID, preconditions, secret, status, type Context } from './subject.ts'

export const deleteCases = (hub: Context): void => {
  describe('delete', () => {
    it('removes the very object it was decided on', async () => {
      const namespace = await hub.namespace()
      const created = await hub.client.create('secrets', secret(namespace, 'a'))

      await hub.client.delete('secrets', { namespace, name: 'a' }, preconditions(created))

      assert.deepEqual(
        await failureOf(hub.client.get('secrets', { namespace, name: 'a' })),
        status(404, 'NotFound', 'secrets', 'a'),
      )
    })

    for (const dryRun of [false, true]) {
      const how = dryRun ? ' on a dry run' : ''

      it(`refuses another uid as a conflict and keeps the object${how}`, async () => {
        const namespace = await hub.namespace()
        const created = await hub.client.create('secrets', secret(namespace, 'a'))
        const options = { ...preconditions(created), uid: OTHER_UID, dryRun }

        assert.deepEqual(
          await failureOf(hub.client.delete('secrets', { namespace, name: 'a' }, options)),
          status(409, 'Conflict', 'Secret', 'a'),
        )
        assert.deepEqual(await hub.client.get('secrets', { namespace, name: 'a' }), created)
      })

      it(`refuses a stale resourceVersion as a conflict and keeps the object${how}`, async () => {
        const namespace = await hub.namespace()
        const created = await hub.client.create('secrets', secret(namespace, 'a'))
        const current = await hub.client.update('secrets', {
          ...created,
          metadata: { ...created.metadata, labels: { x: '1' } },
        })
        const options = { ...preconditions(created), dryRun }

        assert.deepEqual(
          await failureOf(hub.client.delete('secrets', { namespace, name: 'a' }, options)),
          status(409, 'Conflict', 'Secret', 'a'),
        )
        assert.deepEqual(await hub.client.get('secrets', { namespace, name: 'a' }), current)
      })

      it(`says that an absent object is not found${how}`, async () => {
        const namespace = await hub.namespace()
        const options = { uid: OTHER_UID, resourceVersion: '1', dryRun }

        assert.deepEqual(
          await failureOf(hub.client.delete('secrets', { namespace, name: 'a' }, options)),
          status(404, 'NotFound', 'secrets', 'a'),
        )
      })
    }

    it('keeps the object on a dry run', async () => {
      const namespace = await hub.namespace()
      const created = await hub.client.create('secrets', secret(namespace, 'a'))

      await hub.client.delete(
        'secrets',
        { namespace, name: 'a' },
        { ...preconditions(created), dryRun: true },
      )

      assert.deepEqual(await hub.client.get('secrets', { namespace, name: 'a' }), created)
    })

    it('keeps an object with a finalizer, marked as going, until the finalizer is taken off', async () => {
      const namespace = await hub.namespace()
      const object = secret(namespace, 'a')
      const created = await hub.client.create('secrets', {
        ...object,
        metadata: { ...object.metadata, finalizers: ['example.io/hold'] },
      })

      await hub.client.delete('secrets', { namespace, name: 'a' }, preconditions(created))

      const going = await hub.client.get('secrets', { namespace, name: 'a' })
      assert.match(going.metadata.deletionTimestamp ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
      assert.equal(going.metadata.deletionGracePeriodSeconds, 0)
      assert.notEqual(going.metadata.resourceVersion, created.metadata.resourceVersion)

      const metadata = omit(going.metadata, 'finalizers')
      await hub.client.update('secrets', { ...going, metadata })
      assert.deepEqual(
        await failureOf(hub.client.get('secrets', { namespace, name: 'a' })),
        status(404, 'NotFound', 'secrets', 'a'),
      )
    })
  })
}
