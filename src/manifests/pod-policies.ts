import { selectorOf, type Manifest, type Naming } from './names.ts'

const networkPolicy = ({ metadata, release, values }: Naming): Manifest => {
  const { apiServerPorts, egress, metricsFrom } = values.networkPolicy
  const isScraped = values.metrics.enabled && metricsFrom.length > 0
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: metadata('', release.namespace),
    spec: {
      podSelector: { matchLabels: selectorOf(release) },
      policyTypes: ['Ingress', 'Egress'],
      // A rule without `from` would let everybody in. Probes come from the node, which is never kept out.
      ...(isScraped
        ? { ingress: [{ from: metricsFrom, ports: [{ protocol: 'TCP', port: 'metrics' }] }] }
        : {}),
      egress: [{ ports: apiServerPorts.map((port) => ({ protocol: 'TCP', port })) }, ...egress],
    },
  }
}

const disruptionBudget = ({ metadata, release, values }: Naming): Manifest => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: metadata('', release.namespace),
  spec: {
    maxUnavailable: values.podDisruptionBudget.maxUnavailable,
    selector: { matchLabels: selectorOf(release) },
  },
})

/** Who reaches the pods and whom they reach, and how many may be taken away at once. */
export const podPolicyManifests = (naming: Naming): readonly Manifest[] => [
  ...(naming.values.networkPolicy.enabled ? [networkPolicy(naming)] : []),
  ...(naming.values.podDisruptionBudget.enabled ? [disruptionBudget(naming)] : []),
]
