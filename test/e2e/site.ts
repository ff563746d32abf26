import type { Report } from '../../src/engine/report.ts'
import type { Hub } from '../envtest/hub.ts'
import { grantReference } from '../envtest/identities.ts'
import type { Json } from '../envtest/rest.ts'
import { FLEET_PROVIDERS, makeFleet, type Fleet, type FleetOptions } from '../fleet/fleet.ts'
import { loadFleet } from '../fleet/load.ts'
import { runBin, type CliResult } from '../support/cli.ts'

export const P = 'argocd-cluster-registrar/'

const encode = (text: string): string => Buffer.from(text).toString('base64')

export interface SecretSpec {
  readonly labels?: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
  readonly data?: Readonly<Record<string, string>>
}

/** Options for a run of the built executable. */
export interface SyncOptions {
  readonly kubeconfig?: string
  readonly words?: readonly string[]
}

export interface SyncResult extends CliResult {
  readonly report: Report
}

/** A share of the hub that no other suite touches: an owner value and a target namespace of its own. */
export interface Site {
  readonly hub: Hub
  readonly owner: string
  readonly target: string
  readonly kubeconfig: string
  makeFleet(options: Omit<FleetOptions, 'managedBy' | 'targetNamespace' | 'prefix'>): Fleet
  load(fleet: Fleet): Promise<unknown>
  namespace(name: string, cluster: string): Promise<Json>
  /** A kubeconfig Secret as the preset k3k has it. */
  source(namespace: string, server: string, token?: string): Promise<Json>
  secret(name: string, spec: SecretSpec): Promise<Json>
  registrations(): Promise<ReadonlyMap<string, Json>>
  sync(options?: SyncOptions): Promise<SyncResult>
}

/** Registers the suite's share under `name`, with the reference's rights in its target namespace. */
export const makeSite = async (hub: Hub, name: string): Promise<Site> => {
  const owner = `owner-${name}`
  const target = `argocd-${name}`
  await hub.rest.json('POST', '/api/v1/namespaces', { metadata: { name: target } })
  await grantReference(hub.rest, { targetNamespace: target })
  const kubeconfig = hub.kubeconfig('reference')
  const post = (namespace: string, object: object): Promise<Json> =>
    hub.rest.json('POST', `/api/v1/namespaces/${namespace}/secrets`, object)
  return {
    hub,
    owner,
    target,
    kubeconfig,
    makeFleet: (options) =>
      makeFleet({ ...options, prefix: name, managedBy: owner, targetNamespace: target }),
    load: (fleet) => loadFleet(hub.rest, { ...fleet, targetNamespace: { metadata: { name: target } } }),
    namespace: (namespace, cluster) =>
      hub.rest.json('POST', '/api/v1/namespaces', {
        metadata: { name: namespace, labels: { [`${P}managed-by`]: owner, [`${P}cluster`]: cluster } },
      }),
    source: (namespace, server, token = 'tok') => {
      const text = JSON.stringify({
        clusters: [{ name: 'c', cluster: { server } }],
        users: [{ name: 'u', user: { token } }],
      })
      return post(namespace, {
        metadata: { name: `k3k-${namespace}-kubeconfig` },
        data: { 'kubeconfig.yaml': encode(text) },
      })
    },
    secret: (secretName, { data = {}, ...metadata }) =>
      post(target, {
        metadata: { name: secretName, ...metadata },
        data: Object.fromEntries(Object.entries(data).map(([key, value]) => [key, encode(value)])),
      }),
    registrations: async () => {
      const { items = [] } = await hub.rest.json('GET', `/api/v1/namespaces/${target}/secrets`)
      return new Map(items.map((item) => [item.metadata.name, item]))
    },
    sync: async (options = {}) => {
      const result = await runBin([
        'sync',
        '--kubeconfig',
        options.kubeconfig ?? kubeconfig,
        '--managed-by',
        owner,
        '--target-namespace',
        target,
        ...FLEET_PROVIDERS.flatMap((provider) => ['--provider', provider]),
        '--exec-credentials',
        '-o',
        'json',
        ...(options.words ?? []),
      ])
      if (result.stdout === '') throw new Error(`no report: ${result.stderr}`)
      return { ...result, report: JSON.parse(result.stdout) as Report }
    },
  }
}

export const brief = ({ decisions }: Report): string[] =>
  decisions.map(({ cluster, action, reason, result }) =>
    [cluster ?? '-', action, reason, result].filter(Boolean).join(' '),
  )

export const decode = (secret: Json | undefined, key: string): string =>
  Buffer.from(
    (secret?.['data'] as Readonly<Record<string, string>> | undefined)?.[key] ?? '',
    'base64',
  ).toString()
