/** Kebab-case, stable. */
export type ClusterFaultId =
  | 'annotation-last-applied'
  | 'annotation-refresh'
  | 'auth-missing'
  | 'auth-shadowed'
  | 'auth-token-and-basic'
  | 'auth-token-and-pair'
  | 'aws-cluster-name'
  | 'cluster-resources'
  | 'config-field-case'
  | 'config-field-duplicate'
  | 'config-field-misplaced'
  | 'config-field-unknown'
  | 'config-json'
  | 'config-missing'
  | 'config-type'
  | 'data-encoding'
  | 'exec-and-aws'
  | 'exec-api-version'
  | 'exec-command'
  | 'label-missing'
  | 'label-value'
  | 'name-illegal'
  | 'name-missing'
  | 'name-reserved'
  | 'namespaces-form'
  | 'proxy-invalid'
  | 'proxy-scheme'
  | 'proxy-user-info'
  | 'server-dot-segment'
  | 'server-escape'
  | 'server-fragment'
  | 'server-host'
  | 'server-http'
  | 'server-missing'
  | 'server-port'
  | 'server-query'
  | 'server-reserved'
  | 'server-scheme'
  | 'server-trailing-slash'
  | 'server-url'
  | 'server-user-info'
  | 'server-white-space'
  | 'shard-number'
  | 'tls-base64'
  | 'tls-insecure-with-ca'
  | 'tls-pair-half'
  | 'tls-pair-mismatch'
  | 'tls-pem'
  | 'token-white-space'

/** One way in which a cluster Secret is not what Argo CD can use (argo-cd v3.2–3.6, read and run). */
export interface ClusterFault {
  readonly id: ClusterFaultId
  /** `warning`: Argo CD takes it, but not as it reads. */
  readonly severity: 'error' | 'warning'
  /** `data.config.tlsClientConfig.caData`, `metadata.labels[…]`. */
  readonly path: string
  /** One sentence; never a value of the Secret. */
  readonly message: string
}

export const error = (id: ClusterFaultId, path: string, message: string): ClusterFault => ({
  id,
  severity: 'error',
  path,
  message,
})

export const warning = (id: ClusterFaultId, path: string, message: string): ClusterFault => ({
  id,
  severity: 'warning',
  path,
  message,
})
