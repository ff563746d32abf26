import {
  isDesktopHost,
  isIpLiteral,
  isLocalHost,
  isLoopbackDns,
  isPrivateIpv4,
  isServiceDns,
} from '../argocd/host-scope.ts'
import { canonicalServer, isInClusterHost, trimServer } from '../argocd/server.ts'
import { looksLikeToken } from '../argocd/token.ts'
import { hasDotSegment } from '../argocd/url-path.ts'
import { hasBrokenEscape, normaliseHost, portNumber, splitUrl } from '../argocd/url.ts'
import type { UrlParts } from '../argocd/url.ts'
import { MASK, printableHost } from './printable.ts'
import { done, refuse } from './result.ts'
import type { Step } from './result.ts'
import type { Params, TranslationPolicy, TranslationWarning, TranslationWarningId } from './translation.ts'

export { canonicalServer } from '../argocd/server.ts'

export interface Address {
  /** As written, without trailing slashes: what Argo CD stores and compares. */
  readonly server: string
  readonly canonicalServer: string
  /** As `normaliseHost` writes it. */
  readonly host: string
  /** For messages: masked where it may be part of a credential. */
  readonly shownHost: string
  readonly warnings: readonly TranslationWarning[]
}

export type HubAddresses = Pick<TranslationPolicy, 'hubServers' | 'hubServices'>

// A kubectl habit that Argo CD has no idea of: client-go adds the scheme itself.
const HOST_AND_PORT = /^(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/

const suggestion = (server: string): Params => {
  const shown = printableHost(server)
  return shown === MASK ? {} : { suggestion: `https://${shown}` }
}

const notUrl = (server: string): ReturnType<typeof refuse> => {
  if (server === '') return refuse('server-invalid', { problem: 'empty' })
  if (/[\s\p{Cc}]/u.test(server)) return refuse('server-invalid', { problem: 'white-space' })
  if (HOST_AND_PORT.test(server))
    return refuse('server-invalid', { problem: 'no-scheme', ...suggestion(server) })
  return refuse('server-invalid', { problem: 'not-a-url' })
}

const isHub = (canonical: string, hub: HubAddresses): boolean => {
  if (hub.hubServers.includes(canonical)) return true
  const origin = /^https:\/\/[^/?]+/.exec(canonical)?.[0]
  return hub.hubServices.some((service) => canonicalServer(`https://${service}`) === origin)
}

const NODE_PORTS = { from: 30_000, to: 32_767 } as const

const warningsFor = (host: string, shown: string, port: number): readonly TranslationWarning[] => {
  const nodePort = isPrivateIpv4(host) && port >= NODE_PORTS.from && port <= NODE_PORTS.to
  const rules: readonly (readonly [TranslationWarningId, boolean])[] = [
    ['server-single-label', !isIpLiteral(host) && !host.includes('.')],
    ['server-in-cluster-dns', isServiceDns(host)],
    ['server-host-docker-internal', isDesktopHost(host)],
    ['server-loopback-dns', isLoopbackDns(host)],
    ['server-node-port', nodePort],
  ]
  return rules
    .filter(([, applies]) => applies)
    .map(([id]) => ({
      id,
      params: { host: shown, port: String(port) },
    }))
}

/** A slash inside a base64 text makes a host of what stands before it: then what follows it looks like the rest. */
const showHost = (host: string, rest: string): string => (looksLikeToken(rest) ? MASK : printableHost(host))

const formProblem = (parts: UrlParts): string | undefined => {
  if (parts.userInfo !== undefined) return 'user-info'
  if (parts.query !== undefined) return 'query'
  if (parts.fragment !== undefined) return 'fragment'
  if (hasBrokenEscape(parts)) return 'escape'
  if (hasDotSegment(parts.path)) return 'dot-segment'
  return undefined
}

/**
 * Judges the address of a child cluster (decisions, "Refused addresses"). Refused: not https, no legal host or port,
 * user-info, query, fragment, the hub itself in any spelling, loopback, unspecified and link-local addresses.
 * Nothing is contacted. Where an address breaks several rules, the one whose repair is the longest way comes first.
 */
export const classifyServer = (written: string, hub: HubAddresses): Step<Address> => {
  const server = trimServer(written)
  const parts = splitUrl(server)
  if (parts === undefined) return notUrl(server)
  if (parts.host === '') return refuse('server-invalid', { problem: 'no-host' })
  const host = normaliseHost(parts.host)
  if (host === undefined) return refuse('server-invalid', { problem: 'host' })
  const shownHost = showHost(host, server.replace(parts.host, ''))
  if (isInClusterHost(host)) return refuse('server-in-cluster', { host: shownHost })
  if (isLocalHost(host)) return refuse('server-loopback', { host: shownHost })
  const problem = formProblem(parts)
  if (problem !== undefined) return refuse('server-invalid', { problem, host: shownHost })
  if (parts.scheme === 'http') return refuse('server-insecure', { host: shownHost })
  if (parts.scheme !== 'https') return refuse('server-invalid', { problem: 'scheme', host: shownHost })
  const port = parts.port === undefined ? 443 : portNumber(parts.port)
  const canonical = canonicalServer(server)
  if (port === undefined || canonical === undefined)
    return refuse('server-invalid', { problem: 'port', host: shownHost })
  if (isHub(canonical, hub)) return refuse('server-in-cluster', { host: shownHost })
  return done({
    server,
    canonicalServer: canonical,
    host,
    shownHost,
    warnings: warningsFor(host, shownHost, port),
  })
}
