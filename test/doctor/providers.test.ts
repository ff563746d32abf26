import assert from 'node:assert/strict'
import { KubeError } from '../../src/kube/errors.ts'
import { Skipped } from '../../src/doctor/check.ts'
import { providerUnmatched } from '../../src/doctor/checks/providers.ts'
import { PLAN_CHECKS } from '../../src/doctor/checks/claims-all.ts'
import { kubeconfig, providers, replacing, TestHub } from '../engine/test-hub.ts'
import { inspectionOf, said } from './plan-inspection.ts'

describe('providers', () => {
  it('that were not typed, or have nowhere to match, are no finding', async () => {
    const hub = new TestHub()

    assert.deepEqual(await said(inspectionOf(hub, { settings: providers('kamaji') })), [])
    hub.namespace('a').source('a', { name: 'vc-a', key: 'config' })
    assert.deepEqual(await said(inspectionOf(hub), 'provider-unmatched'), [])
  })

  it('match a Secret that only lacks the key, or has nothing that can be used', async () => {
    const hub = new TestHub()
      .namespace('a')
      .source('a', { key: 'other' })
      .namespace('b')
      .source('b', { name: 'b-admin-kubeconfig', key: 'admin.conf', text: '<html>' })

    assert.deepEqual(
      await said(inspectionOf(hub, { settings: providers('k3k', 'kamaji') }), 'provider-unmatched'),
      [],
    )
  })

  it('are not said to match nothing while something could not be read', async () => {
    const hub = new TestHub().namespace('a').source('a').namespace('b').source('b')
    const refusing = replacing((client) => ({
      listPage: (resource, options) =>
        options.namespace === 'a'
          ? Promise.reject(
              new KubeError({
                kind: 'status',
                code: 403,
                reason: 'Forbidden',
                message: 'no',
                call: 'LIST secrets',
              }),
            )
          : client.listPage(resource, options),
    }))
    const look = (...specs: readonly string[]): Promise<unknown> =>
      providerUnmatched.run(inspectionOf(hub, { settings: providers(...specs), through: refusing }))

    await assert.rejects(look('k3k', 'kamaji'), Skipped)
    assert.deepEqual(await look('k3k'), [])
  })

  it('are suggested by preset, beside those there are, and one for exec credentials before them', async () => {
    const hub = new TestHub()
    for (const [index, name] of ['a', 'b', 'c'].entries())
      hub
        .namespace(name)
        .source(name, { name: `${name}-user-kubeconfig`, key: 'value', server: `https://10.0.0.${index}` })
    hub.namespace('d').source('d', { name: 'vc-d', key: 'config' })

    assert.deepEqual(await said(inspectionOf(hub), 'provider-suggest'), [
      'info provider-suggest capa-eks: kubeconfigs of source namespaces that no provider looks at: 3, in the form of capa-eks → use them too: --provider capa-eks --provider k3k --provider vcluster --exec-credentials',
      'info provider-suggest vcluster: kubeconfigs of source namespaces that no provider looks at: 1, in the form of vcluster → use them too: --provider capa-eks --provider k3k --provider vcluster --exec-credentials',
    ])
  })

  it('of no known form are suggested by name and key; what is no kubeconfig is passed over', async () => {
    const hub = new TestHub()
      .namespace('team-prod', { cluster: 'prod' })
      .source('team-prod', { name: 'prod-access', key: 'admin', text: `kind: Config\nclusters: []\n` })
      .source('team-prod', { name: 'vc-password', key: 'config', text: 'secret' })
      .source('team-prod', { name: 'json', key: 'kc', text: kubeconfig() })

    assert.deepEqual(await said(inspectionOf(hub), 'provider-suggest'), [
      "info provider-suggest NAME=json=kc: kubeconfigs of source namespaces that no provider looks at: 1 → use them too: --provider k3k --provider 'NAME=json=kc' --provider 'NAME=*-access=admin'",
      "info provider-suggest NAME=*-access=admin: kubeconfigs of source namespaces that no provider looks at: 1 → use them too: --provider k3k --provider 'NAME=json=kc' --provider 'NAME=*-access=admin'",
    ])
  })
})

describe('the checks of the plan', () => {
  const costOf = async (hub: TestHub): Promise<{ readonly requests: number; readonly writes: number }> => {
    const inspection = inspectionOf(hub)
    await inspection.look()
    const before = hub.client.counters()
    for (const { run } of PLAN_CHECKS) await run(inspection)
    const { requests, writes } = hub.client.counters()
    return { requests: requests - before.requests, writes: writes - before.writes }
  }

  it('cost a handful of requests beside the look, however large the hub', async () => {
    const hub = new TestHub()
    for (let index = 0; index < 200; index += 1) {
      const name = `n${index}`
      hub.namespace(name)
      if (index % 2 === 0) hub.source(name, { server: `https://10.0.${index}.1:31000` })
    }
    await hub.sync()
    for (let index = 0; index < 200; index += 4) hub.source(`n${index}`, { server: 'https://10.9.9.9' })

    const { requests, writes } = await costOf(hub)

    assert.ok(requests <= 6, String(requests))
    assert.equal(writes, 0)
  })
})
