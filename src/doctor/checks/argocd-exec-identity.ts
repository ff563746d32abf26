import { isJsonObject } from '../../argocd/config-shape.ts'
import { credentialExpiry } from '../../argocd/credential-expiry.ts'
import { Skipped, type Check } from '../check.ts'
import { few } from '../few.ts'
import type { Finding } from '../finding.ts'
import type { Inspection } from '../inspection.ts'
import { applicationController, hasVariable, type ArgoCdPart } from './argocd-workloads.ts'
import { liveClusters, type LiveCluster } from './clusters-live.ts'

type Cloud = 'aws' | 'azure' | 'gcp'

const argsOf = (config: string): readonly unknown[] => {
  try {
    const parsed: unknown = JSON.parse(config)
    const exec = isJsonObject(parsed) ? parsed['execProviderConfig'] : undefined
    const args = isJsonObject(exec) ? exec['args'] : undefined
    return Array.isArray(args) ? args : []
  } catch {
    return []
  }
}

/** The cloud that Argo CD signs in to for it, as itself; undefined for any other cluster. */
const cloudOf = ({ entry }: LiveCluster, now: number): Cloud | undefined => {
  const config = entry.configText ?? ''
  const { kind } = credentialExpiry(config, now)
  if (kind === 'aws') return 'aws'
  const [first] = kind === 'exec' ? argsOf(config) : []
  return first === 'aws' || first === 'azure' || first === 'gcp' ? first : undefined
}

/** How a pod gets an identity of its cloud. Pod Identity of EKS is kept by AWS alone, and can't be seen on the hub. */
const IDENTITY: Readonly<
  Record<Cloud, { readonly annotation: string; readonly label?: string; readonly variables: RegExp }>
> = {
  aws: {
    annotation: 'eks.amazonaws.com/role-arn',
    variables: /^AWS_(?:ROLE_ARN|ACCESS_KEY_ID|PROFILE|CONTAINER_CREDENTIALS_FULL_URI)$/,
  },
  azure: {
    annotation: 'azure.workload.identity/client-id',
    label: 'azure.workload.identity/use',
    variables: /^(?:AZURE_CLIENT_SECRET|AZURE_FEDERATED_TOKEN_FILE|AAD_SERVICE_PRINCIPAL_CLIENT_ID)$/,
  },
  gcp: {
    annotation: 'iam.gke.io/gcp-service-account',
    variables: /^GOOGLE_APPLICATION_CREDENTIALS$/,
  },
}

const hasIdentity = async (
  inspection: Inspection,
  controller: ArgoCdPart,
  cloud: Cloud,
): Promise<boolean> => {
  const { annotation, label, variables } = IDENTITY[cloud]
  if (hasVariable(controller, variables) || (controller.container.envFrom ?? []).length > 0) return true
  const { metadata, spec } = controller.template
  if (label !== undefined && metadata?.labels?.[label] !== 'true') return false
  const account = await inspection.find('serviceaccounts', {
    namespace: inspection.settings.targetNamespace,
    name: spec?.serviceAccountName ?? 'default',
  })
  return account?.metadata.annotations?.[annotation] !== undefined
}

export const argocdExecIdentity: Check = {
  id: 'argocd-exec-identity',
  section: 'argocd',
  on: 'hub',
  run: async (inspection) => {
    const byCloud = new Map<Cloud, string[]>()
    for (const cluster of await liveClusters(inspection)) {
      const cloud = cloudOf(cluster, inspection.now)
      if (cloud !== undefined) byCloud.set(cloud, [...(byCloud.get(cloud) ?? []), cluster.title])
    }
    if (byCloud.size === 0) return []
    const namespace = inspection.settings.targetNamespace
    const controller = await applicationController(inspection)
    if (!controller) throw new Skipped(`no application controller is deployed in ${namespace}`)
    const found: Finding[] = []
    for (const [cloud, clusters] of byCloud) {
      if (await hasIdentity(inspection, controller, cloud)) continue
      found.push({
        severity: 'warning',
        object: controller.name,
        params: {
          cloud,
          clusters: few(clusters),
          kind: controller.kind,
          namespace,
          account: controller.template.spec?.serviceAccountName ?? 'default',
        },
        related: clusters,
      })
    }
    return found
  },
}
