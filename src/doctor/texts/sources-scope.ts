import { UNUSABLE } from '../../engine/reasons/kubeconfig.ts'
import type { ReasonText } from '../../engine/reasons/reason-text.ts'
import { decided, warned } from './decided.ts'

const SERVICE: Readonly<Record<string, (service: string, port: string) => string>> = {
  absent: (service) => `is the name of a Service, and the hub, where Argo CD runs, has no Service ${service}`,
  port: (service, port) => `is the Service ${service} of the hub, which does not serve port ${port}`,
  'node-port': (service, port) =>
    `is the Service ${service} of the hub, and ${port} is its node port: only nodes answer there`,
}

const refused = decided(
  'the address leads back to Argo CD, or to the hub (server-loopback, server-in-cluster)',
)
const odd = warned('from where the address is reached only (the warnings server-* and proxy-loopback)')
const loopback = UNUSABLE['server-loopback']

/** Of what somebody else registered there is no decision. */
const spoken = (problem: string | undefined, isDecided: boolean): ReasonText => {
  if (problem === 'loopback') return loopback
  return isDecided ? refused : odd
}

export const SCOPE_TEXTS = {
  'server-scope': {
    message: (p) => {
      const service = SERVICE[p['problem'] ?? '']
      return service
        ? `server ${p['host'] ?? ''} ${service(p['service'] ?? '', p['port'] ?? '')}`
        : spoken(p['problem'], p['warned'] === undefined).message(p)
    },
    remedy: (p) =>
      SERVICE[p['problem'] ?? '']
        ? 'export an address that Argo CD can reach: a port that the Service has, or a load balancer'
        : spoken(p['problem'], p['warned'] === undefined).remedy(p),
  },
} as const satisfies Record<string, ReasonText>
