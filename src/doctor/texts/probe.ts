import type { ReasonText } from '../../engine/reasons/reason-text.ts'
import { PROBE_TLS_TEXTS } from './probe-tls.ts'
import { LATE, tail, told, value } from './probe-told.ts'

export const PROBE_TEXTS = {
  'probe-dns': told({
    late: LATE,
    unknown: {
      what: (p) => `there is no host ${value(p, 'host')} (${value(p, 'code')})`,
      then: 'correct the address in its kubeconfig, or the DNS record; a private zone may be known to the hub only: --probe=pod',
    },
    failed: {
      what: (p) => `the DNS gave no answer for ${value(p, 'host')} (${value(p, 'code')})`,
      then: 'try again, and look at the DNS of this machine',
    },
    'in-hub': {
      what: (p) => `${value(p, 'host')} is a name inside of the hub`,
      then: 'probe it from there: --probe=pod',
    },
    local: {
      what: (p) =>
        `${value(p, 'host')} is loopback or link-local, which means another machine where Argo CD runs: not contacted`,
      then: 'give its kubeconfig an address that Argo CD can reach',
    },
  }),
  'probe-tcp': told({
    late: LATE,
    refused: {
      what: (p) => `no connection to ${value(p, 'server')} (${value(p, 'code')})`,
      then: 'see whether the API server runs, and what firewalls and network policies let through from Argo CD',
    },
    proxy: {
      what: (p) =>
        `no connection to ${value(p, 'server')} through the proxy ${value(p, 'proxy')} (${value(p, 'code')})`,
      then: 'see whether the proxy runs and lets this address through; it is proxy-url of the kubeconfig',
    },
    'no-tls': {
      what: (p) => `${value(p, 'server')} takes the connection, and no TLS comes about (${value(p, 'code')})`,
      then: 'see whether the port is that of the API server, and speaks https',
    },
  }),
  ...PROBE_TLS_TEXTS,
  'probe-forbidden': {
    message: (p) =>
      p['said'] ?? `its credential is known, and may not read ${value(p, 'path')} (HTTP 403) ${tail(p)}`,
    remedy: (p) =>
      p['advice'] ??
      'in that cluster, bind system:discovery to its group or user, and what Argo CD is to deploy besides',
  },
  'probe-discovery': told({
    late: LATE,
    redirect: {
      what: (p) =>
        `${value(p, 'path')} answers with a redirect (HTTP ${value(p, 'status')}), which is not followed: no API server does that`,
      then: 'register the address of the API server, not that of a console or a login page',
    },
    status: {
      what: (p) => `${value(p, 'path')} answers HTTP ${value(p, 'status')}`,
      then: 'look at the API server, and at what stands before it',
    },
    'not-kubernetes': {
      what: (p) => `what ${value(p, 'path')} answers is no API server's`,
      then: 'correct the address in its kubeconfig: port and path too',
    },
    empty: {
      what: 'it names no API versions: an API server that is not ready, or none',
      then: 'look at the API server, and at what stands before it',
    },
    'cut-off': {
      what: (p) => `the connection broke while it answered (${value(p, 'code')})`,
      then: 'look at the API server, and at what stands before it',
    },
  }),
  'probe-slow': told({
    slow: {
      what: (p) => `it answers slowly, the longest in the step ${value(p, 'phase')}`,
      then: 'look at the way to it, and at the load of its API server',
    },
    none: {
      what: (p) => `${value(p, 'answered')} of ${value(p, 'all')} clusters answered as they should`,
      then: '',
    },
  }),
} as const satisfies Record<string, ReasonText>
