import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_VALUES } from '../../src/manifests/default-values.ts'
import { renderManifests } from '../../src/manifests/index.ts'
import { mergeParts, valuesOf, type Parts } from '../../src/manifests/merge-values.ts'
import type { Manifest } from '../../src/manifests/names.ts'
import type { Hub } from '../envtest/hub.ts'
import { apply } from './apply.ts'
import { VERSION } from './version.ts'

/** The pod of an installation, as far as it can be without a node: its words, its settings, its identity. */
export interface Pod {
  readonly manifests: readonly Manifest[]
  /** After `watch`, with the file of settings where `config` says. */
  readonly words: (config: string) => readonly string[]
  readonly configText: string
  /** As the hub's audit log has it. */
  readonly user: string
}

interface Container {
  readonly args: readonly string[]
}

interface Deployment {
  readonly spec: {
    readonly template: {
      readonly spec: { readonly serviceAccountName: string; readonly containers: readonly [Container] }
    }
  }
}

export const podOf = (values: Parts, namespace: string, name: string): Pod => {
  const manifests = renderManifests(valuesOf(mergeParts({ ...DEFAULT_VALUES }, values)), {
    name,
    namespace,
    version: VERSION,
    service: 'Helm',
  })
  const find = (kind: string): Manifest => manifests.find((manifest) => manifest.kind === kind)!
  const { containers, serviceAccountName } = (find('Deployment') as unknown as Deployment).spec.template.spec
  const [verb, ...words] = containers[0].args
  if (verb !== 'watch') throw new Error(`the pod runs ${verb}`)
  return {
    manifests,
    words: (config) => words.map((word) => (word.startsWith('--config=') ? `--config=${config}` : word)),
    configText: (find('ConfigMap')['data'] as Readonly<Record<string, string>>)['config.yaml']!,
    user: `system:serviceaccount:${namespace}:${serviceAccountName}`,
  }
}

/** Makes the ServiceAccount and gives it its rights; nothing else of the installation. */
export const makeIdentity = async ({ rest }: Hub, { manifests }: Pod): Promise<void> => {
  const kinds = ['ServiceAccount', 'ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding']
  for (const manifest of manifests) if (kinds.includes(manifest.kind)) await apply(rest, manifest)
}

/** Writes a kubeconfig of one context, `hub`, with a token of the pod's ServiceAccount, and returns its path. */
export const podKubeconfig = async (
  hub: Hub,
  { user }: Pod,
  through: { readonly server: string; readonly caFile: string } = hub,
): Promise<string> => {
  const [namespace = '', name = ''] = user.split(':').slice(2)
  const { status } = await hub.rest.json(
    'POST',
    `/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`,
    { spec: { expirationSeconds: 3600 } },
  )
  const { token } = status as { readonly token: string }
  const file = join(hub.scratch, `kubeconfig-${namespace}-${name}`)
  const { caFile, server } = through
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'hub', cluster: { server, 'certificate-authority': caFile } }],
    users: [{ name: 'pod', user: { token } }],
    contexts: [{ name: 'hub', context: { cluster: 'hub', user: 'pod' } }],
    'current-context': 'hub',
  }
  writeFileSync(file, JSON.stringify(config), { mode: 0o600 })
  return file
}
