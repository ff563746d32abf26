import { SECRET_TYPE_LABEL } from '../argocd/cluster-secret.ts'

/** Bookkeeping beyond the reference's nine keys; it sweeps unknown keys under the prefix (decisions.md §4). */
export const HELD = 'kubectl-registrar/held'
export const OWN_ANNOTATIONS = 'kubectl-registrar/'

/** The nine names under the prefix that are never copied from a namespace (C4.04). */
const RESERVED = [
  'managed-by',
  'cluster',
  'source-namespace',
  'source-namespace-uid',
  'provider',
  'orphaned-secret-type',
  'superseded-by',
  'stale-since',
  'prune',
] as const

export interface Keys {
  readonly prefix: string
  readonly managedBy: string
  readonly cluster: string
  readonly sourceNamespace: string
  readonly sourceNamespaceUid: string
  readonly provider: string
  readonly orphanedSecretType: string
  readonly supersededBy: string
  readonly staleSince: string
  readonly prune: string
  readonly reserved: ReadonlySet<string>
}

/** The label and annotation keys under a prefix. */
export const keysUnder = (prefix: string): Keys => ({
  prefix,
  managedBy: `${prefix}managed-by`,
  cluster: `${prefix}cluster`,
  sourceNamespace: `${prefix}source-namespace`,
  sourceNamespaceUid: `${prefix}source-namespace-uid`,
  provider: `${prefix}provider`,
  orphanedSecretType: `${prefix}orphaned-secret-type`,
  supersededBy: `${prefix}superseded-by`,
  staleSince: `${prefix}stale-since`,
  prune: `${prefix}prune`,
  reserved: new Set(RESERVED.map((name) => prefix + name)),
})

/** Any of the three labels of a demotion counts, so that one with a lost label is not demoted anew (C10.37). */
export const hasDemotionLabel = (keys: Keys, labels: Readonly<Record<string, string>>): boolean =>
  Boolean(labels[keys.orphanedSecretType] || labels[keys.staleSince] || labels[keys.supersededBy])

/** Labels and annotations that are ours to write and to sweep: those under the prefix, our bookkeeping, and the label that
 *  makes a Secret a cluster. */
export const isOwnKey = (key: string, { prefix }: Keys): boolean =>
  key.startsWith(prefix) || key.startsWith(OWN_ANNOTATIONS) || key === SECRET_TYPE_LABEL

/** What identifies a registration: later forms have several target namespaces. */
export const registrationKey = (targetNamespace: string, secret: string): string =>
  `${targetNamespace}/${secret}`

/** What identifies a claim: later forms have several a namespace. `source` is absent while nothing can be registered. */
export const claimKey = (namespace: string, cluster: string, source: string | undefined): string =>
  [namespace, cluster, source ?? ''].join('/')

/** `cluster-<name>`: kept from the reference, so that either takes over the other's hub. */
export const secretNameFor = (clusterName: string): string => `cluster-${clusterName}`
