import assert from 'node:assert/strict'
import { systemClock } from '../../src/controller/clock.ts'
import { EventRecorder } from '../../src/controller/events.ts'
import { processIdentity } from '../../src/controller/identity.ts'
import { createLiveClient } from '../../src/kube/live/client.ts'
import { nodeDeps } from '../../src/kube/live/node-deps.ts'
import { resolveConnection } from '../../src/kube/live/resolve.ts'
import { grantReference } from '../envtest/identities.ts'
import { useHub } from '../envtest/shared-hub.ts'

const NAMESPACE = 'argocd-events'
const RBAC = `/apis/rbac.authorization.k8s.io/v1/namespaces/${NAMESPACE}`

describe('events on a real API server', () => {
  const hub = useHub()

  before('make the target namespace', async () => {
    await hub().rest.json('POST', '/api/v1/namespaces', { metadata: { name: NAMESPACE } })
    await grantReference(hub().rest, { targetNamespace: NAMESPACE, leaderElection: true })
  })

  /** Records two Events as the reference identity; gives what was stored, and how often it was told of a denial. */
  const recordTwo = async (): Promise<
    readonly [events: readonly Record<string, unknown>[], denials: number]
  > => {
    const connection = await resolveConnection(
      { kubeconfig: hub().kubeconfig('reference') },
      {},
      nodeDeps({}),
    )
    const client = createLiveClient(connection)
    const state = { denials: 0 }
    const recorder = new EventRecorder({
      client,
      clock: systemClock,
      namespace: NAMESPACE,
      instance: processIdentity(),
      onDenied: () => {
        state.denials += 1
      },
    })
    for (const note of ['one', 'é'.repeat(600)])
      recorder.record({
        type: 'Warning',
        reason: 'RemovalHeld',
        action: 'Prune',
        note,
        regarding: { apiVersion: 'v1', kind: 'Secret', name: 'cluster-a' },
        related: { apiVersion: 'v1', kind: 'Namespace', name: 'team-a' },
      })
    await recorder.stop(10_000)
    client.close()
    const { items = [] } = await hub().rest.json(
      'GET',
      `/apis/events.k8s.io/v1/namespaces/${NAMESPACE}/events`,
    )
    return [items, state.denials]
  }

  it('are off by the reference’s rights alone, and written by those of the switch (C8.05)', async () => {
    const [none, denials] = await recordTwo()
    const role = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'events' }
    await hub().rest.json('POST', `${RBAC}/roles`, {
      metadata: { name: 'events' },
      rules: [{ apiGroups: ['events.k8s.io'], resources: ['events'], verbs: ['create'] }],
    })
    await hub().rest.json('POST', `${RBAC}/rolebindings`, {
      metadata: { name: 'events' },
      roleRef: role,
      subjects: [{ apiGroup: role.apiGroup, kind: 'User', name: 'reference' }],
    })

    const [events, denialsAfter] = await recordTwo()

    assert.deepEqual([none, denials, denialsAfter], [[], 1, 0])
    assert.deepEqual(
      events.map(({ reason, type, note, regarding, related }) => [reason, type, note, regarding, related]),
      ['one', `${'é'.repeat(510)}…`].map((note) => [
        'RemovalHeld',
        'Warning',
        note,
        { apiVersion: 'v1', kind: 'Secret', namespace: NAMESPACE, name: 'cluster-a' },
        { apiVersion: 'v1', kind: 'Namespace', name: 'team-a' },
      ]),
    )
  })
})
