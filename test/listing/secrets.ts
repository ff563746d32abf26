import { registration } from '../commands/manifests.ts'
import { CERT, KEY } from '../argocd/support.ts'

export const NOW = Date.parse('2026-11-29T12:00:00Z')
export const P = 'argocd-cluster-registrar/'
export const TYPE = 'argocd.argoproj.io/secret-type'
const HOUR = 3_600_000

type Map = Readonly<Record<string, string>>

interface Plain {
  readonly metadata: { readonly labels: Map; readonly annotations?: Map }
  readonly stringData: Map
}

export interface Changes {
  /** `undefined` takes a label off. */
  readonly labels?: Readonly<Record<string, string | undefined>>
  readonly annotations?: Map
  readonly config?: string
  readonly data?: Map
  readonly server?: string
  readonly source?: string
  readonly created?: string
  readonly version?: string
}

const withoutAbsent = (map: Readonly<Record<string, string | undefined>>): object =>
  Object.fromEntries(Object.entries(map).filter(([, value]) => value !== undefined))

/** A token that ends so many hours after NOW. */
export const tokenEnding = (hours: number): string => {
  const part = (claims: object): string => Buffer.from(JSON.stringify(claims)).toString('base64url')
  return `${part({ alg: 'none' })}.${part({ exp: (NOW + hours * HOUR) / 1000 })}.signature-of-it`
}

export const bearer = (token: string): string =>
  JSON.stringify({ bearerToken: token, tlsClientConfig: { insecure: false } })

const certificate = (): string =>
  JSON.stringify({ tlsClientConfig: { insecure: false, certData: CERT, keyData: KEY } })

/** A registration, by what of it differs from a plain one. */
export const entrySecret = (cluster: string, changes: Changes = {}): object => {
  const { labels = {}, annotations, config, data = {}, created, version } = changes
  const { server = 'https://10.0.0.1:6443', source = `team-${cluster}` } = changes
  const plain = registration(cluster, source, server, 'child-token') as Plain
  return {
    ...plain,
    metadata: {
      ...plain.metadata,
      labels: withoutAbsent({ ...plain.metadata.labels, ...labels }),
      ...(annotations ? { annotations } : {}),
      ...(created === undefined ? {} : { creationTimestamp: created }),
      ...(version === undefined ? {} : { resourceVersion: version }),
    },
    stringData: { ...plain.stringData, ...(config === undefined ? {} : { config }), ...data },
  }
}

/** Labels of one that Argo CD does not see because a rename hid it. */
export const DEMOTED = {
  [TYPE]: undefined,
  [`${P}orphaned-secret-type`]: 'cluster',
  [`${P}stale-since`]: '2026-11-20T00-00-00Z',
}

/** A cluster Secret that somebody added by hand. */
export const foreignSecret = (name: string, cluster: string): object => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, namespace: 'argocd', labels: { [TYPE]: 'cluster' } },
  stringData: { name: cluster, server: 'https://user:secret-word@10.0.9.9', config: bearer('foreign-token') },
})

/** One registration in every state there is, and what is none. */
export const everyState = (): readonly object[] => [
  entrySecret('plain', { labels: { tier: 'gold' } }),
  entrySecret('certified', { config: certificate(), server: 'https://api.certified.example.com:6443' }),
  entrySecret('cloudy', {
    config: JSON.stringify({ awsAuthConfig: { clusterName: 'cloudy' } }),
    server: 'https://0123456789ABCDEF0123456789ABCDEF.gr7.eu-west-1.eks.amazonaws.com',
    labels: { [`${P}provider`]: 'capa-eks', tier: 'gold', 'example.com/sha': 'ghp_abcdefghij0123456789' },
    data: { shard: '1', project: 'shop' },
  }),
  entrySecret('pinned', { labels: { [`${P}prune`]: 'disabled' }, created: '2025-11-29T12:00:00Z' }),
  entrySecret('expiring', { config: bearer(tokenEnding(148)), created: '2026-11-29T11:55:30Z' }),
  entrySecret('expired', { config: bearer(tokenEnding(-75)) }),
  entrySecret('held', {
    labels: DEMOTED,
    annotations: { 'kubectl-registrar/held': '2026-11-20T00-00-00Z' },
  }),
  entrySecret('former', { labels: DEMOTED }),
  entrySecret('stripped', { labels: { [TYPE]: undefined } }),
  foreignSecret('hand-made', 'manual'),
  {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: {
      name: 'argocd-secret',
      namespace: 'argocd',
      labels: { [`${P}managed-by`]: 'cluster-registrar' },
    },
    stringData: { 'admin.password': 'admin-word' },
  },
]

/** What may stand in no output, whatever the form. */
export const CREDENTIALS = [
  'child-token',
  'foreign-token',
  'secret-word',
  'admin-word',
  'ghp_',
  'LS0tLS',
  'eyJ',
]
