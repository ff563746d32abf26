import { canonicalPath } from './url-path.ts'
import { normaliseHost, portNumber, splitUrl } from './url.ts'

/** Argo CD's magic address of the cluster it runs in; every other spelling is a remote cluster to it. */
export const IN_CLUSTER_SERVER = 'https://kubernetes.default.svc'

/** Go's `strings.TrimRight(server, "/")`: the only normalising Argo CD does. */
export const trimServer = (server: string): string => {
  let end = server.length
  while (end > 0 && server.charCodeAt(end - 1) === 47) end--
  return server.slice(0, end)
}

const agentName = (query: string | undefined): string => {
  const pair = query?.split('&').find((part) => part.startsWith('agentName='))
  return pair === undefined ? '' : `?${pair}`
}

/**
 * The one spelling of an address that comparisons use: lower-case scheme and host, no trailing dot, the port filled
 * in, the path as client-go asks for it (no trailing slashes, nothing escaped that need not be), no user-info, and of the query only `agentName`, which argocd-agent tells clusters apart
 * by. Idempotent. `undefined`: no http(s) address. Never stored: Argo CD compares what is written, byte by byte.
 */
export const canonicalServer = (server: string): string | undefined => {
  const parts = splitUrl(server)
  if (parts === undefined) return undefined
  const fallback = parts.scheme === 'https' ? 443 : parts.scheme === 'http' ? 80 : undefined
  const host = normaliseHost(parts.host)
  if (fallback === undefined || host === undefined) return undefined
  const port = parts.port === undefined || parts.port === '' ? fallback : portNumber(parts.port)
  if (port === undefined) return undefined
  return `${parts.scheme}://${host}:${String(port)}${canonicalPath(parts.path)}${agentName(parts.query)}`
}

/** Any spelling of the in-cluster service, of any cluster domain; `host` as `normaliseHost` writes it. */
export const isInClusterHost = (host: string): boolean =>
  host === 'kubernetes.default' ||
  host === 'kubernetes.default.svc' ||
  host.startsWith('kubernetes.default.svc.')
