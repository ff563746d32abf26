import { UsageError } from '../errors.ts'
import { isDnsLabel, isDnsSubdomain, isLabelValue } from '../kube/names.ts'
import { printableName } from '../kubeconfig/printable.ts'

/** Where an imported kubeconfig stands on the hub (decisions.md §7). */
export interface ImportPlace {
  readonly namespace: string
  readonly secret: string
}

/** What no child cluster's kubeconfig belongs into: Kubernetes' own namespaces. */
const SYSTEM = /^kube-/

/**
 * @param namespace absent = one of its own
 * @throws UsageError where the cluster's name makes no name of a namespace, Secret or label, or it is a namespace of the hub itself
 */
export const importPlace = (cluster: string, namespace: string | undefined): ImportPlace => {
  const place = { namespace: namespace ?? `registrar-${cluster}`, secret: `registrar-import-${cluster}` }
  if (!isDnsSubdomain(place.secret) || !isLabelValue(cluster))
    throw new UsageError(
      `--name: "${printableName(cluster)}" can't be part of a Secret's name and the value of a label`,
      'use at most 63 lower-case letters, digits, - and ., beginning and ending with a letter or digit',
    )
  if (!isDnsLabel(place.namespace))
    throw new UsageError(
      `"${printableName(place.namespace)}" is not the name of a namespace`,
      'name one with -n: at most 63 lower-case letters, digits and -',
    )
  if (SYSTEM.test(place.namespace)) throw foreignPlace(place.namespace, "is one of Kubernetes' own")
  return place
}

/** Why nothing is stored in a namespace that was chosen. */
export const foreignPlace = (namespace: string, why: string): UsageError =>
  new UsageError(
    `namespace ${namespace} ${why}: no kubeconfig is stored there`,
    'leave -n out, or name a namespace of your own',
  )
