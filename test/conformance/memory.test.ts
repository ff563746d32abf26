import { MemoryClient } from '../../src/kube/memory/client.ts'
import { MemoryStore } from '../../src/kube/memory/store.ts'
import { conformance } from './port.ts'

conformance(
  'memory',
  () => {
    const client = new MemoryClient(new MemoryStore(), { absenceIsProof: true, namespacesMustExist: true })
    return Promise.resolve({
      client,
      arrange: async (resource, object) => {
        await client.create(resource, object)
      },
      close: () => Promise.resolve(),
    })
  },
  { bookmarkSeconds: 1 },
)
