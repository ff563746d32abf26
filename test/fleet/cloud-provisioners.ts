import type { Secret } from '../../src/kube/objects.ts'
import { kubeconfigText } from './kubeconfig-text.ts'
import { controller, digest, secretOf, type Delivery, type Order } from './order.ts'

export const capaEks = (order: Order): Delivery => {
  const { name, namespace, index, credential } = order
  const id = digest(`eks ${index}`).slice(0, 32).toUpperCase()
  const server = `https://${id}.gr7.eu-west-1.eks.amazonaws.com`
  const cluster = `${namespace}_${name}-control-plane`
  const text = (user: string, login: Parameters<typeof kubeconfigText>[0]['credential']): string =>
    kubeconfigText({
      server,
      ca: credential.ca,
      cluster,
      context: `${user}@${cluster}`,
      user,
      credential: login,
    })
  const made = (secret: string, clusterName: string, value: string): Secret =>
    secretOf(order, {
      name: secret,
      type: 'cluster.x-k8s.io/secret',
      labels: { 'cluster.x-k8s.io/cluster-name': clusterName },
      owner: controller(
        'controlplane.cluster.x-k8s.io/v1beta2',
        'AWSManagedControlPlane',
        `${name}-control-plane`,
        order,
      ),
      text: { value },
    })
  const token = `k8s-aws-v1.${Buffer.from(`https://sts.eu-west-1.amazonaws.com/?${id}`).toString('base64url')}`
  const secret = `${name}-user-kubeconfig`
  const exec = { command: 'aws-iam-authenticator', args: ['token', '-i', cluster] }
  return {
    secrets: [
      made(`${name}-kubeconfig`, name, text(`${cluster}-capi-admin`, { token })),
      // CAPA derives the label from the Secret's name, hence `-user`.
      made(secret, `${name}-user`, text(`${cluster}-user`, exec)),
    ],
    expected: {
      secret,
      key: 'value',
      server,
      config: {
        tlsClientConfig: { insecure: false, caData: credential.ca },
        awsAuthConfig: { clusterName: cluster },
      },
    },
  }
}

const AKS_SERVER_ID = '6dae42f8-4368-4678-94ff-3960e28e3630'
const KUBELOGIN_ARGS = [
  ...['get-token', '--environment', 'AzurePublicCloud', '--server-id', AKS_SERVER_ID],
  ...['--client-id', '80faf920-1908-4b52-b5ef-a8e7bedfc67a'],
  ...['--tenant-id', '11111111-2222-3333-4444-555555555555', '--login', 'devicecode'],
]

export const capzAks = (order: Order): Delivery => {
  const { name, index, credential } = order
  const server = `https://${name}-dns-${digest(`aks ${index}`).slice(0, 8)}.hcp.westeurope.azmk8s.io:443`
  const made = (secret: string, value: string): Secret =>
    secretOf(order, {
      name: secret,
      labels: { 'cluster.x-k8s.io/cluster-name': name },
      owner: controller('infrastructure.cluster.x-k8s.io/v1beta1', 'AzureManagedControlPlane', name, order),
      text: { value },
    })
  const text = (role: string, login: Parameters<typeof kubeconfigText>[0]['credential']): string => {
    const context = role === 'Admin' ? `${name}-admin` : name
    const user = `cluster${role}_rg-aks_${name}`
    return kubeconfigText({ server, ca: credential.ca, cluster: name, context, user, credential: login })
  }
  const hint = '\nkubelogin is not installed which is required to connect to AAD enabled cluster.\n'
  const secret = `${name}-kubeconfig-user`
  return {
    secrets: [
      // AKS gives its local administrator a pair and a token at once.
      made(
        `${name}-kubeconfig`,
        text('Admin', { ...credential, token: digest(`aks token ${index}`).slice(0, 32) }),
      ),
      made(secret, text('User', { command: 'kubelogin', args: KUBELOGIN_ARGS, installHint: hint })),
    ],
    expected: {
      secret,
      key: 'value',
      server,
      config: {
        tlsClientConfig: { insecure: false, caData: credential.ca },
        execProviderConfig: {
          command: 'argocd-k8s-auth',
          args: ['azure'],
          env: { AAD_ENVIRONMENT_NAME: 'AzurePublicCloud', AAD_SERVER_APPLICATION_ID: AKS_SERVER_ID },
          apiVersion: 'client.authentication.k8s.io/v1beta1',
        },
      },
    },
  }
}
