const P = 'argocd-cluster-registrar/'

type Map = Readonly<Record<string, string>>

/** A namespace labelled for registration. */
export const namespace = (
  name: string,
  cluster = name,
  more: {
    readonly labels?: Map
    readonly annotations?: Map
    readonly managedBy?: string
    readonly prefix?: string
  } = {},
): object => {
  const { labels = {}, annotations, managedBy = 'cluster-registrar', prefix = P } = more
  return {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: {
      name,
      labels: { [`${prefix}managed-by`]: managedBy, [`${prefix}cluster`]: cluster, ...labels },
      ...(annotations ? { annotations } : {}),
    },
  }
}

const kubeconfig = (server: string, token: string): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'c', cluster: { server } }],
    users: [{ name: 'u', user: { token } }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  })

/** A kubeconfig Secret as k3k leaves it. */
export const source = (
  inNamespace: string,
  server: string,
  token = 'child-token',
  { name = `k3k-${inNamespace}-kubeconfig`, key = 'kubeconfig.yaml' } = {},
): object => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, namespace: inNamespace },
  stringData: { [key]: kubeconfig(server, token) },
})

/** A cluster Secret of ours, as an earlier pass over the same files wrote it. */
export const registration = (
  cluster: string,
  inNamespace: string,
  server: string,
  token: string,
): object => ({
  apiVersion: 'v1',
  kind: 'Secret',
  type: 'Opaque',
  metadata: {
    name: `cluster-${cluster}`,
    namespace: 'argocd',
    labels: {
      'argocd.argoproj.io/secret-type': 'cluster',
      [`${P}managed-by`]: 'cluster-registrar',
      [`${P}cluster`]: cluster,
      [`${P}provider`]: 'k3k',
      [`${P}source-namespace`]: inNamespace,
    },
  },
  stringData: {
    name: cluster,
    server,
    config: JSON.stringify({ bearerToken: token, tlsClientConfig: { insecure: false } }),
  },
})

/** A namespace that nobody has labelled. */
export const plainNamespace = (name: string): object => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name },
})

/** An Application of Argo CD on the cluster of this address. */
export const application = (name: string, server: string, generatedBy?: string): object => ({
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'Application',
  metadata: {
    name,
    namespace: 'argocd',
    ...(generatedBy === undefined
      ? {}
      : {
          ownerReferences: [
            {
              apiVersion: 'argoproj.io/v1alpha1',
              kind: 'ApplicationSet',
              name: generatedBy,
              uid: `uid-argocd-${generatedBy}`,
              controller: true,
            },
          ],
        }),
  },
  spec: { destination: { server, namespace: 'default' } },
})

/** An ApplicationSet that gives out every cluster. */
export const applicationSet = (name: string): object => ({
  apiVersion: 'argoproj.io/v1alpha1',
  kind: 'ApplicationSet',
  metadata: { name, namespace: 'argocd' },
  spec: { generators: [{ clusters: {} }], template: {} },
})

/** A ConfigMap as a running controller has it. */
export const controllerConfig = (name: string, inNamespace: string, lines: readonly string[]): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: inNamespace, labels: { 'app.kubernetes.io/name': 'kubectl-registrar' } },
  data: { 'config.yaml': ['apiVersion: registrar/v1', 'kind: Config', ...lines, ''].join('\n') },
})

/** Text for `-f -`. */
export const manifest = (...objects: readonly object[]): string =>
  JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects })
