import assert from 'node:assert/strict'
import { metadataSource, objectSource, type Source } from '../../src/controller/reflector-source.ts'
import { MemoryClient } from '../../src/kube/memory/client.ts'
import { MemoryStore } from '../../src/kube/memory/store.ts'
import { preconditions, refOf, secret } from '../conformance/subject.ts'

const createHub = (): MemoryClient =>
  new MemoryClient(new MemoryStore(), { absenceIsProof: true, namespacesMustExist: false })

/** What a source tells of three changes, one of them to an object it doesn't keep; versions as steps from the list's. */
const follow = async (hub: MemoryClient, source: Source<string>): Promise<object[]> => {
  const stop = new AbortController()
  await hub.create('secrets', secret('b', 'elsewhere'))
  await hub.create('secrets', secret('a', 'one'))
  await hub.create('secrets', secret('a', 'other'))
  const { items, resourceVersion } = await source.list(stop.signal)
  const two = await hub.create('secrets', secret('a', 'two'))
  await hub.create('secrets', secret('a', 'other-too'))
  await hub.delete('secrets', refOf(two), preconditions(two))
  const seen: object[] = [{ items }]
  for await (const event of source.watch(resourceVersion, 10, stop.signal)) {
    seen.push({ ...event, resourceVersion: Number(event.resourceVersion) - Number(resourceVersion) })
    if (seen.length === 4) stop.abort()
  }
  return seen
}

describe('a source', () => {
  const sources = {
    'whole objects': (hub: MemoryClient) =>
      objectSource(hub, 'secrets', { namespace: 'a' }, ({ kind, metadata: { name } }) =>
        name.startsWith('other') ? undefined : `${kind} ${name}`,
      ),
    'metadata': (hub: MemoryClient) =>
      metadataSource(hub, 'secrets', { namespace: 'a' }, ({ metadata: { name } }) =>
        name.startsWith('other') ? undefined : name,
      ),
  } // prettier-ignore
  for (const [what, create] of Object.entries(sources)) {
    it(`of ${what} keeps what it is told to, and of the rest only how far the hub has come`, async () => {
      const hub = createHub()
      const kind = what === 'metadata' ? '' : 'Secret '
      assert.deepEqual(await follow(hub, create(hub)), [
        { items: [`${kind}one`] },
        { type: 'ADDED', object: `${kind}two`, resourceVersion: 1 },
        { type: 'BOOKMARK', resourceVersion: 2 },
        { type: 'DELETED', object: `${kind}two`, resourceVersion: 3 },
      ])
    })
  }
})
