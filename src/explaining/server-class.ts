import {
  isDesktopHost,
  isIpLiteral,
  isLocalHost,
  isLoopbackDns,
  isPrivateIpv4,
  isServiceDns,
} from '../argocd/host-scope.ts'
import { isInClusterHost } from '../argocd/server.ts'
import { normaliseHost, splitUrl } from '../argocd/url.ts'
import { shownServer } from '../engine/redact.ts'
import type { ExplainedServer } from './explanation.ts'

const SENTENCES = {
  'in-cluster': 'the hub itself: Argo CD would take it for the cluster it runs in',
  local: "loopback or link-local: from Argo CD's pod, that pod itself",
  service: 'a Service name: it resolves in the cluster it is in, and nowhere else',
  desktop: 'a name that only a container runtime on a desktop answers for',
  'loopback-name': 'a public name for a loopback address',
  'single-label': 'a name without a dot: it may resolve on its own network only',
  private: 'a private IP address: Argo CD has to have a route to it',
  ip: 'an IP address',
  name: 'a host name',
  invalid: 'no address that Argo CD can use',
} as const

/** Where an address can be reached from, as far as it tells by itself. */
export type ServerClass = keyof typeof SENTENCES

const RULES: readonly (readonly [ServerClass, (host: string) => boolean])[] = [
  ['in-cluster', isInClusterHost],
  ['local', isLocalHost],
  ['service', isServiceDns],
  ['desktop', isDesktopHost],
  ['loopback-name', isLoopbackDns],
  ['private', isPrivateIpv4],
  ['ip', isIpLiteral],
  ['single-label', (host) => !host.includes('.')],
]

const serverClass = (server: string): ServerClass => {
  const host = normaliseHost(splitUrl(server)?.host ?? '')
  if (host === undefined) return 'invalid'
  return RULES.find(([, applies]) => applies(host))?.[0] ?? 'name'
}

/** Nothing is contacted: this is what the address says by itself. */
export const explainServer = (server: string): ExplainedServer => {
  const found = serverClass(server)
  return { address: shownServer(server), class: found, message: SENTENCES[found] }
}
