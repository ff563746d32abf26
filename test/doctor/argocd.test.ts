import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { dealt } from '../../src/doctor/checks/argocd-sharding.ts'
import type { LiveCluster } from '../../src/doctor/checks/clusters-live.ts'
import type { CheckId } from '../../src/doctor/catalogue.ts'
import { argoObject, brief, clusterSecret, configMap, resultsOn, told } from './argocd-found.ts'

interface ControllerOptions {
  readonly kind?: 'StatefulSet' | 'Deployment'
  readonly name?: string
  readonly image?: string
  readonly replicas?: number
  readonly env?: Readonly<Record<string, string>>
  readonly podLabels?: Readonly<Record<string, string>>
}

const controller = ({
  kind = 'StatefulSet',
  name = 'argocd-application-controller',
  image = 'quay.io/argoproj/argocd:v3.6.1',
  replicas = 1,
  env = {},
  podLabels = {},
}: ControllerOptions = {}): object => ({
  apiVersion: 'apps/v1',
  kind,
  metadata: { name, namespace: 'argocd' },
  spec: {
    replicas,
    selector: {},
    template: {
      metadata: { labels: podLabels },
      spec: {
        serviceAccountName: 'controller',
        containers: [
          {
            name: 'argocd-application-controller',
            image,
            env: Object.entries(env).map(([key, value]) => ({ name: key, value })),
          },
        ],
      },
    },
  },
})

const account = (annotations: Readonly<Record<string, string>>): object => ({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: { name: 'controller', namespace: 'argocd', annotations },
})

const REPLICAS = 'ARGOCD_CONTROLLER_REPLICAS'
const found = async (id: CheckId, ...objects: readonly object[]): Promise<readonly string[]> =>
  brief(await resultsOn([id], objects))

describe('shards of the application controller', () => {
  const asking = (shard: string): object => clusterSecret({ shard })

  it('are as many as the controller has replicas, and begin with 0', async () => {
    const four = controller({ replicas: 4, env: { [REPLICAS]: '4' } })
    assert.deepEqual(await found('shard-out-of-range', asking('3'), four), [])
    assert.deepEqual(told(await resultsOn(['shard-out-of-range'], [asking('4'), four])), [
      'shard-out-of-range warning argocd/cluster-edge: shard 4 does not exist, as statefulset argocd-application-controller has 4 ' +
        `(0 to 3): Argo CD takes shard 0 → kubectl patch secret -n argocd cluster-edge --type merge -p '{"stringData":{"shard":"3"}}'`,
    ])
  })

  it('are counted by the variable in a StatefulSet, by itself in a Deployment', async () => {
    const out = ['shard-out-of-range warning argocd/cluster-edge']
    assert.deepEqual(await found('shard-out-of-range', asking('1'), controller({ replicas: 2 })), out)
    const kind = 'Deployment'
    assert.deepEqual(await found('shard-out-of-range', asking('1'), controller({ kind, replicas: 2 })), [])
    const named = controller({ name: 'my-argo-application-controller', env: { [REPLICAS]: '2' } })
    assert.deepEqual(await found('shard-out-of-range', asking('1'), named), [])
  })

  it('are not known without a controller, and of no concern where none is asked for', async () => {
    const why = 'no application controller is deployed in argocd'
    assert.deepEqual(told(await resultsOn(['shard-out-of-range'], [asking('1')])), [
      `shard-out-of-range skipped: ${why}`,
    ])
    assert.deepEqual(told(await resultsOn(['shard-out-of-range'], [clusterSecret()])), [])
  })

  const cluster = (uid: string, shard?: string): LiveCluster =>
    ({ secret: { metadata: { name: uid, uid } }, entry: { shard } }) as unknown as LiveCluster

  it('are dealt out by a hash of the UID, or in turn (argo-cd, controller/sharding)', () => {
    const uids = ['a', 'b', 'c', 'foobar'].map((uid) => cluster(uid))
    // FNV-1a of 32 bits: a e40c292c, b e70c2de5, c e60c2c52, foobar bf9cf968.
    assert.deepEqual(dealt(uids, { replicas: 3, algorithm: 'legacy' }), [
      [0xe40c292c, 0xe70c2de5, 0xe60c2c52, 0xbf9cf968].filter((hash) => hash % 3 === 0).length,
      [0xe40c292c, 0xe70c2de5, 0xe60c2c52, 0xbf9cf968].filter((hash) => hash % 3 === 1).length,
      [0xe40c292c, 0xe70c2de5, 0xe60c2c52, 0xbf9cf968].filter((hash) => hash % 3 === 2).length,
    ])
    assert.deepEqual(dealt(uids, { replicas: 3, algorithm: 'round-robin' }), [2, 1, 1])
    assert.deepEqual(
      dealt([cluster('a', '2'), cluster('b', '7')], { replicas: 3, algorithm: 'legacy' }),
      [1, 0, 1],
    )
    assert.equal(dealt(uids, { replicas: 3, algorithm: 'consistent-hashing' }), undefined)
  })

  it('are out of balance where one has more than twice its part', async () => {
    const many = (shardOf: (index: number) => number | undefined): readonly object[] =>
      Array.from({ length: 12 }, (_none, index) => {
        const name = `c${String(index)}`
        const shard = shardOf(index)
        const data = {
          name,
          server: `https://${name}.example`,
          ...(shard === undefined ? {} : { shard: String(shard) }),
        }
        return clusterSecret(data, { secret: name, uid: createHash('sha256').update(name).digest('hex') })
      })
    const three = controller({ env: { [REPLICAS]: '3' } })
    const lines = told(await resultsOn(['shard-imbalance'], [...many((index) => (index < 9 ? 1 : 2)), three]))
    assert.deepEqual(lines, [
      'shard-imbalance warning argocd-application-controller: shard 1 has 9 of 12 clusters, of 3 shards (0: 0, 1: 9, 2: 3) → take ' +
        'the key shard out of some of the Secrets of that shard',
    ])
    assert.deepEqual(await found('shard-imbalance', ...many((index) => index % 3), three), [])
    assert.deepEqual(await found('shard-imbalance', ...many(() => 0), controller()), [])
    const hashing = configMap('argocd-cmd-params-cm', {
      'controller.sharding.algorithm': 'consistent-hashing',
    })
    assert.deepEqual(told(await resultsOn(['shard-imbalance'], [...many(() => undefined), three, hashing])), [
      "shard-imbalance skipped: what consistent-hashing deals out can't be told from here",
    ])
  })
})

describe('the version of Argo CD', () => {
  const version = async (image: string, ...objects: readonly object[]): Promise<readonly string[]> =>
    told(await resultsOn(['argocd-version'], [...objects, controller({ image })]))
  const broken = clusterSecret({ config: '{' }, { secret: 'cluster-broken' })

  it('matters for what is registered, and for nothing else', async () => {
    assert.deepEqual(await version('quay.io/argoproj/argocd:v3.2.12', clusterSecret()), [])
    assert.deepEqual(await version('quay.io/argoproj/argocd:v3.2.12', broken), [
      'argocd-version warning argocd-application-controller: Argo CD v3.2.12 stops the cluster generators of all ApplicationSets ' +
        "for one Secret it can't read: argocd/cluster-broken → correct the Secrets, or upgrade to Argo CD 3.6 or later",
    ])
    const digest = 'a'.repeat(64)
    assert.equal((await version(`registry.example:5000/argocd:v2.14.2@sha256:${digest}`, broken)).length, 1)
    assert.deepEqual(await version('quay.io/argoproj/argocd:v3.6.0', broken), [])
  })

  it('is a note where the image does not tell it', async () => {
    const digest = 'a'.repeat(64)
    for (const image of ['registry.example:5000/argocd', 'argocd:latest', `argocd@sha256:${digest}`])
      assert.match(
        (await version(image))[0] ?? '',
        /^argocd-version info argocd-application-controller: .* does not say which/,
      )
  })
})

describe("Argo CD's own identity", () => {
  const exec = (...args: readonly string[]): object =>
    clusterSecret({
      config: {
        execProviderConfig: {
          command: 'argocd-k8s-auth',
          args,
          apiVersion: 'client.authentication.k8s.io/v1',
        },
        tlsClientConfig: {},
      },
    })
  const aws = clusterSecret({ config: { awsAuthConfig: { clusterName: 'edge' }, tlsClientConfig: {} } })
  const identity = (...objects: readonly object[]): Promise<readonly string[]> =>
    found('argocd-exec-identity', ...objects)
  const MISSING = ['argocd-exec-identity warning argocd-application-controller']

  it('is of no concern where every cluster has a credential of its own', async () => {
    assert.deepEqual(await identity(clusterSecret()), [])
    assert.deepEqual(await identity(exec('get-token')), [])
  })

  it('is needed for the clusters of a cloud, by any of its ways', async () => {
    const role = account({ 'eks.amazonaws.com/role-arn': 'arn:aws:iam::1:role/argocd' })
    const client = account({ 'azure.workload.identity/client-id': 'id' })
    const use = { 'azure.workload.identity/use': 'true' }
    const cases: readonly (readonly [object, readonly object[], readonly string[]])[] = [
      [aws, [controller()], MISSING],
      [aws, [controller(), account({})], MISSING],
      [aws, [controller(), role], []],
      [aws, [controller({ env: { AWS_ACCESS_KEY_ID: 'x' } })], []],
      [exec('aws', '--cluster-name', 'edge'), [controller(), role], []],
      [exec('azure'), [controller(), role], MISSING],
      [exec('azure'), [controller(), client], MISSING],
      [exec('azure'), [controller({ podLabels: use }), client], []],
      [exec('azure'), [controller({ env: { AZURE_CLIENT_SECRET: 'x' } })], []],
      [exec('gcp'), [controller(), account({ 'iam.gke.io/gcp-service-account': 'a' })], []],
    ]
    for (const [cluster, objects, expected] of cases)
      assert.deepEqual(await identity(cluster, ...objects), expected)
  })

  it('is not known where no controller is deployed there', async () => {
    assert.deepEqual(told(await resultsOn(['argocd-exec-identity'], [aws])), [
      'argocd-exec-identity skipped: no application controller is deployed in argocd',
    ])
  })
})

describe('clusters of projects', () => {
  const project = (spec: object): object => argoObject('AppProject', 'team', spec)
  const only = project({ permitOnlyProjectScopedClusters: true })

  it('need a project that is there, and one that takes no others needs one', async () => {
    const own = clusterSecret({ project: 'team' })
    assert.deepEqual(await found('project-scope', own, only), [])
    assert.deepEqual(await found('project-scope', own), ['project-scope warning argocd/cluster-edge'])
    assert.deepEqual(await found('project-scope', clusterSecret(), only), ['project-scope warning team'])
    assert.deepEqual(await found('project-scope', clusterSecret(), project({})), [])
  })
})
