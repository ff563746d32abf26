import type { ClusterFaultId } from '../../argocd/cluster-fault.ts'

/** Checks of one cluster Secret by itself. */
export type ShapeCheckId =
  | 'cluster-keys'
  | 'cluster-encoding'
  | 'cluster-name'
  | 'cluster-reserved'
  | 'cluster-server'
  | 'cluster-config-json'
  | 'cluster-config-field'
  | 'cluster-config-tls'
  | 'cluster-config-auth'
  | 'cluster-tls-insecure'
  | 'cluster-http'
  | 'cluster-options'
  | 'cluster-last-applied'
  | 'placeholder-applied'

/** Without the label a Secret is no cluster, and is not looked at here. */
const NOT_A_CLUSTER = undefined

/** Which check tells of a fault. Every fault has its place here, or the project does not compile. */
export const TOLD_BY: Readonly<Record<ClusterFaultId, ShapeCheckId | undefined>> = {
  'annotation-last-applied': 'cluster-last-applied',
  'annotation-refresh': 'cluster-options',
  'auth-missing': 'cluster-config-auth',
  'auth-shadowed': 'cluster-config-auth',
  'auth-token-and-basic': 'cluster-config-auth',
  'auth-token-and-pair': 'cluster-config-auth',
  'aws-cluster-name': 'cluster-config-auth',
  'cluster-resources': 'cluster-options',
  'config-field-case': 'cluster-config-field',
  'config-field-duplicate': 'cluster-config-field',
  'config-field-misplaced': 'cluster-config-field',
  'config-field-unknown': 'cluster-config-field',
  'config-json': 'cluster-config-json',
  'config-missing': 'cluster-keys',
  'config-type': 'cluster-config-field',
  'data-encoding': 'cluster-encoding',
  'exec-and-aws': 'cluster-config-auth',
  'exec-api-version': 'cluster-config-auth',
  'exec-command': 'cluster-config-auth',
  'label-missing': NOT_A_CLUSTER,
  'label-value': NOT_A_CLUSTER,
  'name-illegal': 'cluster-name',
  'name-missing': 'cluster-keys',
  'name-reserved': 'cluster-name',
  'namespaces-form': 'cluster-options',
  'proxy-invalid': 'cluster-config-field',
  'proxy-scheme': 'cluster-config-field',
  'proxy-user-info': 'cluster-config-field',
  'server-dot-segment': 'cluster-server',
  'server-escape': 'cluster-server',
  'server-fragment': 'cluster-server',
  'server-host': 'cluster-server',
  'server-http': 'cluster-http',
  'server-missing': 'cluster-keys',
  'server-port': 'cluster-server',
  'server-query': 'cluster-server',
  'server-reserved': 'cluster-reserved',
  'server-scheme': 'cluster-server',
  'server-trailing-slash': 'cluster-server',
  'server-url': 'cluster-server',
  'server-user-info': 'cluster-server',
  'server-white-space': 'cluster-server',
  'shard-number': 'cluster-options',
  'tls-base64': 'cluster-config-tls',
  'tls-insecure-with-ca': 'cluster-config-tls',
  'tls-pair-half': 'cluster-config-tls',
  'tls-pair-mismatch': 'cluster-config-tls',
  'tls-pem': 'cluster-config-tls',
  'token-white-space': 'cluster-encoding',
}
