import assert from 'node:assert/strict'
import { codeLabel, countedClient } from '../../src/controller/metrics-requests.ts'
import type { WatchEvent } from '../../src/kube/client.ts'
import { KubeError } from '../../src/kube/errors.ts'
import { MemoryClient } from '../../src/kube/memory/client.ts'
import { MemoryStore } from '../../src/kube/memory/store.ts'
import type { Secret } from '../../src/kube/objects.ts'

const REF = { namespace: 'argocd', name: 'a' }
const SECRET: Secret = { metadata: { ...REF, uid: 'u', resourceVersion: '5' } }

describe('countedClient', () => {
  const setUp = () => {
    const store = new MemoryStore()
    store.load('secrets', SECRET)
    store.load('namespaces', { metadata: { name: 'argocd', uid: 'n', resourceVersion: '1' } })
    const counted: string[] = []
    const memory = new MemoryClient(store)
    const client = countedClient(memory, (verb, code) => counted.push(`${verb} ${code}`))
    return { client, counted, memory }
  }

  it('tells of every call what it came to', async () => {
    const { client, counted, memory } = setUp()

    await client.get('secrets', REF)
    await client.listPage('secrets', { limit: 1 })
    await client.listMetadataPage('secrets', { limit: 1 })
    await client.create('secrets', { metadata: { namespace: 'argocd', name: 'b' } })
    const { metadata } = await client.update('secrets', { ...SECRET, data: { k: '' } })
    await client.patchNamespace('argocd', {})
    await client.delete('secrets', REF, { uid: 'u', resourceVersion: metadata.resourceVersion! })

    const expected = [
      'get 200',
      'list 200',
      'list 200',
      'create 201',
      'update 200',
      'patch 200',
      'delete 200',
    ]
    assert.deepEqual(counted, expected)
    assert.deepEqual(client.counters(), memory.counters())
  })

  it('tells of failures, and passes them on', async () => {
    const { client, counted } = setUp()

    await assert.rejects(client.get('secrets', { ...REF, name: 'none' }), { code: 404 })
    await assert.rejects(client.create('secrets', { metadata: REF }), { code: 409 })
    const aborted = AbortSignal.abort()
    await assert.rejects(client.get('secrets', REF, aborted), { kind: 'aborted' })

    assert.deepEqual(counted, ['get 404', 'create 409', 'get 0'])
  })

  it('tells of a watch once, when it is known what it came to', async () => {
    const watching = async (events: AsyncIterable<WatchEvent<Secret>>): Promise<readonly string[]> => {
      const { memory } = setUp()
      const counted: string[] = []
      memory.watch = () => events as never
      const client = countedClient(memory, (verb, code) => counted.push(`${verb} ${code}`))
      try {
        for await (const event of client.watch('secrets', { resourceVersion: '1', timeoutSeconds: 1 }))
          counted.push(event.type)
      } catch {
        counted.push('thrown')
      }
      return counted
    }
    const bookmark = { type: 'BOOKMARK', resourceVersion: '2' } as const
    const gone = new KubeError({ kind: 'status', code: 410, reason: 'Expired', message: '', call: '' })
    const sequence = async function* (count: number, end?: Error): AsyncGenerator<WatchEvent<Secret>> {
      await Promise.resolve()
      for (let index = 0; index < count; index += 1) yield bookmark
      if (end) throw end
    }

    assert.deepEqual(await watching(sequence(0)), ['watch 200'])
    assert.deepEqual(await watching(sequence(2)), ['watch 200', 'BOOKMARK', 'BOOKMARK'])
    assert.deepEqual(await watching(sequence(0, gone)), ['watch 410', 'thrown'])
    assert.deepEqual(await watching(sequence(1, gone)), ['watch 200', 'BOOKMARK', 'thrown'])
  })
})

describe('codeLabel', () => {
  it('keeps labels to a fixed set (C7.59)', () => {
    assert.deepEqual([0, 200, 201, 410, 503, 418, 511].map(codeLabel), [
      'none',
      '200',
      '201',
      '410',
      '503',
      'other',
      'other',
    ])
  })
})
