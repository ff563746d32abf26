import assert from 'node:assert/strict'
import { ARGOCD_CHECKS } from '../../src/doctor/checks/argocd-all.ts'
import { CREDENTIAL_CHECKS } from '../../src/doctor/checks/credentials.ts'
import { createLiveClient } from '../../src/kube/live/client.ts'
import { nodeDeps } from '../../src/kube/live/node-deps.ts'
import { resolveConnection } from '../../src/kube/live/resolve.ts'
import { resolveSettings } from '../../src/settings/resolve.ts'
import { makeSite, type Site } from '../e2e/site.ts'
import { useHub } from '../envtest/shared-hub.ts'
import { brief, inspectionAs, resultsFor } from './hub-identity.ts'

const SECRET_TYPE = { 'argocd.argoproj.io/secret-type': 'cluster' }
const PROJECTS = [
  'project-invalid',
  'project-allow-all',
  'project-dead-destination',
  'project-name-server-mixed',
  'project-namespace',
]
const CONFIG = '{"bearerToken":"opaque","tlsClientConfig":{"insecure":false}}'

describe('cluster Secrets and Applications, on a real API server', () => {
  const hub = useHub()
  const state: { site?: Site } = {}
  const site = (): Site => {
    assert.ok(state.site)
    return state.site
  }
  const post = (path: string, object: object): Promise<unknown> =>
    hub().rest.json('POST', path.replace('TARGET', site().target), object)

  before('write what others write', async function () {
    this.timeout(30_000)
    state.site = await makeSite(hub(), 'doctor-argocd')
    const cluster = (name: string, data: Readonly<Record<string, string>>): Promise<unknown> =>
      site().secret(name, {
        labels: SECRET_TYPE,
        data: { name, server: `https://${name}.example:6443`, config: CONFIG, ...data },
      })
    await cluster('fine', {})
    await cluster('broken', { config: '{' })
    await cluster('far', { shard: '1' })
    await cluster('template', { config: '{"bearerToken":"REPLACE_WITH_TOKEN","tlsClientConfig":{}}' })
    await post('/api/v1/namespaces', { metadata: { name: `${site().target}-astray` } })
    await post('/api/v1/namespaces/TARGET-astray/secrets', {
      metadata: { name: 'lost', labels: SECRET_TYPE },
    })
    await post('/apis/argoproj.io/v1alpha1/namespaces/TARGET/applications', {
      apiVersion: 'argoproj.io/v1alpha1',
      kind: 'Application',
      metadata: { name: 'web' },
      spec: { project: 'default', destination: { server: 'https://fine.example' } },
    })
    const labels = { app: 'argocd-application-controller' }
    await post('/apis/apps/v1/namespaces/TARGET/statefulsets', {
      metadata: { name: 'argocd-application-controller' },
      spec: {
        serviceName: 'argocd-application-controller',
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: { containers: [{ name: 'argocd-application-controller', image: 'argocd:v3.2.12' }] },
        },
      },
    })
  })

  it('are judged as they are stored, and nothing is written', async () => {
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
        [...CREDENTIAL_CHECKS, ...ARGOCD_CHECKS].map(({ id }) => id),
      )
      // The hub is shared: what other suites have out of place is theirs.
      const others = /^cluster-namespace error (?!argocd-doctor-argocd)/
      assert.deepEqual(
        brief(results).filter((line) => !others.test(line)),
        [
          `placeholder-applied error ${target}/template`,
          `cluster-config-json error ${target}/broken`,
          `cluster-namespace error ${target}-astray/lost`,
          'project-scope skipped',
          `shard-out-of-range warning ${target}/far`,
          'app-destination-unknown error https://fine.example',
          // The test hub has no CRD of AppProjects.
          ...PROJECTS.map((id) => `${id} skipped`),
          'argocd-version warning argocd-application-controller',
        ],
      )
      assert.equal(client.counters().writes, 0)
    } finally {
      client.close()
    }
  })
})
