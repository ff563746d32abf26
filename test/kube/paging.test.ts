import assert from 'node:assert/strict'
import type { KubeClient, ListOptions, Page } from '../../src/kube/client.ts'
import { KubeError } from '../../src/kube/errors.ts'
import { MemoryClient } from '../../src/kube/memory/client.ts'
import { MemoryStore } from '../../src/kube/memory/store.ts'
import type { Resource } from '../../src/kube/objects.ts'
import { listAll, listAllMetadata } from '../../src/kube/paging.ts'

const expired = (): KubeError =>
  new KubeError({ kind: 'status', code: 410, reason: 'Expired', message: 'too old', call: 'LIST secrets' })

type Answer = readonly string[] | KubeError

/** A client whose lists answer as told, page after page, and what they were asked for. */
const scripted = (answers: readonly (readonly [names: Answer, next?: string])[]) => {
  const asked: ListOptions[] = []
  const queue = [...answers]
  const page = (
    _resource: Resource,
    options: ListOptions,
  ): Promise<Page<{ readonly metadata: { readonly name: string } }>> => {
    asked.push(options)
    const [answer, next] = queue.shift() ?? [expired()]
    if (answer instanceof KubeError) return Promise.reject(answer)
    const items = answer.map((name) => ({ metadata: { name } }))
    const resourceVersion = String(asked.length)
    return Promise.resolve(
      next === undefined ? { items, resourceVersion } : { items, resourceVersion, continue: next },
    )
  }
  const memory = new MemoryClient(new MemoryStore())
  const client: KubeClient = Object.assign(memory, { listPage: page, listMetadataPage: page })
  return { client, asked }
}

const nameOf = ({ metadata }: { readonly metadata: { readonly name: string } }): string => metadata.name

describe('listAll', () => {
  it('reads page by page with the token of the page before, and never asks for a resourceVersion', async () => {
    const { client, asked } = scripted([[['a', 'b'], 't1'], [['c'], 't2'], [['d']]])

    const listing = await listAll(client, 'secrets', { namespace: 'ns', labelSelector: 'x=1' }, nameOf)

    assert.deepEqual(listing.items, ['a', 'b', 'c', 'd'])
    const selection = { namespace: 'ns', labelSelector: 'x=1', limit: 500 }
    assert.deepEqual(asked, [selection, { ...selection, continue: 't1' }, { ...selection, continue: 't2' }])
  })

  it('takes an empty token for the end, as a server may send one', async () => {
    const { client, asked } = scripted([[['a'], '']])
    assert.deepEqual((await listAll(client, 'secrets', {}, nameOf)).items, ['a'])
    assert.equal(asked.length, 1)
  })

  it('keeps what keep returns and drops undefined', async () => {
    const { client } = scripted([[['a', 'b', 'c']]])
    const listing = await listAll(client, 'secrets', {}, (object) =>
      nameOf(object) === 'b' ? undefined : nameOf(object),
    )
    assert.deepEqual(listing, { items: ['a', 'c'], resourceVersion: '1' })
  })

  it('starts over at a 410 without what it had, and resumes watches from the new list', async () => {
    const { client, asked } = scripted([[['a'], 't1'], [expired()], [['a', 'b']]])
    assert.deepEqual(await listAll(client, 'secrets', {}, nameOf), {
      items: ['a', 'b'],
      resourceVersion: '3',
    })
    assert.deepEqual(
      asked.map((options) => [options.limit, options.continue]),
      [
        [500, undefined],
        [500, 't1'],
        [500, undefined],
      ],
    )
  })

  it('asks for pages of 5000 the third time', async () => {
    const { client, asked } = scripted([[['a'], 't'], [expired()], [['a'], 'u'], [expired()], [['a', 'b']]])
    assert.deepEqual((await listAll(client, 'secrets', {}, nameOf)).items, ['a', 'b'])
    assert.deepEqual(
      asked.map(({ limit }) => limit),
      [500, 500, 500, 500, 5000],
    )
  })

  it('asks for Applications by the hundred, for a thousand the third time', async () => {
    for (const resource of ['applications', 'applicationsets'] as const) {
      const { client, asked } = scripted([[['a'], 't'], [expired()], [expired()], [['a', 'b']]])
      assert.deepEqual((await listAll(client, resource, {}, nameOf)).items, ['a', 'b'])
      assert.deepEqual(
        asked.map(({ limit }) => limit),
        [100, 100, 100, 1000],
      )
    }
  })

  it('gives up at the third 410', async () => {
    const { client, asked } = scripted([[expired()], [expired()], [['a'], 't'], [expired()], [['never']]])
    await assert.rejects(listAll(client, 'secrets', {}, nameOf), { name: 'KubeError', code: 410 })
    assert.deepEqual(
      asked.map(({ limit }) => limit),
      [500, 500, 5000, 5000],
    )
  })

  it('throws any other failure at once', async () => {
    const refused = new KubeError({
      kind: 'status',
      code: 403,
      reason: 'Forbidden',
      message: 'no',
      call: 'LIST',
    })
    const { client, asked } = scripted([[['a'], 't'], [refused], [['never']]])
    await assert.rejects(listAll(client, 'secrets', {}, nameOf), refused)
    assert.equal(asked.length, 2)
  })
})

describe('listAllMetadata', () => {
  it('reads pages of 2000 and tells a keep that collects by itself of every start', async () => {
    const { client, asked } = scripted([[['a'], 't'], [expired()], [['b'], 'u'], [['c']]])
    const collected: string[] = []

    const listing = await listAllMetadata(
      client,
      'secrets',
      {},
      (object) => void collected.push(nameOf(object)),
      () => void collected.push('start'),
    )

    assert.deepEqual(collected, ['start', 'a', 'start', 'b', 'c'])
    assert.deepEqual(listing.items, [])
    assert.deepEqual(
      asked.map(({ limit }) => limit),
      [2000, 2000, 2000, 2000],
    )
  })
})
