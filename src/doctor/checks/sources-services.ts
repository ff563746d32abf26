import { isPrivateIpv4, isServiceDns } from '../../argocd/host-scope.ts'
import { isInClusterHost } from '../../argocd/server.ts'
import { normaliseHost, portNumber, splitUrl } from '../../argocd/url.ts'
import { isForbidden } from '../../kube/errors.ts'
import type { Service } from '../../kube/objects.ts'
import type { Params } from '../../kubeconfig/translation.ts'
import type { Inspection } from '../inspection.ts'

interface HostPort {
  readonly host: string
  readonly port: number
}

/** Undefined where the address has no such form. */
const hostOf = (server: string): HostPort | undefined => {
  const parts = splitUrl(server)
  const host = parts && normaliseHost(parts.host)
  const port = parts?.port === undefined ? 443 : portNumber(parts.port)
  return host === undefined || port === undefined ? undefined : { host, port }
}

/** May lead to a Service of the hub. */
const mayBeService = ({ host }: HostPort): boolean =>
  isServiceDns(host) || isPrivateIpv4(host) || host.startsWith('[')

/** Services of the hub, by the names and addresses they have in it. */
export type ServiceIndex = ReadonlyMap<string, Service>

/** Undefined where it can't be known, or no address asks for it. That Services may not be listed keeps no other finding. */
export const servicesFor = async (
  inspection: Inspection,
  servers: readonly string[],
): Promise<ServiceIndex | undefined> => {
  const isAsked = servers.some((server) => {
    const place = hostOf(server)
    return place !== undefined && mayBeService(place)
  })
  if (inspection.where === 'files' || !isAsked) return undefined
  try {
    const services = await inspection.list('services')
    return new Map(
      services.flatMap((service): [string, Service][] => {
        const { name, namespace = '' } = service.metadata
        const addresses = [...new Set([service.spec?.clusterIP ?? '', ...(service.spec?.clusterIPs ?? [])])]
        const hosts = addresses.map((address) =>
          normaliseHost(address.includes(':') ? `[${address}]` : address),
        )
        return [
          [`${name}.${namespace}`, service],
          ...hosts.flatMap((host): [string, Service][] => (host === undefined ? [] : [[host, service]])),
        ]
      }),
    )
  } catch (error) {
    if (isForbidden(error)) return undefined
    throw error
  }
}

/**
 * - `served`: a Service of the hub, where Argo CD runs, so it is reached · `elsewhere`: no Service's address
 * - else what is wrong with it
 */
export type ServiceSight =
  | { readonly state: 'served' | 'elsewhere' }
  | { readonly state: 'wrong'; readonly problem: 'absent' | 'port' | 'node-port'; readonly params: Params }

/** What an address comes to among the Services of the hub. */
export const serviceAt = (services: ServiceIndex, server: string): ServiceSight => {
  const place = hostOf(server)
  // Of the hub's own API server other checks tell, whatever it is called.
  if (!place || isInClusterHost(place.host)) return { state: 'elsewhere' }
  const { host, port } = place
  const [name = '', namespace = ''] = host.split('.')
  const key = isServiceDns(host) ? `${name}.${namespace}` : host
  const service = services.get(key)
  const params = { host, port: String(port) }
  if (!service)
    return isServiceDns(host)
      ? { state: 'wrong', problem: 'absent', params: { ...params, service: `${namespace}/${name}` } }
      : { state: 'elsewhere' }
  const ports = service.spec?.ports ?? []
  if (ports.some((each) => each.port === port)) return { state: 'served' }
  const isNodePort = ports.some(({ nodePort }) => nodePort === port)
  return {
    state: 'wrong',
    problem: isNodePort ? 'node-port' : 'port',
    params: { ...params, service: `${service.metadata.namespace ?? ''}/${service.metadata.name}` },
  }
}
