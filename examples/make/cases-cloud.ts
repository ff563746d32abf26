import { kubeconfigText, type Login, type Pem } from './kubeconfig.ts'
import { fileText, namespaceOf, secretOf, type Case } from './manifest.ts'

const capaEks = (pem: Pem): Case => {
  const namespace = 'eks-web'
  const server = 'https://0123456789ABCDEF0123456789ABCDEF.gr7.eu-west-1.eks.amazonaws.com'
  const cluster = 'eks-web_web-control-plane'
  const text = (user: string, login: Login): string =>
    kubeconfigText(pem, server, { cluster, user, context: `${user}@${cluster}` }, login)
  const made = (name: string, clusterName: string, value: string): object =>
    secretOf(
      namespace,
      name,
      { value },
      {
        type: 'cluster.x-k8s.io/secret',
        labels: { 'cluster.x-k8s.io/cluster-name': clusterName },
        controller: ['controlplane.cluster.x-k8s.io/v1beta2', 'AWSManagedControlPlane', 'web-control-plane'],
      },
    )
  const login: Login = { kind: 'exec', command: 'aws-iam-authenticator', args: ['token', '-i', cluster] }
  return [
    'capa-eks',
    fileText(
      [
        'An EKS cluster of Cluster API. web-kubeconfig has a token that ends after 15 minutes; web-user-kubeconfig',
        'runs aws-iam-authenticator, which is translated: Argo CD makes its own tokens, as its own AWS identity.',
        'The provider capa-eks has to stand before capi, or the token is registered.',
      ],
      [
        namespaceOf(namespace, 'web'),
        made(
          'web-kubeconfig',
          'web',
          text(`${cluster}-capi-admin`, { kind: 'token', token: 'k8s-aws-v1.dGhyb3ctYXdheS1leGFtcGxl' }),
        ),
        made('web-user-kubeconfig', 'web-user', text(`${cluster}-user`, login)),
      ],
    ),
  ]
}

const KUBELOGIN_ARGS = [
  'get-token',
  ...['--environment', 'AzurePublicCloud'],
  ...['--server-id', '6dae42f8-4368-4678-94ff-3960e28e3630'],
  ...['--client-id', '80faf920-1908-4b52-b5ef-a8e7bedfc67a'],
  ...['--tenant-id', '11111111-2222-3333-4444-555555555555'],
  ...['--login', 'devicecode'],
]

const capzAks = (pem: Pem): Case => {
  const namespace = 'aks-batch'
  const server = 'https://batch-dns-0a1b2c3d.hcp.westeurope.azmk8s.io:443'
  const text = (user: string, context: string, login: Login): string =>
    kubeconfigText(pem, server, { cluster: 'batch', user, context }, login)
  const made = (name: string, value: string): object =>
    secretOf(
      namespace,
      name,
      { value },
      {
        labels: { 'cluster.x-k8s.io/cluster-name': 'batch' },
        controller: ['infrastructure.cluster.x-k8s.io/v1beta1', 'AzureManagedControlPlane', 'batch'],
      },
    )
  return [
    'capz-aks',
    fileText(
      [
        'An AKS cluster of Cluster API. batch-kubeconfig is the local administrator; batch-kubeconfig-user runs',
        'kubelogin, which is translated: Argo CD signs in as its own Azure identity. What says who signs in',
        '(--client-id, --tenant-id, --login) is left out, and a warning says so.',
      ],
      [
        namespaceOf(namespace, 'batch'),
        made('batch-kubeconfig', text('clusterAdmin_rg_batch', 'batch-admin', { kind: 'certificate' })),
        made(
          'batch-kubeconfig-user',
          text('clusterUser_rg_batch', 'batch', {
            kind: 'exec',
            command: 'kubelogin',
            args: KUBELOGIN_ARGS,
          }),
        ),
      ],
    ),
  ]
}

/** The two provisioners whose kubeconfigs run a cloud's sign-in tool. */
export const cloudCases = (pem: Pem): readonly Case[] => [capaEks(pem), capzAks(pem)]
