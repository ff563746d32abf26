import assert from 'node:assert/strict'
import {
  failureOf,
  namespaceObject,
  preconditions,
  refOf,
  secret,
  status,
  untilGone,
  type Context,
} from './subject.ts'

export const namespaceCases = (hub: Context): void => {
  describe('namespaces', () => {
    it('carry their own name as a label and are active', async () => {
      const name = await hub.namespace({ team: 'x' })

      const namespace = await hub.client.get('namespaces', { name })

      assert.deepEqual(namespace.metadata.labels, { team: 'x', 'kubernetes.io/metadata.name': name })
      assert.deepEqual(namespace.status, { phase: 'Active' })
    })

    it('are refused under a name that exists or is none', async () => {
      const name = await hub.namespace()

      assert.deepEqual(
        await failureOf(hub.client.create('namespaces', namespaceObject(name))),
        status(409, 'AlreadyExists', 'namespaces', name),
      )
      for (const bad of ['with.dot', 'Capital', 'a'.repeat(64)]) {
        assert.deepEqual(
          await failureOf(hub.client.create('namespaces', namespaceObject(bad))),
          status(422, 'Invalid', 'Namespace', bad),
        )
      }
    })

    it('go with all they hold, at once or after a while as Terminating', async function () {
      this.timeout(60_000)
      const name = await hub.namespace()
      await hub.client.create('secrets', secret(name, 'a'))
      const namespace = await hub.client.get('namespaces', { name })

      await hub.client.delete('namespaces', { name }, preconditions(namespace))

      await untilGone(hub.client, 'namespaces', { name })
      const { items } = await hub.client.listPage('secrets', { namespace: name, limit: 1 })
      assert.deepEqual(items, [])
      const again = await hub.client.create('namespaces', namespaceObject(name))
      assert.notEqual(again.metadata.uid, namespace.metadata.uid)
    })

    it('stay when the one to delete is another', async () => {
      const name = await hub.namespace()
      const namespace = await hub.client.get('namespaces', { name })
      const stale = { ...preconditions(namespace), resourceVersion: '1' }

      assert.deepEqual(
        await failureOf(hub.client.delete('namespaces', { name }, stale)),
        status(409, 'Conflict', 'namespaces', name),
      )
      assert.deepEqual(await hub.client.get('namespaces', { name }), namespace)
    })
  })

  describe('patchNamespace', () => {
    it('sets and removes single labels and annotations', async () => {
      const name = await hub.namespace({ keep: '1', drop: '2' })

      const patched = await hub.client.patchNamespace(name, {
        metadata: { labels: { drop: null, add: '3' }, annotations: { note: 'n' } },
      })

      const own = { 'kubernetes.io/metadata.name': name }
      assert.deepEqual(patched.metadata.labels, { keep: '1', add: '3', ...own })
      assert.deepEqual(patched.metadata.annotations, { note: 'n' })
      assert.deepEqual(await hub.client.get('namespaces', { name }), patched)
    })

    it('keeps the resourceVersion when nothing changes', async () => {
      const name = await hub.namespace({ keep: '1' })
      const before = await hub.client.get('namespaces', { name })

      assert.deepEqual(await hub.client.patchNamespace(name, { metadata: { labels: { keep: '1' } } }), before)
    })

    it('is conditional where the patch holds a resourceVersion', async () => {
      const name = await hub.namespace()
      const first = await hub.client.get('namespaces', { name })
      const { resourceVersion } = first.metadata
      const patch = { metadata: { resourceVersion, labels: { x: '1' } } }

      const second = await hub.client.patchNamespace(name, patch)
      const late = { metadata: { resourceVersion, labels: { x: '2' } } }

      assert.equal(second.metadata.labels?.['x'], '1')
      assert.deepEqual(
        await failureOf(hub.client.patchNamespace(name, late)),
        status(409, 'Conflict', 'namespaces', name),
      )
      assert.deepEqual(await hub.client.get('namespaces', refOf(first)), second)
    })

    it('stores nothing on a dry run', async () => {
      const name = await hub.namespace()
      const before = await hub.client.get('namespaces', { name })

      const answer = await hub.client.patchNamespace(
        name,
        { metadata: { labels: { x: '1' } } },
        { dryRun: true },
      )

      assert.equal(answer.metadata.labels?.['x'], '1')
      assert.equal(answer.metadata.resourceVersion, before.metadata.resourceVersion)
      assert.deepEqual(await hub.client.get('namespaces', { name }), before)
    })

    it('refuses an invalid label, and a namespace that does not exist', async () => {
      const name = await hub.namespace()

      assert.deepEqual(
        await failureOf(hub.client.patchNamespace(name, { metadata: { labels: { x: 'a b' } } })),
        status(422, 'Invalid', 'Namespace', name),
      )
      assert.deepEqual(
        await failureOf(hub.client.patchNamespace('conformance-none', { metadata: { labels: { x: '1' } } })),
        status(404, 'NotFound', 'namespaces', 'conformance-none'),
      )
    })
  })
}
