import type { Provider } from './provider.ts'

/**
 * The provisioners known by name (behaviour C2.11–C2.16). `capa-eks` and `capz-aks` set no Secret type: CAPZ writes
 * Opaque Secrets, and CAPA's type differs between versions.
 */
export const PRESETS: Readonly<Record<string, Provider>> = {
  'capa-eks': {
    name: 'capa-eks',
    secretNamePattern: '*-user-kubeconfig',
    secretKeys: ['value'],
    allowExec: true,
  },
  capi: {
    name: 'capi',
    secretNamePattern: '*-kubeconfig',
    secretKeys: ['value'],
    secretType: 'cluster.x-k8s.io/secret',
    allowExec: false,
  },
  'capz-aks': {
    name: 'capz-aks',
    secretNamePattern: '*-kubeconfig-user',
    secretKeys: ['value'],
    allowExec: true,
  },
  k3k: {
    name: 'k3k',
    secretNamePattern: 'k3k-*-kubeconfig',
    secretKeys: ['kubeconfig.yaml'],
    // k3k cuts a Secret name of 64 characters or more and ends it in a hash, so the ending is gone.
    ownedMatch: { prefix: 'k3k-', kind: 'Cluster', group: 'k3k.io' },
    allowExec: false,
  },
  kamaji: {
    name: 'kamaji',
    secretNamePattern: '*-admin-kubeconfig',
    secretKeys: ['admin.conf', 'admin.svc'],
    allowExec: false,
  },
  vcluster: {
    name: 'vcluster',
    secretNamePattern: 'vc-*',
    secretKeys: ['config'],
    allowExec: false,
  },
}

/** Sorted: what help texts and errors list. */
export const PRESET_NAMES: readonly string[] = Object.keys(PRESETS).sort()
