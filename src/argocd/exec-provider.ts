/** The only credential plugin in Argo CD's own image. */
export const ARGOCD_AUTH = 'argocd-k8s-auth'

/** Argo CD has no default, and client-go takes v1beta1 and v1 only. */
export const EXEC_API_VERSION = 'client.authentication.k8s.io/v1beta1'

export const EXEC_API_VERSIONS: readonly string[] = [EXEC_API_VERSION, 'client.authentication.k8s.io/v1']
