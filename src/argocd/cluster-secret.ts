import type { Secret } from '../kube/objects.ts'
import { configDigest } from './cluster-config.ts'
import { canonicalServer, trimServer } from './server.ts'

/** The label that makes a Secret a cluster; Argo CD accepts exactly `cluster`. */
export const SECRET_TYPE_LABEL = 'argocd.argoproj.io/secret-type'
export const SECRET_TYPE_CLUSTER = 'cluster'

/** A cluster Secret as Argo CD reads it (argo-cd util/db/cluster.go, SecretToCluster). */
export interface ClusterEntry {
  readonly secretName: string
  /** `data.name`, untrimmed; empty where absent. */
  readonly name: string
  /** As Argo CD keys it: without trailing slashes. */
  readonly server: string
  readonly storedServer: string
  /** For comparison only; absent where `server` is no http(s) address. */
  readonly canonicalServer?: string
  /** Holds the credential; absent without the key. */
  readonly configText?: string
  /** Absent where `config` is absent or no JSON. */
  readonly configDigest?: string
  /** Argo CD sees it. */
  readonly visible: boolean
  /** Project-scoped cluster. */
  readonly project?: string
  /** As written. */
  readonly shard?: string
  /** Non-empty: namespaced mode. */
  readonly namespaces: readonly string[]
}

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** The text of one data key: base64 as the API has it, read as UTF-8. `undefined` without the key. */
export const dataText = (secret: Secret, key: string): string | undefined => {
  const data = record(secret.data)
  const value = Object.hasOwn(data, key) ? data[key] : undefined
  return typeof value === 'string' ? Buffer.from(value, 'base64').toString('utf8') : undefined
}

const namespaceList = (text: string): readonly string[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')

/** Never throws: a foreign Secret with anything in it decodes to what Argo CD would see. */
export const decodeClusterSecret = (secret: Secret): ClusterEntry => {
  const stored = dataText(secret, 'server') ?? ''
  const config = dataText(secret, 'config')
  const digest = config === undefined ? undefined : configDigest(config)
  const canonical = canonicalServer(stored)
  const project = dataText(secret, 'project')
  const shard = dataText(secret, 'shard')
  return {
    secretName: secret.metadata.name,
    name: dataText(secret, 'name') ?? '',
    server: trimServer(stored),
    storedServer: stored,
    ...(canonical === undefined ? {} : { canonicalServer: canonical }),
    ...(config === undefined ? {} : { configText: config }),
    ...(digest === undefined ? {} : { configDigest: digest }),
    visible: record(secret.metadata.labels)[SECRET_TYPE_LABEL] === SECRET_TYPE_CLUSTER,
    ...(project === undefined || project === '' ? {} : { project }),
    ...(shard === undefined || shard === '' ? {} : { shard }),
    namespaces: namespaceList(dataText(secret, 'namespaces') ?? ''),
  }
}

export interface ClusterData {
  readonly name: string
  readonly server: string
  readonly config: string
}

const encode = (text: string): string => Buffer.from(text, 'utf8').toString('base64')

/** The three data keys of a registration, base64; the server loses its trailing slashes (argo-cd, handleDeleteEvent). */
export const encodeClusterData = ({
  name,
  server,
  config,
}: ClusterData): Record<keyof ClusterData, string> => ({
  name: encode(name),
  server: encode(trimServer(server)),
  config: encode(config),
})
