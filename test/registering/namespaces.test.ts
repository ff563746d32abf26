import assert from 'node:assert/strict'
import type { KubeClient } from '../../src/kube/client.ts'
import { MemoryClient } from '../../src/kube/memory/client.ts'
import { MemoryStore } from '../../src/kube/memory/store.ts'
import { labelling, type Labelling } from '../../src/registering/labelling.ts'
import { applyLabelling, readNamespaceToLabel } from '../../src/registering/namespaces.ts'
import { refusalOf } from './support.ts'

type Map = Readonly<Record<string, string>>

const hub = (): { readonly store: MemoryStore; readonly client: MemoryClient } => {
  const store = new MemoryStore()
  store.load('namespaces', {
    metadata: { name: 'a', uid: 'u', resourceVersion: '1', labels: { tier: 'gold' } },
  })
  store.load('namespaces', {
    metadata: {
      name: 'going',
      uid: 'v',
      resourceVersion: '2',
      deletionTimestamp: '2026-11-29T12:00:00Z',
      finalizers: ['x'],
    },
  })
  return { store, client: new MemoryClient(store, { absenceIsProof: true }) }
}

const labelsOf = (store: MemoryStore): Map | undefined =>
  store.find('namespaces', { name: 'a' })?.object.metadata.labels

const planned = async (client: KubeClient, labels: Map): Promise<Labelling> =>
  labelling(await readNamespaceToLabel(client, 'a'), { labels, annotations: {} })

describe('labelling a namespace of the hub', () => {
  it('given it is not there or going, then it is refused', async () => {
    const { client } = hub()

    assert.equal(
      await refusalOf(readNamespaceToLabel(client, 'none')),
      'namespace none does not exist on this hub | kubectl get namespaces',
    )
    assert.equal(
      await refusalOf(readNamespaceToLabel(client, 'going')),
      'namespace going is being deleted | wait until it is gone and made again: kubectl get namespace going --watch',
    )
  })

  it('given a change, then it is one PATCH; given none, then none', async () => {
    const { store, client } = hub()

    await applyLabelling(client, await planned(client, { tier: 'gold' }), {})
    assert.equal(client.counters().writes, 0)
    await applyLabelling(client, await planned(client, { tier: 'silver', cluster: 'c' }), {})

    assert.equal(client.counters().writes, 1)
    assert.deepEqual(labelsOf(store), { tier: 'silver', cluster: 'c' })
  })

  it('given a dry run on the hub, then nothing stays', async () => {
    const { store, client } = hub()

    await applyLabelling(client, await planned(client, { tier: 'silver' }), { dryRun: true })

    assert.deepEqual(labelsOf(store), { tier: 'gold' })
  })

  it('given somebody changed something else of it meanwhile, then both changes stand', async () => {
    const { store, client } = hub()
    const plan = await planned(client, { tier: 'silver' })
    await client.patchNamespace('a', { metadata: { labels: { other: 'x' } } })

    await applyLabelling(client, plan, {})

    assert.deepEqual(labelsOf(store), { tier: 'silver', other: 'x' })
  })

  it('given it was deleted, or made again under its name, then nothing is labelled', async () => {
    const { store, client } = hub()
    const plan = await planned(client, { tier: 'silver' })
    store.remove('namespaces', store.find('namespaces', { name: 'a' })!.object)

    assert.equal(
      await refusalOf(applyLabelling(client, plan, {})),
      'namespace a does not exist on this hub | kubectl get namespaces',
    )
    // The very version that was read, but another object.
    for (const resourceVersion of ['1', '9']) {
      store.load('namespaces', { metadata: { name: 'a', uid: 'another', resourceVersion } })
      assert.equal(
        await refusalOf(applyLabelling(client, plan, {})),
        'namespace a was deleted and made again at the same moment: what it holds was not looked at | run it again',
      )
      assert.equal(labelsOf(store)?.['tier'], undefined)
      store.remove('namespaces', store.find('namespaces', { name: 'a' })!.object)
    }
  })

  it('given somebody changed the same label meanwhile, then theirs stands', async () => {
    const { store, client } = hub()
    const plan = await planned(client, { tier: 'silver' })
    await client.patchNamespace('a', { metadata: { labels: { tier: 'bronze' } } })

    assert.equal(
      await refusalOf(applyLabelling(client, plan, {})),
      'namespace a was labelled by somebody else at the same moment | run it again',
    )
    assert.deepEqual(labelsOf(store), { tier: 'bronze' })
  })
})
