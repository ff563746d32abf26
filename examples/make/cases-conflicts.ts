import { kubeconfigText, type Pem } from './kubeconfig.ts'
import { fileText, namespaceOf, secretOf, type Case, type Manifest } from './manifest.ts'

const k3kNamespace = (
  pem: Pem,
  namespace: string,
  cluster: string,
  server: string,
  createdAt?: string,
): readonly Manifest[] => {
  const names = { cluster: 'default', user: 'default', context: 'default' }
  return [
    namespaceOf(namespace, cluster, createdAt === undefined ? {} : { createdAt }),
    secretOf(namespace, `k3k-${cluster}-kubeconfig`, {
      'kubeconfig.yaml': kubeconfigText(pem, server, names, { kind: 'certificate' }),
    }),
  ]
}

const nameConflict = (pem: Pem): Case => [
  'name-conflict',
  fileText(
    ['Two namespaces ask for the name shop. The older one, shop-blue, has it; the other is refused.'],
    [
      ...k3kNamespace(pem, 'shop-blue', 'shop', 'https://192.0.2.51', '2026-01-10T08:00:00Z'),
      ...k3kNamespace(pem, 'shop-green', 'shop', 'https://192.0.2.52', '2026-03-02T08:00:00Z'),
    ],
  ),
]

const twinServer = (pem: Pem): Case => [
  'twin-server',
  fileText(
    [
      'Two namespaces with two names and one address, written differently. One address can be one cluster only:',
      'the older one has it, and the other is refused.',
    ],
    [
      ...k3kNamespace(pem, 'lab-one', 'lab-one', 'https://lab.example.com:6443', '2026-01-10T08:00:00Z'),
      ...k3kNamespace(pem, 'lab-two', 'lab-two', 'https://LAB.example.com:6443/', '2026-03-02T08:00:00Z'),
    ],
  ),
]

const handMade = (pem: Pem): Case => [
  'hand-made',
  fileText(
    [
      'A cluster Secret that somebody wrote by hand holds the name billing, and a namespace asks for that name.',
      'The Secret is never taken over: the namespace is refused.',
    ],
    [
      secretOf(
        'argocd',
        'cluster-billing',
        {
          name: 'billing',
          server: 'https://192.0.2.61',
          config: '{"bearerToken":"throw-away-example","tlsClientConfig":{"insecure":false}}',
        },
        { labels: { 'argocd.argoproj.io/secret-type': 'cluster' } },
      ),
      ...k3kNamespace(pem, 'k3k-billing', 'billing', 'https://192.0.2.62'),
    ],
  ),
]

const waiting = (): Case => [
  'waiting',
  fileText(
    ['A namespace that is labelled before its provisioner has written the kubeconfig: nothing to do yet.'],
    [namespaceOf('k3k-soon', 'soon')],
  ),
]

const unusable = (pem: Pem): Case => {
  const names = {
    cluster: 'kubernetes',
    user: 'kubernetes-super-admin',
    context: 'kubernetes-super-admin@kubernetes',
  }
  return [
    'unusable',
    fileText(
      [
        'A virtual cluster with the address vcluster exports by default, https://localhost:8443. From the pod of',
        'Argo CD that is the pod itself: refused, with what to set instead.',
      ],
      [
        namespaceOf('vcluster-demo', 'demo'),
        secretOf(
          'vcluster-demo',
          'vc-demo',
          { config: kubeconfigText(pem, 'https://localhost:8443', names, { kind: 'certificate' }) },
          { labels: { app: 'vcluster', 'vcluster-name': 'demo' } },
        ),
      ],
    ),
  ]
}

/** What a hub has besides clusters that simply register. */
export const conflictCases = (pem: Pem): readonly Case[] => [
  nameConflict(pem),
  twinServer(pem),
  handMade(pem),
  waiting(),
  unusable(pem),
]
