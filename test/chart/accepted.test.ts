import assert from 'node:assert/strict'
import type { Manifest } from '../../src/manifests/names.ts'
import { runBin } from '../support/cli.ts'
import { installCrds } from '../envtest/crds.ts'
import type { Answer } from '../envtest/rest.ts'
import { useHub } from '../envtest/shared-hub.ts'
import { apply, pathOf } from './apply.ts'
import { CASES } from './cases.ts'
import { documentsOf, findMonitoringCrds, renderChart, useHelm } from './helm.ts'

interface Deployment {
  readonly spec: { readonly template: { readonly spec: Readonly<Record<string, unknown>> } }
}

const NAMESPACE = 'chart-accepted'

describe('what the chart makes, on a real API server', function () {
  this.timeout(60_000)
  useHelm()
  const hub = useHub()

  before('make the namespace and the CRDs', async () => {
    const { rest } = hub()
    await rest.json('POST', '/api/v1/namespaces', { metadata: { name: NAMESPACE } })
    await installCrds(rest, findMonitoringCrds()!)
  })

  /** Every field that was rendered, as the server has it after its defaults. */
  const rendered = (server: unknown, ours: unknown): unknown => {
    if (Array.isArray(ours))
      return Array.isArray(server) ? ours.map((item, index) => rendered(server[index], item)) : server
    if (typeof ours !== 'object' || ours === null) return server
    if (typeof server !== 'object' || server === null) return server
    const fields = server as Readonly<Record<string, unknown>>
    return Object.fromEntries(Object.entries(ours).map(([key, value]) => [key, rendered(fields[key], value)]))
  }

  for (const { values, ...given } of CASES)
    it(`given ${given.title}, then the server takes every object, and every field of it`, async () => {
      const inNamespace = { ...values, targetNamespace: NAMESPACE }
      const manifests = await renderChart({ ...given, namespace: NAMESPACE, values: inNamespace })
      for (const manifest of manifests) {
        const answer = await apply(hub().rest, manifest, { dryRun: true })
        const { status: _status, ...taken } = answer as unknown as Manifest & { readonly status?: unknown }
        assert.deepEqual(rendered(taken, manifest), manifest, pathOf(manifest))
      }
    })

  for (const given of CASES.filter(({ title }) =>
    ['nothing', 'everything that can be turned on'].includes(title),
  ))
    it(`C8.47: given ${given.title}, then a namespace that enforces the restricted standard takes the pod`, async () => {
      const { rest } = hub()
      const namespace = 'chart-restricted'
      const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' }
      await rest.json('POST', '/api/v1/namespaces', { metadata: { name: namespace, labels } }, [201, 409])
      const post = (pod: object): Promise<Answer> =>
        rest.send('POST', `/api/v1/namespaces/${namespace}/pods?dryRun=All`, pod)
      const manifests = await renderChart(given)
      const { spec } = manifests.find(({ kind }) => kind === 'Deployment') as unknown as Deployment
      const { priorityClassName: _scarce, ...restricted } = spec.template.spec
      const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'watch' }, spec: restricted }
      const answer = await post(pod)
      assert.equal(answer.status, 201, answer.text)

      const { securityContext: _kept, ...loose } = restricted
      assert.equal((await post({ ...pod, spec: loose })).status, 403)
    })

  it('given what the verb manifests prints, then the server takes every object of it too', async () => {
    const { stdout } = await runBin(['manifests', '-t', NAMESPACE, '--metrics-bind-address', ':8080'])
    const manifests = documentsOf(stdout)
    assert.equal(manifests.length, 7)
    for (const manifest of manifests) await apply(hub().rest, manifest, { dryRun: true })
  })
})
