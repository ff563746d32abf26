import type { Check } from '../check.ts'
import { DESTINATION_CHECKS } from './applications.ts'
import { appsetUntrustedField } from './applications-fields.ts'
import {
  projectAllowAll,
  projectDeadDestination,
  projectInvalid,
  projectNameServerMixed,
  projectNamespace,
} from './applications-projects.ts'
import { appsetSelectorNone } from './applications-selectors.ts'
import { argocdExecIdentity } from './argocd-exec-identity.ts'
import { projectScope } from './argocd-project-scope.ts'
import { shardImbalance, shardOutOfRange } from './argocd-shards.ts'
import { argocdVersion } from './argocd-version.ts'
import { CLUSTER_SHAPE_CHECKS } from './clusters.ts'
import { clusterNamespace, clusterOwnerNamespace, clusterTracked } from './clusters-metadata.ts'
import { clusterDuplicateName, clusterDuplicateServer } from './clusters-twins.ts'

/** What Argo CD makes of the cluster Secrets there are, and what its own objects make of the clusters. */
export const ARGOCD_CHECKS: readonly Check[] = [
  ...CLUSTER_SHAPE_CHECKS,
  clusterDuplicateName,
  clusterDuplicateServer,
  clusterTracked,
  clusterOwnerNamespace,
  clusterNamespace,
  projectScope,
  shardOutOfRange,
  shardImbalance,
  ...DESTINATION_CHECKS,
  appsetSelectorNone,
  appsetUntrustedField,
  projectInvalid,
  projectAllowAll,
  projectDeadDestination,
  projectNameServerMixed,
  projectNamespace,
  argocdVersion,
  argocdExecIdentity,
]
