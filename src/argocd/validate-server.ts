import { error, warning } from './cluster-fault.ts'
import type { ClusterFault } from './cluster-fault.ts'
import { IN_CLUSTER_SERVER, isInClusterHost, trimServer } from './server.ts'
import { hasDotSegment } from './url-path.ts'
import { hasBrokenEscape, normaliseHost, portNumber, splitUrl } from './url.ts'

const PATH = 'data.server'

// argocd-agent and allowed twins tell clusters on one address apart by these.
const QUERY_KEYS = new Set(['agentName', '__uid'])

const foreignQuery = (query: string | undefined): boolean =>
  query !== undefined && query.split('&').some((pair) => !QUERY_KEYS.has(pair.split('=')[0] ?? ''))

const portFault = (port: string | undefined): boolean => port !== undefined && portNumber(port) === undefined

const urlFaults = (server: string, name: string): readonly ClusterFault[] => {
  const parts = splitUrl(server)
  if (parts === undefined) return [error('server-url', PATH, 'it is not an absolute URL')]
  const faults: ClusterFault[] = []
  const host = normaliseHost(parts.host)
  if (parts.userInfo !== undefined)
    faults.push(
      error('server-user-info', PATH, 'it carries a user name or password, which Argo CD shows to everyone'),
    )
  if (host === undefined) faults.push(error('server-host', PATH, 'it has no legal host'))
  if (portFault(parts.port))
    faults.push(error('server-port', PATH, 'its port is not a number from 1 to 65535'))
  if (parts.scheme !== 'https' && parts.scheme !== 'http')
    faults.push(error('server-scheme', PATH, 'its scheme is not https'))
  if (parts.scheme === 'http') faults.push(error('server-http', PATH, 'credentials would travel in clear'))
  if (foreignQuery(parts.query)) faults.push(warning('server-query', PATH, 'it has a query'))
  if (hasBrokenEscape(parts))
    faults.push(error('server-escape', PATH, 'it has a broken percent escape, so Argo CD can not read it'))
  if (hasDotSegment(parts.path))
    faults.push(
      error('server-dot-segment', PATH, "its path has . or .. in it, which Argo CD's client resolves"),
    )
  if (parts.fragment !== undefined) faults.push(error('server-fragment', PATH, 'it has a fragment'))
  if (host !== undefined && isInClusterHost(host) && !(server === IN_CLUSTER_SERVER && name === 'in-cluster'))
    faults.push(
      error(
        'server-reserved',
        PATH,
        server === IN_CLUSTER_SERVER
          ? 'it is the cluster Argo CD runs in, under another name; its config is ignored'
          : 'it is an alias of the cluster Argo CD runs in, which Argo CD takes for a remote one',
      ),
    )
  return faults
}

/** Faults of `data.server`; `name` is `data.name`. */
export const validateServer = (stored: string, name: string): readonly ClusterFault[] => {
  if (stored === '')
    return [error('server-missing', PATH, 'it is empty: Argo CD would talk to http://localhost')]
  if (/[\s\p{Cc}]/u.test(stored)) return [error('server-white-space', PATH, 'it has white space in it')]
  const server = trimServer(stored)
  const slash =
    server === stored
      ? []
      : [
          warning(
            'server-trailing-slash',
            PATH,
            'it ends in a slash, which Argo CD strips here but not in generators',
          ),
        ]
  return [...slash, ...urlFaults(server, name)]
}
