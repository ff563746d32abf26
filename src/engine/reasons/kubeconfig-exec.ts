import type { ReasonText } from './reason-text.ts'

const OPEN: Readonly<Record<string, string>> = {
  provider:
    'let the provider translate it: the presets capa-eks and capz-aks do, or end your own provider in `=exec`',
  setting: 'turn on --exec-credentials',
  both: 'turn on --exec-credentials, and use a provider that allows it (capa-eks, capz-aks, or your own with `=exec`)',
}

/** Params: command, gate. */
export const execGate: ReasonText = {
  message: ({ command = '', gate = '' }) =>
    `the user signs in by running ${command}, and translating exec credentials is off ` +
    (gate === 'provider'
      ? 'for this provider'
      : gate === 'setting'
        ? 'altogether'
        : 'altogether and for this provider'),
  remedy: ({ gate = 'both' }) => OPEN[gate] ?? '',
}

const ELSEWHERE: Readonly<Record<string, string>> = {
  doctl:
    'store the output of `doctl kubernetes cluster kubeconfig show --expiry-seconds N`, which has a token',
  'gke-gcloud-auth-plugin':
    'use a service-account token of the child cluster: for GKE, Argo CD would send its own Google token to any server',
  'kubectl-oidc_login':
    'store a service-account token or a client certificate: Argo CD cannot sign in by OIDC',
  oci: 'use a service-account token of the child cluster',
  tsh: "let Teleport's tbot write the cluster Secret (its kubernetes/argo-cd output)",
}

/** Params: command, expected. */
export const execUnknown: ReasonText = {
  message: ({ command = '', expected }) =>
    expected === undefined
      ? `the user signs in by running ${command === '' ? 'a command' : command}, which is not translated (only aws, ` +
        "aws-iam-authenticator, heptio-authenticator-aws and kubelogin are): Argo CD's image has only argocd-k8s-auth"
      : `the user signs in by running ${command}, but not as \`${expected}\`, the only form that is translated`,
  remedy: ({ command = '' }) =>
    ELSEWHERE[command] ?? 'store a kubeconfig with a client certificate or a service-account token',
}

type Problem = (command: string, flag: string) => string

const POLICY: Readonly<Record<string, Problem>> = {
  'bad-value': (command, flag) => `the value of ${flag} in the arguments of ${command} has an illegal form`,
  'extra-word': (command) => `${command} has a word too many in its arguments`,
  identity: (command, flag) =>
    `${command} is given ${flag}: a kubeconfig may not choose the identity that Argo CD signs in with`,
  legacy: (command, flag) => `${command} is given ${flag}, which Argo CD's own plugin does not have`,
  'no-cluster-name': (command, flag) => `${command} is not given ${flag}, so nothing names the EKS cluster`,
  'no-server-id': (command, flag) => `${command} is not given ${flag}, so it may not be Azure's tool at all`,
  'no-value': (command, flag) => `${command} is given ${flag} without a value`,
  oidc: (command, flag) => `${command} is given ${flag}: this is the OIDC tool of that name, not Azure's`,
  pop: (command, flag) =>
    `${command} is given ${flag}: Argo CD cannot make the proof-of-possession tokens it asks for`,
  repeated: (command, flag) => `${command} is given ${flag} more than once`,
  unsupported: (command, flag) => `${command} is given ${flag}, which is not translated`,
  variable: (command, flag) => `the environment variable ${flag} of ${command} is not translated`,
}

const POLICY_REMEDIES: Readonly<Record<string, string>> = {
  identity: 'leave it out, and give the identity of the Argo CD pods access to the child cluster',
  legacy: 'leave it out of exec.args (`az aks get-credentials` writes a file without it)',
  oidc: 'store a kubeconfig with a client certificate or a service-account token',
  pop: 'store a kubeconfig with a service-account token',
  variable: 'leave it out of exec.env; a region belongs in AWS_REGION or --region',
}

/** Params: command, problem, flag. */
export const execPolicy: ReasonText = {
  message: ({ command = '', problem = '', flag = '' }) =>
    POLICY[problem]?.(command, flag) ?? `the arguments of ${command} are not translated`,
  remedy: ({ problem = '', flag = '' }) =>
    POLICY_REMEDIES[problem] ?? `correct ${flag} in exec.args of the kubeconfig`,
}

const UNTRUSTED: Readonly<Record<string, string>> = {
  host: "is not one of the cloud's own API servers",
  insecure: 'is reached with insecure-skip-tls-verify',
  'proxy-url': 'is reached through a proxy-url that is not listed',
  'tls-server-name': "is checked against a tls-server-name that is not one of the cloud's own",
}

/** Params: problem, host, cloud. */
export const execUntrusted: ReasonText = {
  message: ({ problem = '', host = '', cloud = '' }) =>
    `server ${host} ${UNTRUSTED[problem] ?? 'is not trusted'}, so Argo CD's own ${cloud} token is not sent there`,
  remedy: ({ problem = '' }) => {
    if (problem === 'proxy-url') return 'list the proxy in the setting execProxies if it is yours'
    if (problem === 'insecure') return 'put certificate-authority-data in its place'
    return 'list the host in the setting execHosts if it is yours'
  },
}
