import assert from 'node:assert/strict'
import { X509Certificate, createPrivateKey } from 'node:crypto'
import { parse } from 'yaml'
import { useHub } from '../envtest/shared-hub.ts'
import { loadCredentials } from './certificates.ts'
import { FLEET_PROVIDERS, fleetObjects, makeFleet } from './fleet.ts'
import { loadFleet } from './load.ts'

const decode = (base64 = ''): string => Buffer.from(base64, 'base64').toString()
const pem = (base64: string): Buffer => Buffer.from(base64, 'base64')

interface Kubeconfig {
  readonly clusters: readonly [{ readonly cluster: { readonly server: string } }]
}

describe('fleet', () => {
  it('carries certificates of one authority, each with its key, valid for fifty years more', () => {
    const fiftyYears = Date.now() + 50 * 365.25 * 86_400_000
    for (const { ca, certificate, key } of loadCredentials()) {
      const leaf = new X509Certificate(pem(certificate))
      assert.ok(leaf.verify(new X509Certificate(pem(ca)).publicKey))
      assert.ok(leaf.checkPrivateKey(createPrivateKey(pem(key))))
      assert.ok(Date.parse(leaf.validTo) > fiftyYears && Date.parse(leaf.validFrom) < Date.now())
    }
  })

  it('is the same every time, and shares no name, namespace or address between clusters', () => {
    const fleet = makeFleet({ clusters: 60, unrelatedSecrets: 3 })

    assert.deepEqual(makeFleet({ clusters: 60, unrelatedSecrets: 3 }), fleet)
    for (const key of [
      (cluster: (typeof fleet.clusters)[number]) => cluster.name,
      (cluster: (typeof fleet.clusters)[number]) => cluster.namespace.metadata.name,
      (cluster: (typeof fleet.clusters)[number]) => new URL(cluster.expected.server).host,
    ]) {
      assert.equal(new Set(fleet.clusters.map(key)).size, 60)
    }
  })

  it('leaves for every preset the Secrets of its provisioner, in the shape C2.51 and the corpus tell', () => {
    const shapes = makeFleet({ clusters: 6, prefix: 'f' }).clusters.map(({ preset, secrets }) => [
      preset,
      ...secrets.map(({ metadata, type, data }) => [metadata.name, type, Object.keys(data ?? {})]),
    ])

    assert.deepEqual(shapes, [
      ['k3k', ['k3k-f-k3k-00000-kubeconfig', 'Opaque', ['kubeconfig.yaml']]],
      [
        'vcluster',
        [
          'vc-f-vcluster-00001',
          'Opaque',
          ['config', 'certificate-authority', 'client-certificate', 'client-key', 'token'],
        ],
        ['vc-config-f-vcluster-00001', 'Opaque', ['config.yaml']],
      ],
      [
        'kamaji',
        [
          'f-kamaji-00002-admin-kubeconfig',
          'Opaque',
          ['admin.conf', 'admin.svc', 'super-admin.conf', 'super-admin.svc'],
        ],
      ],
      [
        'capa-eks',
        ['f-capa-eks-00003-kubeconfig', 'cluster.x-k8s.io/secret', ['value']],
        ['f-capa-eks-00003-user-kubeconfig', 'cluster.x-k8s.io/secret', ['value']],
      ],
      [
        'capz-aks',
        ['f-capz-aks-00004-kubeconfig', 'Opaque', ['value']],
        ['f-capz-aks-00004-kubeconfig-user', 'Opaque', ['value']],
      ],
      ['capi', ['f-capi-00005-kubeconfig', 'cluster.x-k8s.io/secret', ['value']]],
    ])
  })

  it('expects of every cluster the server that its chosen kubeconfig names', () => {
    for (const { secrets, expected } of makeFleet({ clusters: 12 }).clusters) {
      const source = secrets.find(({ metadata }) => metadata.name === expected.secret)
      const kubeconfig = parse(decode(source?.data?.[expected.key])) as Kubeconfig
      assert.equal(kubeconfig.clusters[0].cluster.server, expected.server)
    }
  })

  it('names every preset once, those that translate exec before capi', () => {
    assert.deepEqual(FLEET_PROVIDERS, ['k3k', 'vcluster', 'kamaji', 'capa-eks', 'capz-aks', 'capi'])
  })
})

describe('fleet on a hub', () => {
  const hub = useHub()

  it('is stored as it was made', async () => {
    const fleet = makeFleet({
      clusters: 12,
      unrelatedSecrets: 3,
      prefix: 'stored',
      managedBy: 'stored',
      targetNamespace: 'stored-argocd',
    })

    const loaded = await loadFleet(hub().rest, fleet)

    assert.equal(loaded.objects, fleetObjects(fleet).length)
    for (const { namespace, secrets, unrelated } of fleet.clusters) {
      const list = await hub().rest.json('GET', `/api/v1/namespaces/${namespace.metadata.name}/secrets`)
      const stored = (list.items ?? []).map(({ metadata, data, type }) => [metadata.name, type, data])
      const made = [...secrets, ...unrelated].map(({ metadata, data, type }) => [metadata.name, type, data])
      assert.deepEqual(stored.sort(), made.sort())
    }
  })
})
