import assert from 'node:assert/strict'
import type { Service } from '../../src/kube/objects.ts'
import { KubeError } from '../../src/kube/errors.ts'
import { providers, replacing, TestHub } from '../engine/test-hub.ts'
import { findings, inspectionOf, said } from './plan-inspection.ts'

const EXEC = (command: string, args: readonly string[] = []): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name: 'c',
        cluster: { server: 'https://0123456789ABCDEF0123456789ABCDEF.gr7.eu-west-1.eks.amazonaws.com' },
      },
    ],
    users: [
      { name: 'u', user: { exec: { apiVersion: 'client.authentication.k8s.io/v1beta1', command, args } } },
    ],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  })

const AWS = EXEC('aws-iam-authenticator', ['token', '-i', 'a'])
const on = { execCredentials: { value: true, origin: 'test' } }

describe('exec credentials', () => {
  it('name the gate that is shut, once for all it shuts out', async () => {
    const hub = new TestHub()
    for (const name of ['a', 'b'])
      hub.namespace(name).source(name, { text: AWS, name: `${name}-user-kubeconfig`, key: 'value' })

    assert.deepEqual(
      await said(inspectionOf(hub, { settings: providers('capa-eks') }), 'exec-gate', 'source-unusable'),
      [
        'warning exec-gate execCredentials: exec credentials that are not translated: 2 (aws-iam-authenticator), as the setting execCredentials is off → turn on --exec-credentials',
      ],
    )
  })

  it('name the other gate, with the provider that does not allow it', async () => {
    const hub = new TestHub().namespace('a').source('a', { text: AWS })

    assert.deepEqual(await said(inspectionOf(hub, { settings: on })), [
      'warning exec-gate provider k3k: exec credentials that are not translated: 1 (aws-iam-authenticator), as the provider does not allow it → let the provider translate it: the presets capa-eks and capz-aks do, or end your own provider in `=exec`',
    ])
  })

  it('are no more than worth knowing where another kubeconfig of the namespace is registered', async () => {
    const hub = new TestHub()
      .namespace('a')
      .source('a', { text: AWS, name: 'a-user-kubeconfig', key: 'value' })
      .source('a', { name: 'a-kubeconfig', key: 'value' })

    assert.deepEqual(await said(inspectionOf(hub, { settings: providers('capa-eks', 'capi') })), [
      'info exec-gate execCredentials: exec credentials that are not translated: 1 (aws-iam-authenticator), as the setting execCredentials is off; another kubeconfig of the namespace is used instead → turn on --exec-credentials',
    ])
  })

  it('that a provider behind the one that tried them first translates are no finding', async () => {
    const hub = new TestHub()
      .namespace('a')
      .source('a', { text: AWS, name: 'a-user-kubeconfig', key: 'value' })
      .source('a', { name: 'a-kubeconfig', key: 'value' })
    const settings = { ...providers('capi', 'capa-eks'), ...on }

    assert.deepEqual(await said(inspectionOf(hub, { settings })), [])
  })

  it('that are never translated are an error of their own, whatever the gates', async () => {
    const hub = new TestHub().namespace('a').source('a', { text: EXEC('tsh') })

    assert.deepEqual(await said(inspectionOf(hub)), [
      "error exec-untranslatable a: no usable kubeconfig: k3k-a-kubeconfig[kubeconfig.yaml]: exec-unknown: the user signs in by running tsh, which is not translated (only aws, aws-iam-authenticator, heptio-authenticator-aws and kubelogin are): Argo CD's image has only argocd-k8s-auth → let Teleport's tbot write the cluster Secret (its kubernetes/argo-cd output)",
    ])
  })

  it('that a translation refuses beside a shut gate leave both findings', async () => {
    const hub = new TestHub()
      .namespace('a')
      .source('a', { text: AWS })
      .source('a', { text: '<html>', name: 'k3k-b-kubeconfig' })

    assert.deepEqual(
      (await findings(inspectionOf(hub))).map(({ id, severity, object }) => [id, severity, object]),
      [
        ['exec-gate', 'warning', 'execCredentials'],
        ['source-unusable', 'error', 'a'],
      ],
    )
  })
})

describe('sources', () => {
  it('are waited for in a namespace younger than an hour, whatever is missing, and wanted in an older one', async () => {
    const hub = new TestHub()
      .namespace('young', { age: 0.5 })
      .namespace('old', { age: 49 })
      .namespace('empty', { age: 2 })
      .source('empty', { text: '' })
      .namespace('keyless', { age: 0.1 })
      .source('keyless', { key: 'other' })

    assert.deepEqual(await said(inspectionOf(hub), 'source-missing', 'source-waiting'), [
      'warning source-missing empty: the kubeconfig is still empty: k3k-empty-kubeconfig[kubeconfig.yaml]; the namespace is 2 h old → wait for the provisioner to finish',
      'warning source-missing old: no kubeconfig Secret in old; looked for k3k-*-kubeconfig (k3k); the namespace is 2 d old → wait for the provisioner, or name its provider with --provider',
      'info source-waiting keyless: the kubeconfig Secret has none of the expected keys: k3k-keyless-kubeconfig (provider k3k) has other; the namespace is 6 m old → wait for the provisioner, or add a provider of your own: --provider NAME=PATTERN=KEY',
      'info source-waiting young: no kubeconfig Secret in young; looked for k3k-*-kubeconfig (k3k); the namespace is 30 m old → wait for the provisioner, or name its provider with --provider',
    ])
  })

  it('that are unusable show each candidate with its reason', async () => {
    const hub = new TestHub()
      .namespace('a')
      .source('a', { text: '<html>' })
      .source('a', { server: 'http://a.example', name: 'k3k-b-kubeconfig' })

    const [finding, ...others] = await said(inspectionOf(hub))

    assert.deepEqual(others, [])
    assert.match(finding!, /^error source-unusable a: .*k3k-a-kubeconfig.*kubeconfig-unparsable/)
    assert.match(finding!, /k3k-b-kubeconfig\[kubeconfig\.yaml\]: server-insecure/)
  })

  it('are not known to be missing from a folder that is not the whole hub', async () => {
    const hub = new TestHub({ absenceIsProof: false }).namespace('a').source('a')
    await hub.sync()
    hub.gone('a')

    assert.deepEqual(await said(inspectionOf(hub, { source: 'files' })), [
      'info source-unseen a: could not be seen: namespace a: not among the manifests → kubectl get namespace a',
    ])
  })

  it('that one more kubeconfig would do for are said to be taken by name', async () => {
    const hub = new TestHub().namespace('a').source('a').source('a', { name: 'k3k-0-kubeconfig' })

    assert.deepEqual(await said(inspectionOf(hub)), [
      'warning source-ambiguous a/k3k-0-kubeconfig: k3k-a-kubeconfig would do as well as k3k-0-kubeconfig; the first by name is used → give each cluster a namespace of its own, or a provider with a narrower pattern: --provider NAME=PATTERN=KEY',
    ])
  })
})

const service = (
  name: string,
  clusterIP: string,
  ...ports: readonly { readonly port: number; readonly nodePort?: number }[]
): Service => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name, namespace: 'k3k-a', uid: `uid-${name}` },
  spec: { clusterIP, clusterIPs: [clusterIP], ports: ports.map((port) => ({ ...port, protocol: 'TCP' })) },
})

const forbidden = replacing((client) => ({
  listPage: (resource, options) =>
    resource === 'services'
      ? Promise.reject(
          new KubeError({
            kind: 'status',
            code: 403,
            reason: 'Forbidden',
            message: 'services is forbidden',
            call: 'LIST services',
          }),
        )
      : client.listPage(resource, options),
}))

describe('addresses', () => {
  const hubAt = (server: string, ...services: readonly Service[]): TestHub => {
    const hub = new TestHub().namespace('a').source('a', { server })
    for (const each of services) hub.store.load('services', each)
    return hub
  }
  const api = service('api', '10.43.7.9', { port: 6443, nodePort: 31_000 })

  for (const server of [
    'https://api.k3k-a.svc:6443',
    'https://10.43.7.9:6443',
    'https://api.k3k-a.svc.cluster.local:6443',
  ])
    it(`of a Service of the hub are fine, as Argo CD runs there: ${server}`, async () => {
      assert.deepEqual(await said(inspectionOf(hubAt(server, api))), [])
    })

  it('of a Service that the hub does not have are not reached', async () => {
    assert.deepEqual(await said(inspectionOf(hubAt('https://api.elsewhere.svc', api))), [
      'warning server-scope a: server api.elsewhere.svc is the name of a Service, and the hub, where Argo CD runs, has no Service elsewhere/api → export an address that Argo CD can reach: a port that the Service has, or a load balancer',
    ])
  })

  it('with a node port at the cluster IP of the Service are not reached either', async () => {
    assert.deepEqual(await said(inspectionOf(hubAt('https://10.43.7.9:31000', api))), [
      'error server-scope a: server 10.43.7.9 is the Service k3k-a/api of the hub, and 31000 is its node port: only nodes answer there → export an address that Argo CD can reach: a port that the Service has, or a load balancer',
    ])
  })

  it('with a port that the Service does not have', async () => {
    assert.deepEqual(await said(inspectionOf(hubAt('https://api.k3k-a.svc', api))), [
      'error server-scope a: server api.k3k-a.svc is the Service k3k-a/api of the hub, which does not serve port 443 → export an address that Argo CD can reach: a port that the Service has, or a load balancer',
    ])
  })

  it('are judged by themselves where Services may not be listed', async () => {
    assert.deepEqual(
      await said(inspectionOf(hubAt('https://api.k3k-a.svc:6443', api), { through: forbidden })),
      [
        'info server-scope a: server api.k3k-a.svc is a Service name, which resolves only in the cluster it is in → nothing, if Argo CD runs in that cluster; else export another server address',
      ],
    )
  })

  it('in folders are judged by themselves', async () => {
    const [finding, ...others] = await said(
      inspectionOf(hubAt('https://10.0.0.1:31000', service('x', '10.0.0.1')), { source: 'files' }),
    )

    assert.deepEqual(others, [])
    assert.match(finding!, /^warning server-scope a: server 10\.0\.0\.1:31000 is a node port/)
  })

  it('cost no request where none may be of the hub', async () => {
    const hub = hubAt('https://a.example:6443')
    const inspection = inspectionOf(hub, { through: forbidden })

    assert.deepEqual(await said(inspection), [])
  })

  it('that somebody else registered are judged as they are stored, without what may be a credential', async () => {
    const hub = new TestHub()
      .registration('by-hand', {
        data: { name: 'desk', server: 'https://user:secret@127.0.0.1:6443', config: '{}' },
      })
      .registration('runtime', {
        data: { name: 'runtime', server: 'https://host.docker.internal:6443', config: '{}' },
      })

    const found = await said(inspectionOf(hub))

    assert.deepEqual(found, [
      "error server-scope desk: server 127.0.0.1 is a loopback or link-local address: from Argo CD's pod, that pod itself → export an address that Argo CD can reach: for vcluster set exportKubeConfig.server (for example https://NAME.NAMESPACE.svc), for kind use `kind get kubeconfig --internal`",
      'warning server-scope runtime: server host.docker.internal is a name that only a container runtime on a desktop answers for → make sure that Argo CD can reach it, or export another server address',
    ])
  })
})
