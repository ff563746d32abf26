import type { Params } from '../../kubeconfig/translation.ts'
import type { ReasonText } from '../../engine/reasons/reason-text.ts'

const value = (params: Params, key: string): string => params[key] ?? ''

const missing: ReasonText = {
  message: (p) =>
    `${value(p, 'who')} may not ${value(p, 'verbs')} ${value(p, 'resource')} ${value(p, 'where')}: ${value(p, 'stops')}`,
  remedy: (p) => `add to ${value(p, 'role')} bound to ${value(p, 'who')}: ${value(p, 'rule')}`,
}

export const ACCESS_TEXTS = {
  'access-namespaces': missing,
  'access-secrets': missing,
  'access-write': missing,
  'access-lease': missing,
  'access-watch-secrets': missing,
  'access-too-wide': {
    message: (p) =>
      `${value(p, 'who')} may ${value(p, 'verbs')} Secrets everywhere; only those in ${value(p, 'target')} are ever written`,
    remedy: (p) =>
      `leave [list] (and watch) in its ClusterRole, and put {apiGroups: [''], resources: [secrets], verbs: [get, list, create, update, delete]} into a Role in ${value(p, 'target')}`,
  },
  'target-namespace-missing': {
    message: (p) =>
      `${value(p, 'problem') === 'absent' ? `namespace ${value(p, 'target')} does not exist` : `there is no Argo CD in ${value(p, 'target')}: it has no ConfigMap argocd-cm`}${value(p, 'homes') === '' ? '' : `; Argo CD is in ${value(p, 'homes')}`}`,
    remedy: (p) =>
      value(p, 'first') === ''
        ? `name the namespace Argo CD runs in with --target-namespace, or install it in ${value(p, 'target')}`
        : `name the namespace Argo CD runs in: --target-namespace ${value(p, 'first')}`,
  },
} as const satisfies Record<string, ReasonText>
