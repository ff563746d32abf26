import assert from 'node:assert/strict'
import { CONTROLLER_CHECKS } from '../../src/doctor/checks/controller.ts'
import { findingText } from '../../src/doctor/catalogue.ts'
import type { CheckResult } from '../../src/doctor/run-checks.ts'
import type { Deployment } from '../../src/kube/objects.ts'
import { resolveSettings } from '../../src/settings/resolve.ts'
import type { RawSettings } from '../../src/settings/raw.ts'
import { objectsIn } from './fixture.ts'
import { resultsOf } from './harness.ts'
import { controller } from './pod-hub.ts'

interface Arrangement {
  readonly objects?: readonly object[]
  readonly forbidden?: readonly string[]
  readonly settings?: RawSettings
}

const IDS = ['controller-absent', 'controller-stale', 'controller-duplicate', 'controller-settings']
const CHECKED = CONTROLLER_CHECKS.filter(({ id }) => IDS.includes(id))

/** `id severity: message` of each finding, and `id skipped: why`. */
const said = (results: readonly CheckResult[]): readonly string[] =>
  results.flatMap((result) => {
    const { id } = result.check
    if (result.result === 'skipped') return [`${id} skipped: ${result.why}`]
    if (result.result === 'passed') return []
    return result.findings.map(
      ({ severity, params }) => `${id} ${severity}: ${findingText(id, params).message}`,
    )
  })

const look = async ({
  objects = [],
  forbidden = [],
  settings = {},
}: Arrangement): Promise<readonly string[]> =>
  said(
    await resultsOf(
      {
        objects: [...objectsIn('base.yaml'), ...objects],
        settings: resolveSettings(settings),
        now: Date.parse('2026-11-29T12:00:00Z'),
        minValidity: 0,
        companions: [],
        forbidden,
        unserved: [],
      },
      CHECKED,
    ),
  )

interface DeploymentOptions {
  readonly name?: string
  readonly namespace?: string
  readonly image?: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly replicas?: number
  readonly ready?: number
}

const deployment = (options: DeploymentOptions = {}): Deployment => {
  const {
    name = 'kubectl-registrar',
    namespace = 'argocd',
    args = ['watch'],
    env = {},
    replicas = 1,
    ready = 1,
  } = options
  return {
    ...controller,
    metadata: { name, namespace, labels: { 'app.kubernetes.io/name': 'kubectl-registrar' } },
    spec: {
      ...controller.spec!,
      replicas,
      template: {
        spec: {
          containers: [
            { name: 'proxy', image: 'registry.example.com/proxy' },
            {
              name: 'watch',
              image: options.image ?? 'registry.example.com/kubectl-registrar@sha256:00',
              args: [...args],
              env: Object.entries(env).map(([key, value]) => ({ name: key, value })),
            },
          ],
        },
      },
    },
    status: { readyReplicas: ready },
  }
}

const lease = (name: string, renewTime: string): object => ({
  kind: 'Lease',
  metadata: { name, namespace: 'argocd' },
  spec: { holderIdentity: 'host_1', leaseDurationSeconds: 15, acquireTime: renewTime, renewTime },
})

const FRESH = '2026-11-29T11:59:50.000000Z'
const OLD = '2026-11-29T09:00:00.000000Z'
const NAME = 'acr-991221237547448b'

const configMap = (name: string, text: string): object => ({
  kind: 'ConfigMap',
  metadata: { name, namespace: 'argocd', labels: { 'app.kubernetes.io/name': 'kubectl-registrar' } },
  data: { 'config.yaml': `apiVersion: registrar/v1\nkind: Config\n${text}` },
})

const NONE =
  'controller-absent info: no controller was found that works for cluster-registrar: a renewed credential is taken over when somebody runs sync'

describe('checks of the controller', () => {
  it('pass where a pod of it is ready, or somebody holds its lease', async () => {
    assert.deepEqual(await look({ objects: [deployment()] }), [])
    assert.deepEqual(await look({ objects: [lease(NAME, FRESH)] }), [])
  })

  it('tell one that does not run from none at all', async () => {
    assert.deepEqual(await look({}), [NONE])
    assert.deepEqual(await look({ objects: [deployment({ ready: 0 })] }), [
      'controller-absent warning: the controller argocd/kubectl-registrar has no pod that is ready: a renewed credential is taken over when somebody runs sync',
    ])
    assert.deepEqual(await look({ objects: [deployment({ replicas: 0, ready: 0 })] }), [
      'controller-absent warning: the controller argocd/kubectl-registrar is scaled to 0: a renewed credential is taken over when somebody runs sync',
    ])
  })

  it('take a controller of another owner or prefix for none', async () => {
    const others = [
      deployment({ args: ['watch', '--managed-by', 'another'] }),
      deployment({ name: 'b', env: { REGISTRAR_LABEL_PREFIX: 'registrar.example.com/' } }),
      deployment({ name: 'c', args: ['watch', '--target-namespace=argo-cd'] }),
      deployment({ name: 'd', args: ['watch', '--exec-credentials=perhaps'] }),
    ]
    assert.deepEqual(await look({ objects: others }), [NONE])
  })

  it('say of a lease that nobody renews so once, and leave out what clocks may differ by', async () => {
    const stale = (name: string): string =>
      `controller-stale warning: host_1 holds the lease ${name} and last renewed it at 2026-11-29T09:00:00Z: no controller works`
    assert.deepEqual(await look({ objects: [lease(NAME, OLD)] }), [stale(NAME)])
    assert.deepEqual(await look({ objects: [lease(NAME, '2026-11-29T11:58:50.000000Z')] }), [])
    const named = deployment({ args: ['watch', '--leader-elect', '--leader-election-id', 'mine'] })
    assert.deepEqual(await look({ objects: [named, lease('mine', OLD)] }), [stale('mine')])
  })

  it('are skipped where neither Deployments nor Leases may be read, and need but one of them', async () => {
    const forbidden = ['list deployments', 'get leases']
    assert.deepEqual(
      (await look({ forbidden })).map((text) => text.replace(/:.*/, '')),
      ['controller-absent skipped', 'controller-stale skipped', 'controller-duplicate skipped'],
    )
    assert.deepEqual(
      (await look({ forbidden: ['list deployments'], objects: [lease(NAME, FRESH)] })).map((text) =>
        text.replace(/:.*/, ''),
      ),
      ['controller-duplicate skipped'],
    )
    assert.deepEqual(
      (await look({ forbidden: ['get leases'], objects: [deployment()] })).map((text) =>
        text.replace(/:.*/, ''),
      ),
      ['controller-stale skipped'],
    )
  })

  it('see two with other providers, wherever they have them from', async () => {
    const go = deployment({
      name: 'go',
      namespace: 'elsewhere',
      image: 'ghcr.io/pcanilho/argocd-cluster-registrar:0.6.0',
      args: ['--provider=capi'],
    })
    const found =
      'controller-duplicate error: argocd/kubectl-registrar and elsewhere/go work for cluster-registrar with different providers: each rewrites what the other wrote'
    const capi = 'providers: [capi]\n'
    const settings = { providers: { value: resolveSettings({}).providers, origin: '--provider' } }

    assert.deepEqual(await look({ objects: [deployment(), go] }), [found])
    // The Go registrar reads no ConfigMap; ours does.
    assert.deepEqual(
      (await look({ settings, objects: [deployment(), go, configMap('a', capi)] })).map((text) =>
        text.replace(/:.*/, ''),
      ),
      ['controller-settings warning'],
    )
    assert.deepEqual(await look({ objects: [deployment({ env: { REGISTRAR_PROVIDER: 'capi' } }), go] }), [])
    assert.deepEqual(await look({ objects: [deployment({ replicas: 0, ready: 0, args: [] }), go] }), [])
  })

  it('name the settings that differ here, and none of those that may', async () => {
    const text = 'managedBy: another\ndemotedTTL: 48h\ninterval: 1h\nmaxRemovals: 1\nexecCredentials: false\n'
    assert.deepEqual(await look({ objects: [deployment(), configMap('a', text)] }), [
      NONE,
      "controller-settings warning: managedBy, demotedTTL here differ from the controller's (configmap argocd/a): each pass undoes the other's",
    ])
    // Of several, that of the owner in force here.
    const several = [configMap('a', text), configMap('b', 'managedBy: cluster-registrar\n')]
    assert.deepEqual(await look({ objects: [lease(NAME, FRESH), ...several] }), [])
  })

  it('do not pass settings off as the same where none may be seen', async () => {
    assert.deepEqual(
      (await look({ forbidden: ['list configmaps'], objects: [deployment()] })).map((text) =>
        text.replace(/:.*/, ''),
      ),
      ['controller-settings skipped'],
    )
  })

  it('do not guess at settings that cannot be read', async () => {
    const [absent] = await look({ objects: [configMap('a', 'nonsense: 1\n')] })
    assert.equal(absent, 'controller-absent skipped: configmap argocd/a:3: unknown key "nonsense"')
  })
})
