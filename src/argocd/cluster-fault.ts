/** One way in which a cluster Secret is not what Argo CD can use (argo-cd v3.2–3.6, read and run). */
export interface ClusterFault {
  /** Kebab-case, stable. */
  readonly id: string
  /** `warning`: Argo CD takes it, but not as it reads. */
  readonly severity: 'error' | 'warning'
  /** `data.config.tlsClientConfig.caData`, `metadata.labels[…]`. */
  readonly path: string
  /** One sentence; never a value of the Secret. */
  readonly message: string
}

export const error = (id: string, path: string, message: string): ClusterFault => ({
  id,
  severity: 'error',
  path,
  message,
})

export const warning = (id: string, path: string, message: string): ClusterFault => ({
  id,
  severity: 'warning',
  path,
  message,
})
