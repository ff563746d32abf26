import {
  decodeClusterSecret,
  SECRET_TYPE_CLUSTER,
  SECRET_TYPE_LABEL,
  type ClusterEntry,
} from '../../argocd/cluster-secret.ts'
import { registrationDigest } from '../../engine/observe/digest.ts'
import { isOurs, planContext } from '../../engine/plan/context.ts'
import { EMPTY_SNAPSHOT } from '../../engine/snapshot.ts'
import { MASK, printableName } from '../../kubeconfig/printable.ts'
import type { Secret } from '../../kube/objects.ts'
import { byteOrder } from '../../order.ts'
import type { Inspection } from '../inspection.ts'
import { troublesOf, type Trouble } from './clusters-troubles.ts'

export const CLUSTER_SELECTOR = `${SECRET_TYPE_LABEL}=${SECRET_TYPE_CLUSTER}`

/** A cluster Secret that Argo CD sees, whoever wrote it. */
export interface LiveCluster {
  readonly secret: Secret
  readonly entry: ClusterEntry
  /** `namespace/name` of the Secret. */
  readonly object: string
  /** What a person calls the cluster; the Secret's name where `data.name` can't be shown. */
  readonly title: string
  /** A sync rewrites its name, server and config. */
  readonly ours: boolean
  readonly troubles: readonly Trouble[]
}

const titleOf = ({ name, secretName }: ClusterEntry): string => {
  const shown = printableName(name)
  return shown === '' || shown === MASK ? secretName : shown
}

/** All of them, by the name of the Secret, read and judged once. */
export const liveClusters = (inspection: Inspection): Promise<readonly LiveCluster[]> =>
  inspection.shared('clusters', async () => {
    const { settings } = inspection
    const { targetNamespace: namespace } = settings
    const context = planContext(EMPTY_SNAPSHOT, settings, inspection.now)
    const secrets = await inspection.list('secrets', { namespace, labelSelector: CLUSTER_SELECTOR })
    return secrets
      .toSorted((a, b) => byteOrder(a.metadata.name, b.metadata.name))
      .map((secret): LiveCluster => {
        const entry = decodeClusterSecret(secret)
        return {
          secret,
          entry,
          object: `${namespace}/${secret.metadata.name}`,
          title: titleOf(entry),
          ours: isOurs(context, registrationDigest(secret, settings)),
          troubles: troublesOf(secret),
        }
      })
  })
