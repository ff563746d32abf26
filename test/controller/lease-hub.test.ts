import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../../src/controller/clock.ts'
import { leaseName, processIdentity } from '../../src/controller/identity.ts'
import { LeaderElection } from '../../src/controller/lease.ts'
import { createLiveClient } from '../../src/kube/live/client.ts'
import { nodeDeps } from '../../src/kube/live/node-deps.ts'
import { resolveConnection } from '../../src/kube/live/resolve.ts'
import { grantReference } from '../envtest/identities.ts'
import { useHub } from '../envtest/shared-hub.ts'

const NAMESPACE = 'argocd-lease'
const NAME = leaseName('argocd-cluster-registrar/', 'owner-lease')

describe('leader election on a real API server', () => {
  const hub = useHub()
  const closing: (() => void)[] = []

  before('make the target namespace', async () => {
    await hub().rest.json('POST', '/api/v1/namespaces', { metadata: { name: NAMESPACE } })
    await grantReference(hub().rest, { targetNamespace: NAMESPACE, leaderElection: true })
  })
  after('close the clients', () => {
    for (const close of closing) close()
  })

  const contender = async (host: string) => {
    const connection = await resolveConnection(
      { kubeconfig: hub().kubeconfig('reference') },
      {},
      nodeDeps({}),
    )
    const client = createLiveClient(connection, { concurrency: 1 })
    closing.push(() => {
      client.close()
    })
    const told: string[] = []
    const identity = processIdentity(host)
    const election = new LeaderElection({
      client,
      clock: systemClock,
      namespace: NAMESPACE,
      name: NAME,
      identity,
      listener: {
        leading: () => told.push('leading'),
        following: (holder) => told.push(`following ${holder}`),
        lost: ({ kind }) => told.push(`lost ${kind}`),
        faulted: (error) => told.push(`fault ${(error as Error).message}`),
      },
    })
    const until = async (count: number): Promise<void> => {
      while (told.length < count) await sleep(20)
    }
    return { election, identity, told, until }
  }

  it('hands the lease from one to the next, with the reference’s rights (C7.42, C7.44, C8.04)', async function () {
    this.timeout(30_000)
    const a = await contender('host-a')
    const b = await contender('host-b')
    a.election.start()
    await a.until(1)
    b.election.start()
    await b.until(1)
    const during = [a.election.isValid(), b.election.isValid()]

    await a.election.stop()
    await b.until(2)
    await b.election.stop()

    assert.deepEqual(during, [true, false])
    assert.deepEqual([a.told, b.told], [['leading'], [`following ${a.identity}`, 'leading']])
    const lease = await hub().rest.json(
      'GET',
      `/apis/coordination.k8s.io/v1/namespaces/${NAMESPACE}/leases/${NAME}`,
    )
    const { holderIdentity, leaseDurationSeconds, leaseTransitions } = lease['spec'] as Record<
      string,
      unknown
    >
    assert.deepEqual([holderIdentity, leaseDurationSeconds, leaseTransitions], ['', 1, 1])
  })
})
