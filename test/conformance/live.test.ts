import assert from 'node:assert/strict'
import { createLiveClient, type LiveClient } from '../../src/kube/live/client.ts'
import { nodeDeps } from '../../src/kube/live/node-deps.ts'
import { resolveConnection } from '../../src/kube/live/resolve.ts'
import type { Hub } from '../envtest/hub.ts'
import type { User } from '../envtest/identities.ts'
import { useHub } from '../envtest/shared-hub.ts'
import { conformance } from './port.ts'
import { preconditions, secret } from './subject.ts'

/** Kubernetes' first bookmark comes after a minute of waiting: only the long run of the tests asks for it. */
const bookmarks = process.env['REGISTRAR_NIGHTLY'] === '1' ? { bookmarkSeconds: 130 } : {}

const connect = async (hub: Hub, user: User = 'admin'): Promise<LiveClient> => {
  // Nothing of the machine's own environment may lead elsewhere: no proxy, no KUBECONFIG.
  const env = {}
  const connection = await resolveConnection({ kubeconfig: hub.kubeconfig(user) }, env, nodeDeps(env))
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

  it('says no where RBAC gives nothing, and where a namespace or a name was not meant', async () => {
    const namespace = `live-${crypto.randomUUID().slice(0, 8)}`
    const admin = await connect(hub())
    await admin.create('namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } })
    const rbac = `/apis/rbac.authorization.k8s.io/v1/namespaces/${namespace}`
    await hub().rest.json('POST', `${rbac}/roles`, {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'Role',
      metadata: { name: 'some' },
      rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'], resourceNames: ['a'] }],
    })
    await hub().rest.json('POST', `${rbac}/rolebindings`, {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'RoleBinding',
      metadata: { name: 'some' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'some' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'nobody' }],
    })
    const client = await connect(hub(), 'nobody')
    const secrets = { group: '', resource: 'secrets' }

    const answers = await Promise.all([
      client.mayI({ ...secrets, verb: 'get', namespace, name: 'a' }),
      client.mayI({ ...secrets, verb: 'get', namespace, name: 'b' }),
      client.mayI({ ...secrets, verb: 'get', namespace }),
      client.mayI({ ...secrets, verb: 'get', name: 'a' }),
      client.mayI({ ...secrets, verb: 'list', namespace, name: 'a' }),
    ])
    client.close()
    admin.close()

    assert.deepEqual(answers, [true, false, false, false, false])
  })

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
