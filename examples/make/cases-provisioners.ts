import { kubeconfigText, type Pem } from './kubeconfig.ts'
import { fileText, namespaceOf, secretOf, type Case } from './manifest.ts'

const k3k = (pem: Pem): Case => {
  const names = { cluster: 'default', user: 'default', context: 'default' }
  const kubeconfig = kubeconfigText(pem, 'https://192.0.2.10', names, { kind: 'certificate' })
  return [
    'k3k',
    fileText(
      [
        'A k3k cluster, with a client certificate.',
        'Labels and annotations under the prefix are copied to the registration (team, runbook).',
      ],
      [
        namespaceOf('k3k-sandbox', 'sandbox', {
          labels: { team: 'platform' },
          annotations: { runbook: 'https://example.com/runbooks/sandbox' },
        }),
        secretOf(
          'k3k-sandbox',
          'k3k-sandbox-kubeconfig',
          { 'kubeconfig.yaml': kubeconfig },
          { controller: ['k3k.io/v1beta1', 'Cluster', 'sandbox'] },
        ),
      ],
    ),
  ]
}

const vcluster = (pem: Pem): Case => {
  const names = { cluster: 'preview', user: 'preview', context: 'preview' }
  const kubeconfig = kubeconfigText(pem, 'https://preview.example.com', names, { kind: 'certificate' })
  return [
    'vcluster',
    fileText(
      [
        'A virtual cluster with exportKubeConfig.server set.',
        "The chart's own Secret vc-config-preview matches the pattern vc-* too, but holds no kubeconfig: passed over.",
      ],
      [
        namespaceOf('vcluster-preview', 'preview'),
        secretOf('vcluster-preview', 'vc-config-preview', {
          'config.yaml': 'exportKubeConfig:\n  server: https://preview.example.com\n',
        }),
        secretOf(
          'vcluster-preview',
          'vc-preview',
          {
            config: kubeconfig,
            'certificate-authority': pem('ca'),
            'client-certificate': pem('client'),
            'client-key': pem('client-key'),
          },
          { labels: { app: 'vcluster', 'vcluster-name': 'preview' } },
        ),
      ],
    ),
  ]
}

const kamaji = (pem: Pem): Case => {
  const text = (server: string, user: string): string =>
    kubeconfigText(
      pem,
      server,
      { cluster: 'tenant-a', user, context: `${user}@tenant-a` },
      { kind: 'certificate' },
    )
  const outside = 'https://192.0.2.30:6443'
  const inside = 'https://tenant-a.kamaji-tenant-a.svc:6443'
  return [
    'kamaji',
    fileText(
      [
        'A Kamaji tenant: one Secret with four kubeconfigs.',
        'admin.conf is used; admin.svc would be next; the super-admin ones never are.',
      ],
      [
        namespaceOf('kamaji-tenant-a', 'tenant-a'),
        secretOf(
          'kamaji-tenant-a',
          'tenant-a-admin-kubeconfig',
          {
            'admin.conf': text(outside, 'kubernetes-admin'),
            'admin.svc': text(inside, 'kubernetes-admin'),
            'super-admin.conf': text(outside, 'kubernetes-super-admin'),
            'super-admin.svc': text(inside, 'kubernetes-super-admin'),
          },
          { controller: ['kamaji.clastix.io/v1alpha1', 'TenantControlPlane', 'tenant-a'] },
        ),
      ],
    ),
  ]
}

const capi = (pem: Pem): Case => {
  const names = { cluster: 'edge-1', user: 'edge-1-admin', context: 'edge-1-admin@edge-1' }
  const kubeconfig = kubeconfigText(pem, 'https://192.0.2.40:6443', names, { kind: 'certificate' })
  return [
    'capi',
    fileText(
      ["A Cluster API cluster. The Secret's type is what tells it from other Secrets named *-kubeconfig."],
      [
        namespaceOf('capi-edge-1', 'edge-1'),
        secretOf(
          'capi-edge-1',
          'edge-1-kubeconfig',
          { value: kubeconfig },
          {
            type: 'cluster.x-k8s.io/secret',
            labels: { 'cluster.x-k8s.io/cluster-name': 'edge-1' },
            controller: ['controlplane.cluster.x-k8s.io/v1beta2', 'KubeadmControlPlane', 'edge-1-cp'],
          },
        ),
      ],
    ),
  ]
}

/** One cluster of each provisioner that leaves a client certificate. */
export const provisionerCases = (pem: Pem): readonly Case[] => [
  k3k(pem),
  vcluster(pem),
  kamaji(pem),
  capi(pem),
]
