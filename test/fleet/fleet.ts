import type { Namespace, Secret } from '../../src/kube/objects.ts'
import { loadCredentials } from './certificates.ts'
import type { Delivery } from './order.ts'
import { PROVISIONERS, type Preset } from './provisioners.ts'

/** The order in which the presets have to be given: those that translate exec before `capi`, whose glob matches their
 *  Secrets too (C2.64, C2.65). */
export const FLEET_PROVIDERS: readonly Preset[] = [
  'k3k',
  'vcluster',
  'kamaji',
  'capa-eks',
  'capz-aks',
  'capi',
]

export interface FleetOptions {
  readonly clusters: number
  /** Taken in turn. Default: all six. */
  readonly presets?: readonly Preset[]
  /** Secrets of 3 KB beside each kubeconfig that have nothing to do with it. Default 0. */
  readonly unrelatedSecrets?: number
  /** Stands before every cluster and namespace name, so that fleets of one hub keep apart. Default `fleet`. */
  readonly prefix?: string
  readonly targetNamespace?: string
  readonly labelPrefix?: string
  readonly managedBy?: string
}

export interface FleetCluster {
  readonly name: string
  readonly preset: Preset
  readonly namespace: Namespace
  /** As the provisioner leaves them. */
  readonly secrets: readonly Secret[]
  readonly unrelated: readonly Secret[]
  readonly expected: Delivery['expected']
}

export interface Fleet {
  readonly targetNamespace: Namespace
  readonly clusters: readonly FleetCluster[]
}

const namespaceObject = (name: string, labels: Readonly<Record<string, string>>): Namespace => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: { name, labels },
})

/** What fills namespaces in practice: a chart's release record, a pull secret's worth of bytes, application settings. */
const unrelatedSecret = (namespace: string, number: number): Secret => {
  const [name, type] = [
    [`sh.helm.release.v1.app-${number}.v1`, 'helm.sh/release.v1'] as const,
    [`app-settings-${number}`, 'Opaque'] as const,
    [`database-${number}`, 'Opaque'] as const,
  ][number % 3]!
  const value = Buffer.from(`${namespace}/${name} `.repeat(200).slice(0, 3072)).toString('base64')
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name, namespace, labels: { app: `app-${number}` } },
    type,
    data: { payload: value },
  }
}

/**
 * Namespaces labelled for registration, each with the Secrets its provisioner leaves, and beside each cluster what has to be
 * registered for it. Names, addresses and credentials depend on the options alone: two calls give equal fleets.
 */
export const makeFleet = (options: FleetOptions): Fleet => {
  const { clusters, presets = FLEET_PROVIDERS, unrelatedSecrets = 0, prefix = 'fleet' } = options
  const labels = options.labelPrefix ?? 'argocd-cluster-registrar/'
  const credentials = loadCredentials()
  const make = (index: number): FleetCluster => {
    const preset = presets[index % presets.length]!
    const name = `${prefix}-${preset}-${String(index).padStart(5, '0')}`
    const namespace = `ns-${name}`
    const credential = credentials[index % credentials.length]!
    const { secrets, expected } = PROVISIONERS[preset]({ name, namespace, index, credential })
    return {
      name,
      preset,
      namespace: namespaceObject(namespace, {
        [`${labels}managed-by`]: options.managedBy ?? 'cluster-registrar',
        [`${labels}cluster`]: name,
        [`${labels}tier`]: index % 2 === 0 ? 'gold' : 'silver',
      }),
      secrets,
      unrelated: Array.from({ length: unrelatedSecrets }, (_, number) => unrelatedSecret(namespace, number)),
      expected,
    }
  }
  return {
    targetNamespace: namespaceObject(options.targetNamespace ?? 'argocd', {}),
    clusters: Array.from({ length: clusters }, (_, index) => make(index)),
  }
}

/** Every object of the fleet, namespaces first: for a hub in memory or a folder of manifests. */
export const fleetObjects = (fleet: Fleet): readonly (Namespace | Secret)[] => [
  fleet.targetNamespace,
  ...fleet.clusters.map(({ namespace }) => namespace),
  ...fleet.clusters.flatMap(({ secrets, unrelated }) => [...secrets, ...unrelated]),
]
