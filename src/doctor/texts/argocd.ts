import type { Params } from '../../kubeconfig/translation.ts'
import type { ReasonText } from '../../engine/reasons/reason-text.ts'

const of = (params: Params, name: string): string => params[name] ?? ''

const secret = (p: Params): string => `secret -n ${of(p, 'namespace')} ${of(p, 'secret')}`

const CLOUDS: Readonly<Record<string, { readonly name: string; readonly how: (p: Params) => string }>> = {
  aws: {
    name: 'IRSA role',
    how: (p) => `${annotate(p)} eks.amazonaws.com/role-arn=ROLE_ARN, or make an EKS Pod Identity association`,
  },
  azure: {
    name: 'Azure workload identity',
    how: (p) =>
      `${annotate(p)} azure.workload.identity/client-id=CLIENT_ID, and label its pods azure.workload.identity/use=true`,
  },
  gcp: {
    name: 'Google service account',
    how: (p) => `${annotate(p)} iam.gke.io/gcp-service-account=ACCOUNT`,
  },
}

function annotate(p: Params): string {
  return `kubectl annotate serviceaccount -n ${of(p, 'namespace')} ${of(p, 'account')}`
}

const GAPS: Readonly<Record<string, (p: Params) => string>> = {
  unknown: (p) =>
    `${of(p, 'image')} does not say which version of Argo CD it is, so what it lacks can't be told`,
  'strict-decoding': (p) =>
    `Argo CD ${of(p, 'version')} stops the cluster generators of all ApplicationSets for one Secret it can't read: ${of(p, 'secrets')}`,
  'cluster-skip-reconcile': (p) =>
    `Argo CD ${of(p, 'version')} does not heed skip-reconcile on clusters, and goes on with ${of(p, 'secrets')}`,
}

/**
 * Texts of checks of Argo CD itself. Params: namespace, secret · shard, replicas, last, controller, most, total, counts,
 * asked (set where Secrets ask for the shard) · gap (a key of GAPS), version, since, secrets, image, kind · cloud, clusters, account · problem
 * (project-absent, no-cluster), project.
 */
export const ARGOCD_TEXTS = {
  'argocd-version': {
    message: (p) => GAPS[of(p, 'gap')]?.(p) ?? '',
    remedy: (p) =>
      of(p, 'gap') === 'unknown'
        ? `kubectl get ${of(p, 'kind')} -n ${of(p, 'namespace')} -o wide`
        : `correct the Secrets, or upgrade to Argo CD ${of(p, 'since')} or later`,
  },
  'argocd-exec-identity': {
    message: (p) =>
      `${of(p, 'clusters')} ${of(p, 'clusters').includes(', ') ? 'have' : 'has'} Argo CD sign in as itself, and its application controller has no ${CLOUDS[of(p, 'cloud')]?.name ?? ''}${of(p, 'cloud') === 'aws' ? ' (an EKS Pod Identity does not show here)' : ''}`,
    remedy: (p) => CLOUDS[of(p, 'cloud')]?.how(p) ?? '',
  },
  'project-scope': {
    message: (p) =>
      of(p, 'problem') === 'project-absent'
        ? `it is given to project ${of(p, 'project')}, which does not exist`
        : 'it permits only clusters of its own, and has none: all its Applications are refused',
    remedy: (p) =>
      of(p, 'problem') === 'project-absent'
        ? `name another, or none: kubectl patch ${secret(p)} --type merge -p '{"stringData":{"project":""}}'`
        : `give it one: kubectl patch secret -n ${of(p, 'namespace')} SECRET --type merge -p '{"stringData":{"project":"${of(p, 'project')}"}}'`,
  },
  'shard-imbalance': {
    message: (p) =>
      `shard ${of(p, 'shard')} has ${of(p, 'most')} of ${of(p, 'total')} clusters, of ${of(p, 'replicas')} shards (${of(p, 'counts')})`,
    remedy: (p) =>
      of(p, 'asked') === ''
        ? `deal them out in turn: kubectl patch configmap -n ${of(p, 'namespace')} argocd-cmd-params-cm --type merge -p '{"data":{"controller.sharding.algorithm":"round-robin"}}', and restart the controller`
        : 'take the key shard out of some of the Secrets of that shard',
  },
  'shard-out-of-range': {
    message: (p) =>
      `shard ${of(p, 'shard')} does not exist, as ${of(p, 'controller')} has ${of(p, 'replicas')} (0 to ${of(p, 'last')}): Argo CD takes shard 0`,
    remedy: (p) => `kubectl patch ${secret(p)} --type merge -p '{"stringData":{"shard":"${of(p, 'last')}"}}'`,
  },
} as const satisfies Record<string, ReasonText>
