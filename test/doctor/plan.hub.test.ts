import assert from 'node:assert/strict'
import { PLAN_CHECKS } from '../../src/doctor/checks/claims-all.ts'
import { createLiveClient } from '../../src/kube/live/client.ts'
import { nodeDeps } from '../../src/kube/live/node-deps.ts'
import { resolveConnection } from '../../src/kube/live/resolve.ts'
import { resolveSettings } from '../../src/settings/resolve.ts'
import { makeSources, namespaceOf, removeSources, rename, rotate, setManaged } from '../e2e/changes.ts'
import { makeSite, P, type Site } from '../e2e/site.ts'
import { useHub } from '../envtest/shared-hub.ts'
import { brief, inspectionAs, resultsFor } from './hub-identity.ts'

const NAMES = ['fine', 'lost', 'edited', 'renewed', 'moved', 'gone', 'former', 'service', 'wrong'].map(
  (name, index) => `${name}-${index}`,
)
const [, LOST = '', EDITED = '', RENEWED = '', MOVED = '', GONE = '', FORMER = '', SERVICE = '', WRONG = ''] =
  NAMES

describe('what the plan leaves undone, on a real API server', () => {
  const hub = useHub()
  const state: { site?: Site } = {}
  const site = (): Site => {
    assert.ok(state.site)
    return state.site
  }
  const namespace = (cluster: string): string => namespaceOf(site(), cluster)

  before('register a fleet, and put a fault into each but one', async function () {
    this.timeout(60_000)
    state.site = await makeSite(hub(), 'doctor-plan')
    const { rest } = hub()
    const { target, owner } = site()
    await makeSources(site(), NAMES)
    await rest.json('POST', `/api/v1/namespaces/${namespace(SERVICE)}/services`, {
      metadata: { name: 'api' },
      spec: { ports: [{ port: 6443 }] },
    })
    await rotate(site(), SERVICE, 'tok', `https://api.${namespace(SERVICE)}.svc:6443`)
    await rotate(site(), WRONG, 'tok', `https://api.${namespace(SERVICE)}.svc:443`)
    assert.equal((await site().sync()).code, 0)

    await setManaged(site(), LOST, null)
    const path = `/api/v1/namespaces/${target}/secrets/cluster-${EDITED}`
    const stripped = ['managed-by', 'cluster', 'source-namespace', 'source-namespace-uid', 'provider']
    await rest.json('PATCH', path, {
      metadata: { labels: Object.fromEntries(stripped.map((key) => [P + key, null])) },
    })
    await rotate(site(), RENEWED, 'another')
    await rotate(site(), MOVED, 'tok', 'https://moved.example:6443')
    await removeSources(site(), [GONE])
    await rename(site(), FORMER, 'latter')
    await rest.json('POST', '/api/v1/namespaces', {
      metadata: {
        name: `${owner}-rival`,
        labels: { [`${P}managed-by`]: owner, [`${P}cluster`]: 'fine-0' },
        annotations: { [`${P}project`]: 'x' },
      },
    })
    await site().source(`${owner}-rival`, 'https://rival.example:6443')
  })

  it('is found, fault by fault, and nothing is written', async () => {
    const { target, owner } = site()
    const settings = resolveSettings({
      targetNamespace: { value: target, origin: 'test' },
      managedBy: { value: owner, origin: 'test' },
    })
    const connection = await resolveConnection({ kubeconfig: hub().kubeconfig('admin') }, {}, nodeDeps({}))
    const client = createLiveClient(connection)
    try {
      const results = await resultsFor(
        inspectionAs(client, settings),
        PLAN_CHECKS.map(({ id }) => id),
      )

      assert.deepEqual(brief(results), [
        `server-scope error ${WRONG}`,
        `namespace-claim-conflict error ${owner}-rival`,
        `namespace-field-inert warning ${owner}-rival`,
        `registration-frozen error ${LOST}`,
        `registration-foreign-edit warning ${EDITED}`,
        `source-drift warning ${MOVED}`,
        `source-drift warning ${RENEWED}`,
        `removal-pending info ${FORMER}`,
        `removal-pending info ${GONE}`,
      ])
      assert.equal(client.counters().writes, 0)
    } finally {
      client.close()
    }
  })
})
