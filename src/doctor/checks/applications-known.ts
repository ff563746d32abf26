import { SECRET_TYPE_LABEL } from '../../argocd/cluster-secret.ts'
import { canonicalServer, IN_CLUSTER_SERVER, isInClusterHost, trimServer } from '../../argocd/server.ts'
import { normaliseHost, splitUrl } from '../../argocd/url.ts'
import { registrationDigest } from '../../engine/observe/digest.ts'
import { keysUnder, secretNameFor, type Keys } from '../../engine/keys.ts'
import type { RegistrationDigest } from '../../engine/snapshot.ts'
import type { Inspection } from '../inspection.ts'
import { liveClusters } from './clusters-live.ts'

/** A cluster that an Application may name, as Argo CD compares it. */
export interface KnownCluster {
  readonly name: string
  /** Without trailing slashes. */
  readonly server: string
}

export interface KnownClusters {
  readonly clusters: readonly KnownCluster[]
  readonly hidden: readonly HiddenCluster[]
}

/** A registration of ours that Argo CD does not see. */
interface HiddenCluster extends KnownCluster {
  /** The cluster that took its place. */
  readonly successor?: string
}

const hiddenCluster = (
  { clusterName, server, labels }: RegistrationDigest,
  { supersededBy }: Keys,
): HiddenCluster => {
  const successor = labels[supersededBy]?.slice(secretNameFor('').length) ?? ''
  return { name: clusterName, server: trimServer(server), ...(successor === '' ? {} : { successor }) }
}

const IN_CLUSTER: KnownCluster = { name: 'in-cluster', server: IN_CLUSTER_SERVER }

/** The hub itself is there without a Secret, unless that is switched off; a Secret of the name takes it over. */
const implicitCluster = async (
  inspection: Inspection,
  clusters: readonly KnownCluster[],
): Promise<readonly KnownCluster[]> => {
  const namespace = inspection.settings.targetNamespace
  const settings = await inspection.find('configmaps', { namespace, name: 'argocd-cm' })
  if (settings?.data?.['cluster.inClusterEnabled'] === 'false') return []
  const isNamed = clusters.some(({ name }) => name === IN_CLUSTER.name)
  return [isNamed ? { ...IN_CLUSTER, name: '' } : IN_CLUSTER]
}

/** All clusters that destinations can lead to, and those that were hidden. */
export const knownClusters = (inspection: Inspection): Promise<KnownClusters> =>
  inspection.shared('known-clusters', async () => {
    const { settings } = inspection
    const keys = keysUnder(settings.labelPrefix)
    const clusters = (await liveClusters(inspection)).map(({ entry: { name, server } }) => ({ name, server }))
    const hidden = await inspection.list('secrets', {
      namespace: settings.targetNamespace,
      labelSelector: `${keys.managedBy}=${settings.managedBy},${SECRET_TYPE_LABEL}!=cluster`,
    })
    return {
      clusters: [...clusters, ...(await implicitCluster(inspection, clusters))],
      hidden: hidden
        .map((secret) => registrationDigest(secret, settings))
        .filter(({ clusterLike }) => clusterLike)
        .map((registration) => hiddenCluster(registration, keys)),
    }
  })

/** One spelling for all that lead to the same address; the hub has several names. */
export const comparableServer = (server: string): string | undefined => {
  const host = normaliseHost(splitUrl(server)?.host ?? '')
  return host !== undefined && isInClusterHost(host) ? IN_CLUSTER_SERVER : canonicalServer(server)
}
