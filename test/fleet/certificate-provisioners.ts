import { kubeconfigText } from './kubeconfig-text.ts'
import {
  address,
  certificateConfig,
  controller,
  owner,
  secretOf,
  type Delivery,
  type Order,
} from './order.ts'

export const k3k = (order: Order): Delivery => {
  const { name, index, credential } = order
  const server = `https://${address(43, index)}:443`
  const names = { cluster: 'default', context: 'default', user: 'default' }
  const secret = `k3k-${name}-kubeconfig`
  return {
    secrets: [
      secretOf(order, {
        name: secret,
        owner: controller('k3k.io/v1beta1', 'Cluster', name, order),
        text: { 'kubeconfig.yaml': kubeconfigText({ server, ca: credential.ca, ...names, credential }) },
      }),
    ],
    expected: { secret, key: 'kubeconfig.yaml', server, config: certificateConfig(credential) },
  }
}

export const vcluster = (order: Order): Delivery => {
  const { name, index, credential } = order
  const server = `https://${address(60, index)}`
  const names = { cluster: name, context: name, user: name }
  const secret = `vc-${name}`
  const plain = (base64: string): string => Buffer.from(base64, 'base64').toString()
  return {
    secrets: [
      secretOf(order, {
        name: secret,
        labels: { app: 'vcluster', 'vcluster-name': name },
        owner: owner('v1', 'Service', name, order),
        text: {
          config: kubeconfigText({ server, ca: credential.ca, ...names, credential }),
          'certificate-authority': plain(credential.ca),
          'client-certificate': plain(credential.certificate),
          'client-key': plain(credential.key),
          token: '',
        },
      }),
      // The chart's own settings: they match the glob `vc-*` and sort first, but hold no kubeconfig.
      secretOf(order, {
        name: `vc-config-${name}`,
        labels: { app: 'vcluster' },
        text: { 'config.yaml': 'controlPlane:\n  distro: {}\n' },
      }),
    ],
    expected: { secret, key: 'config', server, config: certificateConfig(credential) },
  }
}

export const kamaji = (order: Order): Delivery => {
  const { name, namespace, index, credential } = order
  const server = `https://${address(80, index)}:6443`
  const inside = `https://${name}.${namespace}.svc:6443`
  const text = (at: string, user: string): string =>
    kubeconfigText({
      server: at,
      ca: credential.ca,
      cluster: name,
      context: `${user}@${name}`,
      user,
      credential,
    })
  const secret = `${name}-admin-kubeconfig`
  return {
    secrets: [
      secretOf(order, {
        name: secret,
        labels: {
          'kamaji.clastix.io/project': 'kamaji',
          'kamaji.clastix.io/name': name,
          'kamaji.clastix.io/component': 'admin-kubeconfig',
          'kamaji.clastix.io/certificate_lifecycle_controller': 'kubeconfig',
        },
        owner: controller('kamaji.clastix.io/v1alpha1', 'TenantControlPlane', name, order),
        text: {
          'admin.conf': text(server, 'kubernetes-admin'),
          'admin.svc': text(inside, 'kubernetes-admin'),
          'super-admin.conf': text(server, 'kubernetes-super-admin'),
          'super-admin.svc': text(inside, 'kubernetes-super-admin'),
        },
      }),
    ],
    expected: { secret, key: 'admin.conf', server, config: certificateConfig(credential) },
  }
}

export const capi = (order: Order): Delivery => {
  const { name, index, credential } = order
  const server = `https://${address(100, index)}:6443`
  const user = `${name}-admin`
  const names = { cluster: name, context: `${user}@${name}`, user }
  const secret = `${name}-kubeconfig`
  return {
    secrets: [
      secretOf(order, {
        name: secret,
        type: 'cluster.x-k8s.io/secret',
        labels: { 'cluster.x-k8s.io/cluster-name': name },
        owner: controller(
          'controlplane.cluster.x-k8s.io/v1beta2',
          'KubeadmControlPlane',
          `${name}-cp`,
          order,
        ),
        text: { value: kubeconfigText({ server, ca: credential.ca, ...names, credential }) },
      }),
    ],
    expected: { secret, key: 'value', server, config: certificateConfig(credential) },
  }
}
