import type { Rest } from '../envtest/rest.ts'
import { TARGET } from './twenty-objects.ts'

/** Who looks at the hub, and registers what is on it. */
export const USER = 'reference'
const RBAC = '/apis/rbac.authorization.k8s.io/v1'

const rule = (group: string, resources: readonly string[], ...verbs: readonly string[]): object => ({
  apiGroups: [group],
  resources,
  verbs,
})

const READS: readonly object[] = [
  rule('', ['namespaces'], 'get', 'list', 'watch', 'patch'),
  rule('', ['secrets'], 'list', 'watch'),
  rule('', ['configmaps', 'services', 'serviceaccounts'], 'get', 'list'),
  rule('apps', ['deployments', 'statefulsets'], 'list'),
  rule('argoproj.io', ['*'], 'list'),
  rule('admissionregistration.k8s.io', ['*'], 'list'),
]

/** What a person needs in the target namespace; `deletes` is what prune takes. */
export const rightsInTarget = (deletes: boolean): object => ({
  metadata: { name: USER, namespace: TARGET },
  rules: [
    rule('', ['secrets'], 'get', 'list', 'create', 'update', ...(deletes ? ['delete'] : [])),
    rule('coordination.k8s.io', ['leases'], 'get', 'create', 'update'),
  ],
})

export const TARGET_ROLES = `${RBAC}/namespaces/${TARGET}/roles`

const bindingTo = (kind: 'ClusterRole' | 'Role'): object => ({
  metadata: { name: USER },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name: USER },
  subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: USER }],
})

/** All that `doctor` asks for, and what people need who register. */
export const grantAll = async (rest: Rest): Promise<void> => {
  await rest.json('POST', `${RBAC}/clusterroles`, { metadata: { name: USER }, rules: READS })
  await rest.json('POST', `${RBAC}/clusterrolebindings`, bindingTo('ClusterRole'))
  await rest.json('POST', TARGET_ROLES, rightsInTarget(true))
  await rest.json('POST', `${RBAC}/namespaces/${TARGET}/rolebindings`, bindingTo('Role'))
}
