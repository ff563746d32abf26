import type { ReasonText } from '../../engine/reasons/reason-text.ts'
import { SYNC, tail, told, value } from './probe-told.ts'

/** Of what a probe finds once it is connected: who the server is, and whom it knows. */
export const PROBE_TLS_TEXTS = {
  'probe-tls-ca': told({
    authority: {
      what: (p) =>
        `its certificate is issued by ${value(p, 'issuer')}, which the registered CA does not vouch for (${value(p, 'code')})`,
      then: `if the cluster was made anew, ${SYNC}; otherwise somebody may be in between`,
    },
    'unusable-ca': {
      what: "the registered CA can't be used for TLS",
      then: SYNC,
    },
  }),
  'probe-tls-name': {
    message: (p) =>
      p['said'] ??
      `its certificate is not for ${value(p, 'wanted')}, but for ${value(p, 'names') === '' ? 'no name at all (a common name does not count)' : value(p, 'names')} ${tail(p)}`,
    remedy: (p) =>
      p['advice'] ??
      'use one of these names in the kubeconfig, as the server or as tls-server-name; or issue the certificate for the name that is used',
  },
  'probe-tls-expired': told({
    expired: {
      what: (p) =>
        `the certificate of its API server, or of the authority above, has ended (${value(p, 'date')})`,
      then: 'renew the certificates of the API server: this is not what sync can do',
    },
    'not-yet-valid': {
      what: (p) => `the certificate of its API server is not valid before ${value(p, 'date')}`,
      then: 'compare the clocks of this machine and of the API server',
    },
    expiring: {
      what: (p) => `the certificate of its API server ends on ${value(p, 'date')}`,
      then: 'renew the certificates of the API server: this is not what sync can do',
    },
  }),
  'probe-auth': told({
    refused: {
      what: (p) => `its credential is not accepted (HTTP ${value(p, 'status')})`,
      then: SYNC,
    },
    none: {
      what: (p) => `it has no credential, and nobody may go without (HTTP ${value(p, 'status')})`,
      then: SYNC,
    },
    'pair-refused': {
      what: (p) => `its client certificate is refused, or one is missing (${value(p, 'code')})`,
      then: SYNC,
    },
    'unusable-pair': {
      what: "its client certificate and key can't be used for TLS",
      then: SYNC,
    },
    exec: {
      what: 'it answers; signing in is not tried, as Argo CD does that with a command or an identity of its own pod',
      then: 'look at the connection state: argocd cluster get',
    },
    insecure: {
      what: 'it answers; nobody signs in from here, as its certificate is not checked (insecure)',
      then: 'put its CA into the kubeconfig in place of insecure-skip-tls-verify',
    },
    plain: {
      what: 'it answers; nobody signs in from here, as its address is plain http',
      then: 'give it an https address',
    },
    unreadable: {
      what: (p) =>
        ({
          config: "not contacted: its config can't be read",
          server: 'not contacted: its server is no address',
          proxy: 'not contacted: its proxyUrl is no address of a proxy',
          'proxy-password': 'not contacted: its proxyUrl holds a password, which is not sent from here',
        })[value(p, 'why')] ?? '',
      then: 'see what the checks cluster-… say of it',
    },
  }),
} as const satisfies Record<string, ReasonText>
