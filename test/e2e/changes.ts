import type { Json } from '../envtest/rest.ts'
import { P, type Site } from './site.ts'

const encode = (text: string): string => Buffer.from(text).toString('base64')

/** Requests in flight while a test arranges. */
const AT_ONCE = 16

export const inParallel = async <T>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<unknown>,
): Promise<void> => {
  const queue = items.entries()
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) await work(item, index)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** `c-00`, `c-01` …: clusters of a site, in the order of their names. */
export const clusterNames = (count: number, prefix = 'c'): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}-${String(index).padStart(2, '0')}`)

export const namespaceOf = (site: Site, cluster: string): string => `${site.owner}-${cluster}`

/** An address of its own for every name of `clusterNames`, up to a few hundred. */
const addressOf = (index: number, prefix: string): string =>
  `https://10.${prefix.charCodeAt(0)}.${Math.floor(index / 200)}.${(index % 200) + 1}:6443`

/** Labelled namespaces with a kubeconfig each: what the next pass registers. */
export const makeSources = (site: Site, clusters: readonly string[]): Promise<void> =>
  inParallel(clusters, async (cluster) => {
    const [prefix = '', number = ''] = cluster.split('-')
    await site.namespace(namespaceOf(site, cluster), cluster)
    await site.source(namespaceOf(site, cluster), addressOf(Number(number), prefix))
  })

const patchNamespace = ({ hub }: Site, name: string, labels: Readonly<Record<string, string | null>>) =>
  hub.rest.json('PATCH', `/api/v1/namespaces/${name}`, { metadata: { labels } })

/** What is registered from this namespace gets another name. */
export const rename = (site: Site, cluster: string, to: string): Promise<Json> =>
  patchNamespace(site, namespaceOf(site, cluster), { [`${P}cluster`]: to })

/** Null takes the namespace out of the registrar's sight. */
export const setManaged = (site: Site, cluster: string, owner: string | null): Promise<Json> =>
  patchNamespace(site, namespaceOf(site, cluster), { [`${P}managed-by`]: owner })

/** The provisioner writes another credential, and where `server` is given another address. */
export const rotate = async (site: Site, cluster: string, token: string, server?: string): Promise<void> => {
  const namespace = namespaceOf(site, cluster)
  const path = `/api/v1/namespaces/${namespace}/secrets/k3k-${namespace}-kubeconfig`
  const { data } = (await site.hub.rest.json('GET', path)) as Json & {
    readonly data: Readonly<Record<string, string>>
  }
  const present = JSON.parse(Buffer.from(data['kubeconfig.yaml'] ?? '', 'base64').toString()) as {
    readonly clusters: unknown
  }
  const clusters = server === undefined ? present.clusters : [{ name: 'c', cluster: { server } }]
  const text = JSON.stringify({ clusters, users: [{ name: 'u', user: { token } }] })
  await site.hub.rest.json('PATCH', path, { data: { 'kubeconfig.yaml': encode(text) } })
}

/** Deletes namespaces and ends their deletion at once, as the namespace controller would after some seconds. */
const removeNamespaces = ({ hub: { rest } }: Site, names: readonly string[]): Promise<void> =>
  inParallel(names, async (name) => {
    const path = `/api/v1/namespaces/${name}`
    await rest.json('DELETE', path)
    await rest.json('DELETE', `${path}/secrets`)
    const empty = { apiVersion: 'v1', kind: 'Namespace', metadata: { name }, spec: { finalizers: [] } }
    await rest.json('PUT', `${path}/finalize`, empty, [200, 404])
    await rest.json('GET', path, undefined, [404])
  })

export const removeSources = (site: Site, clusters: readonly string[]): Promise<void> =>
  removeNamespaces(
    site,
    clusters.map((cluster) => namespaceOf(site, cluster)),
  )
