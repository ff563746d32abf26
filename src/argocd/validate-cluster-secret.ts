import type { Secret } from '../kube/objects.ts'
import { decodeBase64, decodeUtf8 } from './base64.ts'
import { error, warning } from './cluster-fault.ts'
import type { ClusterFault } from './cluster-fault.ts'
import { dataText, SECRET_TYPE_CLUSTER, SECRET_TYPE_LABEL } from './cluster-secret.ts'
import { IN_CLUSTER_SERVER, trimServer } from './server.ts'
import { validateConfig } from './validate-config.ts'
import { validateServer } from './validate-server.ts'

export type { ClusterFault } from './cluster-fault.ts'

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration'
const REFRESH = 'argocd.argoproj.io/refresh'
const RFC3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/

const entries = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

const labelFaults = (secret: Secret): readonly ClusterFault[] => {
  const value = entries(secret.metadata.labels)[SECRET_TYPE_LABEL]
  const path = `metadata.labels[${SECRET_TYPE_LABEL}]`
  if (value === SECRET_TYPE_CLUSTER) return []
  return value === undefined
    ? [error('label-missing', path, 'without it Argo CD does not see this cluster')]
    : [error('label-value', path, `it must be exactly ${SECRET_TYPE_CLUSTER}`)]
}

const annotationFaults = (secret: Secret): readonly ClusterFault[] => {
  const annotations = entries(secret.metadata.annotations)
  const refresh = annotations[REFRESH]
  const faults: ClusterFault[] = []
  if (annotations[LAST_APPLIED] !== undefined)
    faults.push(
      error(
        'annotation-last-applied',
        `metadata.annotations[${LAST_APPLIED}]`,
        'it holds a copy of the credential, which Argo CD hands to ApplicationSets',
      ),
    )
  if (typeof refresh === 'string' && !RFC3339.test(refresh))
    faults.push(
      warning('annotation-refresh', `metadata.annotations[${REFRESH}]`, 'it is not an RFC 3339 time'),
    )
  return faults
}

const KEYS = ['name', 'server', 'config', 'namespaces', 'clusterResources', 'project', 'shard'] as const

const encodingFaults = (secret: Secret): readonly ClusterFault[] =>
  KEYS.flatMap((key) => {
    const data = entries(secret.data)
    const value = Object.hasOwn(data, key) ? data[key] : undefined
    if (value === undefined) return []
    const bytes = typeof value === 'string' ? decodeBase64(value) : undefined
    if (bytes === undefined) return [error('data-encoding', `data.${key}`, 'it is not base64')]
    return decodeUtf8(bytes) === undefined
      ? [error('data-encoding', `data.${key}`, 'it is not UTF-8 text')]
      : []
  })

const nameFaults = (name: string, server: string): readonly ClusterFault[] => {
  const path = 'data.name'
  if (name === '') return [error('name-missing', path, 'it is empty: no Application can name this cluster')]
  if (name === 'in-cluster' && server !== IN_CLUSTER_SERVER)
    return [error('name-reserved', path, 'Applications for the cluster Argo CD runs in would go here')]
  return /[\s\p{Cc}/]/u.test(name) || name.length > 253
    ? [error('name-illegal', path, 'it is too long, or has white space, control characters or slashes in it')]
    : []
}

const scopeFaults = (secret: Secret): readonly ClusterFault[] => {
  const namespaces = dataText(secret, 'namespaces')
  const resources = dataText(secret, 'clusterResources')
  const shard = dataText(secret, 'shard')
  const faults: ClusterFault[] = []
  const items =
    namespaces === undefined || namespaces === '' ? [] : namespaces.split(',').map((item) => item.trim())
  if (items.some((item) => item === '' || item.includes('*')))
    faults.push(
      error('namespaces-form', 'data.namespaces', 'it must list namespaces by name, separated by commas'),
    )
  if (resources !== undefined && resources !== 'true' && resources !== 'false')
    faults.push(
      error('cluster-resources', 'data.clusterResources', 'anything but exactly "true" counts as false'),
    )
  if (resources === 'true' && items.length === 0)
    faults.push(warning('cluster-resources', 'data.clusterResources', 'without namespaces it has no effect'))
  if (shard !== undefined && shard !== '' && !/^[+-]?\d{1,9}$/.test(shard))
    faults.push(error('shard-number', 'data.shard', 'it is not a number; Argo CD picks a shard itself'))
  else if (shard?.startsWith('-') === true) faults.push(error('shard-number', 'data.shard', 'it is negative'))
  return faults
}

/**
 * Everything that is wrong with a cluster Secret, in Argo CD's eyes. Pure and total; empty for whatever this program
 * writes. One bad Secret may stop every ApplicationSet (argo-cd #22519), so others' are judged too. About 1 ms where
 * a key pair is compared.
 */
export const validateClusterSecret = (secret: Secret): readonly ClusterFault[] => {
  const encoding = encodingFaults(secret)
  const name = dataText(secret, 'name') ?? ''
  const server = dataText(secret, 'server') ?? ''
  return [
    ...labelFaults(secret),
    ...annotationFaults(secret),
    ...encoding,
    ...nameFaults(name, trimServer(server)),
    ...validateServer(server, name),
    ...validateConfig(dataText(secret, 'config') ?? ''),
    ...scopeFaults(secret),
  ]
}
