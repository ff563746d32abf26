import assert from 'node:assert/strict'
import type { ClusterHub } from '../../src/cli/hub.ts'
import { objectsIn } from '../doctor/fixture.ts'
import { refusing } from '../doctor/refusing-client.ts'
import { cases } from '../fixtures/kubeconfigs/load.ts'
import { runCli } from '../support/cli.ts'
import { namespace, source } from './manifests.ts'
import { memoryHub, type MemoryHub } from './memory-hub.ts'

export const NOW = Date.parse('2026-11-29T12:00:00Z')
const HOUR = 3_600_000

const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A token that ends then; nobody signed it. */
const endingAt = (time: number): string =>
  [base64url({ alg: 'RS256' }), base64url({ exp: time / 1000 }), 'c2ln'].join('.')

const hubOf = (...objects: readonly object[]): MemoryHub =>
  memoryHub(() => NOW, ...objectsIn('base.yaml'), ...objects)

/** The hub after a `sync` of a while ago, whatever it came to. */
const synced = async (hub: MemoryHub, flags: readonly string[] = []): Promise<MemoryHub> => {
  const { code, stderr } = await runCli(['sync', ...flags], { hub: hub.again(), now: NOW - HOUR })
  assert.notEqual(code, 2, stderr)
  return hub
}

const cluster = (name: string, address: string, token = `token-${name}`): readonly object[] => [
  namespace(`team-${name}`, name),
  source(`team-${name}`, address, token),
]

const names = (count: number): readonly string[] =>
  Array.from({ length: count }, (_none, index) => `c${String(index + 1).padStart(3, '0')}`)

/** What runs on a hub that is looked after. */
const looksAfterItself = (): readonly object[] => [
  ...objectsIn('controller-absent/good.yaml'),
  ...objectsIn('admission-absent/good.yaml'),
  ...objectsIn('argocd-version/good.yaml'),
]

/** So many clusters, registered and well. */
export const healthyHub = (count = 3): Promise<MemoryHub> =>
  synced(
    hubOf(
      ...looksAfterItself(),
      ...names(count).flatMap((name) => cluster(name, `https://${name}.example.com:6443`)),
    ),
  )

/** The wrong order, beside a provider that has nothing to do with it. */
export const WRONG_ORDER = ['--provider=capi', '--provider=k3k', '--provider=capa-eks', '--exec-credentials']
export const RIGHT_ORDER = '--provider=capa-eks --provider=capi --provider=k3k'

export const EKS_FLAGS = ['--provider', 'capi', '--provider', 'capa-eks', '--exec-credentials']

const kubeconfigSecret = (id: string, inNamespace: string): object => {
  const found = cases.find((one) => one.id === id)!
  return {
    ...found.secret,
    kind: 'Secret',
    metadata: { ...found.secret.metadata, namespace: inNamespace },
  }
}

/** An EKS cluster of Cluster API, registered from its 15-minute token by the wrong order of providers, or by another. */
export const misorderedHub = (flags: readonly string[] = EKS_FLAGS): Promise<MemoryHub> =>
  synced(
    hubOf(
      namespace('eks-web', 'web'),
      kubeconfigSecret('capa-eks-capi-token', 'eks-web'),
      kubeconfigSecret('capa-eks-user-iam-authenticator', 'eks-web'),
    ),
    flags,
  )

/** Two namespaces with kubeconfigs of one API server, spelled in two ways. */
export const twinHub = (): Promise<MemoryHub> =>
  synced(
    hubOf(
      ...cluster('one', 'https://lab.example.com:6443'),
      ...cluster('two', 'https://LAB.example.com:6443/'),
    ),
  )

/** A fleet whose tokens ended yesterday, as did those of the sources. */
export const expiredHub = (): Promise<MemoryHub> =>
  synced(
    hubOf(
      ...names(12).flatMap((name) =>
        cluster(name, `https://${name}.example.com:6443`, endingAt(NOW - 24 * HOUR)),
      ),
    ),
  )

/** A healthy hub that lets whoever asks see nothing. */
export const forbiddenHub = async (): Promise<ClusterHub> => {
  const hub = await healthyHub()
  const client = refusing(hub.client, { forbidden: ['* *'], unserved: [], user: 'somebody' })
  return { ...hub, client }
}

/** A hub with clusters to register, and no Argo CD. */
export const bareHub = (): MemoryHub => {
  const hub = memoryHub(() => NOW, ...cluster('one', 'https://one.example.com:6443'))
  hub.drop('argocd')
  return hub
}
