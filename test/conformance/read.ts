import assert from 'node:assert/strict'
import { failureOf, secret, status, type Context } from './subject.ts'

export const readCases = (hub: Context): void => {
  describe('get', () => {
    it('answers what create answered', async () => {
      const namespace = await hub.namespace()
      const created = await hub.client.create('secrets', secret(namespace, 'a', { labels: { x: '1' } }))

      assert.deepEqual(await hub.client.get('secrets', { namespace, name: 'a' }), created)
    })

    it('says that an absent object is not found, naming it, whether or not its namespace exists', async () => {
      const namespace = await hub.namespace()
      for (const where of [namespace, 'conformance-none']) {
        assert.deepEqual(
          await failureOf(hub.client.get('secrets', { namespace: where, name: 'a' })),
          status(404, 'NotFound', 'secrets', 'a'),
        )
      }
      assert.deepEqual(
        await failureOf(hub.client.get('namespaces', { name: 'conformance-none' })),
        status(404, 'NotFound', 'namespaces', 'conformance-none'),
      )
      assert.deepEqual(
        await failureOf(hub.client.get('configmaps', { namespace, name: 'a' })),
        status(404, 'NotFound', 'configmaps', 'a'),
      )
    })

    it('answers a call whose signal is already aborted with nothing but that', async () => {
      const failure = await failureOf(
        hub.client.get('namespaces', { name: 'conformance-none' }, AbortSignal.abort()),
      )
      assert.deepEqual(failure, { kind: 'aborted', code: 0, reason: '' })
    })
  })
}
