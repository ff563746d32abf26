import rights from '../../deploy/chart/files/rbac.json' with { type: 'json' }
import { leaseName } from '../controller/identity.ts'
import type { Manifest, Naming } from './names.ts'
import type { Values } from './values.ts'

const GROUP = 'rbac.authorization.k8s.io'
const API = `${GROUP}/v1`

export const leaseOf = ({ labelPrefix, leaderElection, managedBy }: Values): string =>
  leaderElection.id || leaseName(labelPrefix, managedBy)

const clusterRules = ({ rbac }: Values): readonly object[] => [
  ...rights.cluster,
  ...(rbac.watchSecrets ? rights.watchSecrets : []),
  ...(rbac.applications ? rights.applications : []),
]

const targetRules = (values: Values): readonly object[] => [
  ...rights.target,
  ...(values.rbac.watchTargetSecrets ? rights.watchTargetSecrets : []),
  // No rule can name what is yet to be created.
  ...(values.leaderElection.enabled
    ? [...rights.leaderElection, { ...rights.lease, resourceNames: [leaseOf(values)] }]
    : []),
  ...(values.rbac.events ? rights.events : []),
]

const serviceAccount = ({ metadata, release, values }: Naming): Manifest => ({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: metadata('-sa', release.namespace, { annotations: values.serviceAccount.annotations }),
})

/** Who the pod is, and what it may do: of the cluster, and in the target namespace. */
export const identityManifests = (naming: Naming): readonly Manifest[] => {
  const { fullName, metadata, release, values } = naming
  const target = values.targetNamespace
  const subjects = [{ kind: 'ServiceAccount', name: `${fullName}-sa`, namespace: release.namespace }]
  return [
    serviceAccount(naming),
    { apiVersion: API, kind: 'ClusterRole', metadata: metadata('-role'), rules: clusterRules(values) },
    {
      apiVersion: API,
      kind: 'ClusterRoleBinding',
      metadata: metadata('-rolebinding'),
      roleRef: { apiGroup: GROUP, kind: 'ClusterRole', name: `${fullName}-role` },
      subjects,
    },
    { apiVersion: API, kind: 'Role', metadata: metadata('-write', target), rules: targetRules(values) },
    {
      apiVersion: API,
      kind: 'RoleBinding',
      metadata: metadata('-write', target),
      roleRef: { apiGroup: GROUP, kind: 'Role', name: `${fullName}-write` },
      subjects,
    },
  ]
}
