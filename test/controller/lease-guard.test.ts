import assert from 'node:assert/strict'
import { leaseGuarded } from '../../src/controller/lease-guard.ts'
import { KubeError } from '../../src/kube/errors.ts'
import { MemoryClient } from '../../src/kube/memory/client.ts'
import { MemoryStore } from '../../src/kube/memory/store.ts'
import type { Secret } from '../../src/kube/objects.ts'

const REF = { namespace: 'argocd', name: 'a' }
const SECRET: Secret = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { ...REF, uid: 'u', resourceVersion: '5' },
}

describe('leaseGuarded', () => {
  const setUp = (isValid: boolean) => {
    const store = new MemoryStore()
    store.load('secrets', SECRET)
    store.load('namespaces', { metadata: { name: 'argocd', uid: 'n', resourceVersion: '1' } })
    const client = new MemoryClient(store)
    const state = { isValid }
    return { client, state, guarded: leaseGuarded(client, () => state.isValid) }
  }
  const preconditions = { uid: 'u', resourceVersion: '5' }

  it('sends no write while the lease is not certain', async () => {
    const { client, guarded } = setUp(false)
    const refused = async (call: Promise<unknown>): Promise<readonly unknown[]> => {
      const error = await call.then(
        () => undefined,
        (reason: unknown) => reason,
      )
      assert.ok(error instanceof KubeError)
      return [error.kind, error.message]
    }
    const why = 'not sent, as it is not certain that this process still leads'

    assert.deepEqual(
      [
        await refused(guarded.create('secrets', { metadata: { namespace: 'argocd', name: 'b' } })),
        await refused(guarded.update('secrets', SECRET)),
        await refused(guarded.patchNamespace('argocd', {})),
        await refused(guarded.delete('secrets', REF, preconditions)),
      ],
      [
        ['aborted', `POST secrets argocd/b: ${why}`],
        ['aborted', `PUT secrets argocd/a: ${why}`],
        ['aborted', `PATCH namespaces argocd: ${why}`],
        ['aborted', `DELETE secrets argocd/a: ${why}`],
      ],
    )
    assert.deepEqual(client.counters(), { requests: 0, writes: 0, bytes: 0, connections: 0 })
  })

  it('lets reads and dry runs pass all the same', async () => {
    const { guarded } = setUp(false)

    assert.deepEqual(await guarded.get('secrets', REF), SECRET)
    assert.equal((await guarded.listPage('secrets', { limit: 1 })).items.length, 1)
    assert.equal((await guarded.listMetadataPage('secrets', { limit: 1 })).items.length, 1)
    await guarded.delete('secrets', REF, { ...preconditions, dryRun: true })
    assert.deepEqual([guarded.counters().requests, guarded.absenceIsProof], [4, false])
  })

  it('asks at the moment of each write', async () => {
    const { guarded, state } = setUp(true)
    const updated = await guarded.update('secrets', {
      ...SECRET,
      metadata: { ...SECRET.metadata, labels: { x: '1' } },
    })
    state.isValid = false

    await assert.rejects(guarded.delete('secrets', REF, preconditions), KubeError)

    assert.deepEqual(await guarded.get('secrets', REF), updated)
  })
})
