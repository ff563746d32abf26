import { SECRET_TYPE_LABEL } from '../../argocd/cluster-secret.ts'
import { printableName } from '../../kubeconfig/printable.ts'
import type { OwnerReference, Resource } from '../../kube/objects.ts'
import { RESOURCE_NAMES, RESOURCES } from '../../kube/resources.ts'
import type { Check } from '../check.ts'
import type { Finding, Severity } from '../finding.ts'
import type { Inspection } from '../inspection.ts'
import { CLUSTER_SELECTOR, liveClusters, type LiveCluster } from './clusters-live.ts'

const TRACKING_ID = 'argocd.argoproj.io/tracking-id'
const INSTANCE = 'app.kubernetes.io/instance'

/** Which of Argo CD's marks count: since 3.0 the annotation, unless it is told otherwise. */
interface Tracking {
  readonly label: string
  readonly byLabel: boolean
}

const trackingOf = async (inspection: Inspection): Promise<Tracking> => {
  const namespace = inspection.settings.targetNamespace
  const { data = {} } = (await inspection.find('configmaps', { namespace, name: 'argocd-cm' })) ?? {}
  const method = data['application.resourceTrackingMethod'] ?? ''
  return {
    label: data['application.instanceLabelKey'] ?? INSTANCE,
    byLabel: method === 'label',
  }
}

/** The Application that Argo CD takes a Secret for a part of. */
const trackedBy = (
  { secret: { metadata } }: LiveCluster,
  { label, byLabel }: Tracking,
): { readonly key: string; readonly by: string } | undefined => {
  const id = metadata.annotations?.[TRACKING_ID]
  if (id !== undefined) return { key: `metadata.annotations[${TRACKING_ID}]`, by: id.split(':')[0] ?? '' }
  const instance = byLabel ? metadata.labels?.[label] : undefined
  // A Helm release bears the same label, and is no Application.
  const isHelms = metadata.labels?.['app.kubernetes.io/managed-by'] === 'Helm'
  return instance === undefined || isHelms ? undefined : { key: `metadata.labels[${label}]`, by: instance }
}

export const clusterTracked: Check = {
  id: 'cluster-tracked',
  section: 'argocd',
  on: 'anywhere',
  run: async (inspection) => {
    const tracking = await trackingOf(inspection)
    return (await liveClusters(inspection)).flatMap((cluster): Finding[] => {
      const tracked = trackedBy(cluster, tracking)
      if (!tracked) return []
      const { metadata } = cluster.secret
      return [
        {
          severity: 'warning',
          object: cluster.object,
          params: {
            path: tracked.key,
            application: printableName(tracked.by),
            namespace: metadata.namespace ?? '',
            secret: metadata.name,
            what: tracked.key.startsWith('metadata.labels') ? 'label' : 'annotate',
            key: tracked.key.replace(/^metadata\.\w+\[(.*)\]$/, '$1'),
          },
        },
      ]
    })
  },
}

/** Groups of what provisions child clusters: their objects live with the child, never in Argo CD's namespace. */
const PROVISIONERS =
  /(?:^|\.)(?:cluster\.x-k8s\.io|k3k\.io|kamaji\.clastix\.io|k0smotron\.io|storage\.loft\.sh)$/

const resourceOf = ({ apiVersion, kind }: OwnerReference): Resource | undefined =>
  RESOURCE_NAMES.find((name) => RESOURCES[name].apiVersion === apiVersion && RESOURCES[name].kind === kind)

/** How sure it is that the owner is not in the Secret's namespace; undefined where nothing says so. */
const strangeness = async (
  inspection: Inspection,
  namespace: string,
  owner: OwnerReference,
): Promise<Severity | undefined> => {
  const resource = resourceOf(owner)
  if (resource === undefined)
    return PROVISIONERS.test(owner.apiVersion.split('/')[0] ?? '') ? 'warning' : undefined
  if (!RESOURCES[resource].namespaced) return undefined
  const there = await inspection.list(resource, { namespace })
  return there.some(({ metadata }) => metadata.name === owner.name && metadata.uid === owner.uid)
    ? undefined
    : 'error'
}

export const clusterOwnerNamespace: Check = {
  id: 'cluster-owner-namespace',
  section: 'argocd',
  on: 'hub',
  run: async (inspection) => {
    const found: Finding[] = []
    for (const { secret, object } of await liveClusters(inspection)) {
      const { namespace = '', name, ownerReferences = [] } = secret.metadata
      for (const owner of ownerReferences) {
        const severity = await strangeness(inspection, namespace, owner)
        if (severity === undefined) continue
        const owned = `${owner.kind} ${owner.name}`
        found.push({ severity, object, params: { owner: owned, namespace, secret: name } })
      }
    }
    return found
  },
}

/** A hub may have several Argo CDs, each with cluster Secrets of its own. */
export const argoCdNamespaces = async (inspection: Inspection): Promise<ReadonlySet<string>> => {
  const maps = await inspection.list('configmaps', { fieldSelector: 'metadata.name=argocd-cm' })
  return new Set([
    inspection.settings.targetNamespace,
    ...maps.map(({ metadata }) => metadata.namespace ?? ''),
  ])
}

export const clusterNamespace: Check = {
  id: 'cluster-namespace',
  section: 'argocd',
  on: 'hub',
  run: async (inspection) => {
    const homes = await argoCdNamespaces(inspection)
    const secrets = await inspection.list('secrets', { labelSelector: CLUSTER_SELECTOR })
    return secrets
      .filter(({ metadata }) => !homes.has(metadata.namespace ?? ''))
      .map(({ metadata }): Finding => {
        const namespace = metadata.namespace ?? ''
        return {
          severity: 'error',
          object: `${namespace}/${metadata.name}`,
          params: {
            namespace,
            secret: metadata.name,
            target: inspection.settings.targetNamespace,
            label: SECRET_TYPE_LABEL,
          },
        }
      })
  },
}
