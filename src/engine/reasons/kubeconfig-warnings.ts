import type { Params, TranslationWarningId } from '../../kubeconfig/translation.ts'
import type { ReasonText } from './reason-text.ts'

const value = (params: Params, name: string, fallback = ''): string => params[name] ?? fallback

const reachable = (where: string): ReasonText => ({
  message: (p) => `server ${value(p, 'host')} ${where}`,
  remedy: () => 'make sure that Argo CD can reach it, or export another server address',
})

/**
 * Texts for every warning, with the params each takes (all optional): server-*: host, port · proxy-loopback: host ·
 * credential-*: kind, date · token-short-lived: maker, date · exec-argument-dropped: command, arguments ·
 * exec-identity: command, cloud · token-file-ignored, insecure: none.
 */
export const TRANSLATION_WARNINGS: Readonly<Record<TranslationWarningId, ReasonText>> = {
  'token-file-ignored': {
    message: () => 'the user has both token and tokenFile; the token is used, and nothing refreshes it',
    remedy: () => 'leave only one of user.token and user.tokenFile',
  },
  'token-short-lived': {
    message: (p) =>
      `the ${value(p, 'maker') === '' ? '' : `${value(p, 'maker')} `}token is short-lived` +
      (value(p, 'date') === '' ? '' : ` (it ends ${value(p, 'date')})`),
    remedy: (p) =>
      value(p, 'maker') === 'EKS'
        ? 'put the provider capa-eks before capi and turn on --exec-credentials, so that Argo CD makes its own tokens'
        : 'store a kubeconfig with a client certificate or a long-lived service-account token',
  },
  'credential-expired': {
    message: (p) => `the ${value(p, 'kind', 'credential')} in the source ended ${value(p, 'date')}`,
    remedy: () => 'have the provisioner renew it; the registration follows by itself',
  },
  'credential-not-yet-valid': {
    message: (p) => `the ${value(p, 'kind', 'credential')} in the source begins only ${value(p, 'date')}`,
    remedy: () => 'compare the clocks of the hub and of the machine that made it',
  },
  'exec-argument-dropped': {
    message: (p) =>
      `left out of ${value(p, 'command')}: ${value(p, 'arguments')}; Argo CD signs in as itself`,
    remedy: () => 'give the identity of the Argo CD pods access to the child cluster',
  },
  'exec-identity': {
    message: (p) =>
      `${value(p, 'command')} was translated: Argo CD uses its own ${value(p, 'cloud')} identity`,
    remedy: () => 'give the identity of the Argo CD pods access to the child cluster',
  },
  insecure: {
    message: () => "insecure-skip-tls-verify is true: Argo CD does not check the child's certificate",
    remedy: () => 'put certificate-authority-data in its place',
  },
  'server-single-label': reachable('is a single-label name, which may resolve only on its own network'),
  'server-in-cluster-dns': {
    message: (p) =>
      `server ${value(p, 'host')} is a Service name, which resolves only in the cluster it is in`,
    remedy: () => 'nothing, if Argo CD runs in that cluster; else export another server address',
  },
  'server-host-docker-internal': reachable(
    'is a name that only a container runtime on a desktop answers for',
  ),
  'server-loopback-dns': reachable('is a public name for a loopback address'),
  'server-node-port': {
    message: (p) => `server ${value(p, 'host')}:${value(p, 'port')} is a node port on a private address`,
    remedy: () => 'make sure that the node keeps its address and that Argo CD can reach it',
  },
  'proxy-loopback': {
    message: (p) => `proxy-url is on ${value(p, 'host')}: from Argo CD's pod, that pod itself`,
    remedy: () => 'name a proxy that the Argo CD pods can reach, or remove cluster.proxy-url',
  },
}
