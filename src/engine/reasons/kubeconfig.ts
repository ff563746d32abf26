import type { ReasonText } from './reason-text.ts'
import type { Params, UnusableCause } from '../../kubeconfig/translation.ts'
import { execGate, execPolicy, execUnknown, execUntrusted } from './kubeconfig-exec.ts'
import { credentialInvalid, MATERIAL } from './kubeconfig-material.ts'
import { proxyInvalid, serverInvalid } from './kubeconfig-server.ts'
import { unparsable } from './kubeconfig-unparsable.ts'

export { TRANSLATION_WARNINGS } from './kubeconfig-warnings.ts'

const text = (params: Params, name: string, fallback = ''): string => params[name] ?? fallback

const FLATTEN = 'run `kubectl config view --raw --flatten` where the file is, and store its output'

const loopbackRemedy =
  'export an address that Argo CD can reach: for vcluster set exportKubeConfig.server (for example ' +
  'https://NAME.NAMESPACE.svc), for kind use `kind get kubeconfig --internal`'

/**
 * Texts for every cause, with the params each takes (all optional):
 * - kubeconfig-unparsable: problem, line, field, expected
 * - pair-ambiguous: clusters, users, contexts · pair-dangling: missing, name, context, contexts
 * - server-invalid: problem, host, suggestion, field · server-insecure, server-in-cluster, server-loopback: host
 * - proxy-invalid: problem, scheme · ca-invalid: problem · ca-with-insecure: none
 * - credential-missing: problem, present, missing, key · credential-file: field, key
 * - credential-invalid: field, problem · credential-ambiguous: other
 * - impersonation: field · auth-provider: name
 * - exec-gate: command, gate · exec-unknown: command, expected · exec-policy: command, problem, flag
 * - exec-apiversion: command · exec-server-untrusted: problem, host, cloud
 */
export const UNUSABLE: Readonly<Record<UnusableCause, ReasonText>> = {
  'kubeconfig-unparsable': unparsable,
  'pair-ambiguous': {
    message: (p) =>
      `the kubeconfig has ${text(p, 'clusters')} clusters and ${text(p, 'users')} users but no current-context, ` +
      'and which belong together is not guessed' +
      (text(p, 'contexts') === '' ? '' : `; its contexts are ${text(p, 'contexts')}`),
    remedy: () =>
      'set current-context (`kubectl config use-context NAME`), or leave one cluster and one user in it',
  },
  'pair-dangling': {
    message: (p) =>
      text(p, 'missing') === 'context'
        ? `current-context names the context ${JSON.stringify(text(p, 'name'))}, which is not in the kubeconfig`
        : `the current context ${JSON.stringify(text(p, 'context'))} names the ${text(p, 'missing', 'entry')} ` +
          `${JSON.stringify(text(p, 'name'))}, which is not in the kubeconfig`,
    remedy: (p) =>
      text(p, 'missing') === 'context' && text(p, 'contexts') !== ''
        ? `set current-context to one of ${text(p, 'contexts')}`
        : 'make current-context, its cluster and its user name entries that are there',
  },
  'server-invalid': serverInvalid,
  'server-insecure': {
    message: (p) => `server is plain http (${text(p, 'host')}): Argo CD would send the credential in clear`,
    remedy: () => 'serve the API over https and put that address into cluster.server',
  },
  'server-in-cluster': {
    message: (p) =>
      `server ${text(p, 'host')} is the hub cluster itself: Argo CD would ignore the credential and talk to itself`,
    remedy: () => 'put the address of the child cluster, as seen from the hub, into cluster.server',
  },
  'server-loopback': {
    message: (p) =>
      `server ${text(p, 'host')} is a loopback or link-local address: from Argo CD's pod, that pod itself`,
    remedy: () => loopbackRemedy,
  },
  'proxy-invalid': proxyInvalid,
  'ca-invalid': {
    message: (p) => `certificate-authority-data ${MATERIAL.message(text(p, 'problem'))}`,
    remedy: (p) => MATERIAL.remedy(text(p, 'problem')),
  },
  'ca-with-insecure': {
    message: () =>
      'certificate-authority-data stands beside insecure-skip-tls-verify: true, which Argo CD and kubectl both refuse',
    remedy: () => 'remove insecure-skip-tls-verify and let the CA be used',
  },
  'credential-missing': {
    message: (p) => {
      const problem = text(p, 'problem')
      if (problem === 'no-users') return 'the kubeconfig lists no user, so it holds no credential'
      if (problem === 'half') return `${text(p, 'present')} is there but ${text(p, 'missing')} is missing`
      if (problem === 'empty-token-file')
        return `tokenFile names the Secret's key ${text(p, 'key')}, which is empty`
      return 'the user has no credential: no client certificate, token, user name and password, or exec'
    },
    remedy: (p) => {
      if (text(p, 'problem') === 'half')
        return `add user.${text(p, 'missing')}, or remove user.${text(p, 'present')}`
      if (text(p, 'problem') === 'empty-token-file') return 'wait for the provisioner to fill that key'
      return 'add client-certificate-data and client-key-data, or a token, to the user'
    },
  },
  'credential-file': {
    message: (p) =>
      text(p, 'key') === ''
        ? `${text(p, 'field')} names a file, which neither the hub nor Argo CD can read`
        : `${text(p, 'field')} names the key ${text(p, 'key')}, which is not in the Secret`,
    remedy: (p) =>
      text(p, 'field') === 'tokenFile'
        ? 'put the token into user.token, or make tokenFile name another key of the same Secret'
        : FLATTEN,
  },
  'credential-invalid': credentialInvalid,
  'credential-ambiguous': {
    message: (p) =>
      `username and password stand beside ${text(p, 'other')}, and Argo CD takes only one of them`,
    remedy: () => 'leave one way to sign in in the user',
  },
  impersonation: {
    message: (p) =>
      `the user impersonates (${text(p, 'field')}): Argo CD has no field for it and would act as the impersonator`,
    remedy: () =>
      'give Argo CD a credential of the identity it is to have, without user.as, as-uid or as-groups',
  },
  'auth-provider': {
    message: (p) =>
      `the user signs in with auth-provider${text(p, 'name') === '' ? '' : ` ${JSON.stringify(text(p, 'name'))}`}, ` +
      'which kubectl and Argo CD no longer have',
    remedy: (p) =>
      text(p, 'name') === 'azure'
        ? 'run `kubelogin convert-kubeconfig`, or fetch the file again with `az aks get-credentials`'
        : 'store a kubeconfig with a client certificate or a service-account token',
  },
  'exec-gate': execGate,
  'exec-unknown': execUnknown,
  'exec-policy': execPolicy,
  'exec-apiversion': {
    message: (p) =>
      `exec.apiVersion of ${text(p, 'command')} is neither client.authentication.k8s.io/v1beta1 nor v1, ` +
      'the only ones left in kubectl and Argo CD',
    remedy: () => 'write the kubeconfig again with a current version of the tool that made it',
  },
  'exec-server-untrusted': execUntrusted,
}
