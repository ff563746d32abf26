import assert from 'node:assert/strict'
import { createLiveClient, type LiveClient } from '../../src/kube/live/client.ts'
import { nodeDeps } from '../../src/kube/live/node-deps.ts'
import { resolveConnection } from '../../src/kube/live/resolve.ts'
import type { Hub } from '../envtest/hub.ts'
import { useHub } from '../envtest/shared-hub.ts'
import { conformance } from './port.ts'
import { preconditions, secret } from './subject.ts'

/** Kubernetes' first bookmark comes after a minute of waiting: only the long run of the tests asks for it. */
const bookmarks = process.env['REGISTRAR_NIGHTLY'] === '1' ? { bookmarkSeconds: 130 } : {}

const connect = async (hub: Hub): Promise<LiveClient> => {
  // Nothing of the machine's own environment may lead elsewhere: no proxy, no KUBECONFIG.
  const env = {}
  const connection = await resolveConnection({ kubeconfig: hub.kubeconfig('admin') }, env, nodeDeps(env))
  return createLiveClient(connection)
}

describe('the live client on a real API server', () => {
  const hub = useHub()

  conformance(
    'live',
    async () => {
      const client = await connect(hub())
      return {
        client,
        arrange: async (resource, object) => {
          const { namespace = '' } = object.metadata
          await hub().rest.json(
            'POST',
            `/apis/argoproj.io/v1alpha1/namespaces/${namespace}/${resource}`,
            object,
          )
        },
        close: () => {
          client.close()
          return Promise.resolve()
        },
      }
    },
    bookmarks,
  )

  it('counts what the API server says it was asked, and takes absence for proof', async () => {
    const client = await connect(hub())
    const namespace = `live-${crypto.randomUUID().slice(0, 8)}`
    const mark = await hub().audit.mark()

    await client.create('namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
    const created = await client.create('secrets', secret(namespace, 'a'))
    await client.listMetadataPage('secrets', { namespace, limit: 2000 })
    await client.delete('secrets', { namespace, name: 'a' }, { ...preconditions(created), dryRun: true })
    await client.delete('secrets', { namespace, name: 'a' }, preconditions(created))
    const { requests, connections } = client.counters()
    client.close()

    const events = (await hub().audit.since(mark, 'admin')).filter(({ userAgent }) =>
      userAgent.startsWith('kubectl-registrar/'),
    )
    assert.deepEqual(
      events.map(({ verb, resource, name, query, code }) => [verb, resource, name, query, code]),
      [
        ['create', 'namespaces', namespace, { fieldManager: 'kubectl-registrar' }, 201],
        ['create', 'secrets', 'a', { fieldManager: 'kubectl-registrar' }, 201],
        ['list', 'secrets', '', { limit: '2000' }, 200],
        ['delete', 'secrets', 'a', { uid: preconditions(created).uid, dryRun: 'All' }, 200],
        ['delete', 'secrets', 'a', { uid: preconditions(created).uid }, 200],
      ],
    )
    assert.deepEqual([requests, connections, client.absenceIsProof], [5, 1, true])
  })
})
