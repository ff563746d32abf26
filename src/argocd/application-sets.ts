import type { ApplicationSet } from '../kube/objects.ts'
import { objectSelector, type LabelSelector } from '../kube/selectors.ts'
import { SECRET_TYPE_CLUSTER, SECRET_TYPE_LABEL } from './cluster-secret.ts'
import { isJsonObject } from './config-shape.ts'
import { clusterSources, type ClusterSource } from './application-generators.ts'

/** What an ApplicationSet makes of the clusters there are. */
export interface ApplicationSetDigest {
  readonly namespace: string
  readonly name: string
  readonly sources: readonly ClusterSource[]
  /** Takes Applications away that it no longer generates: not under the policies create-only and create-update. A policy
   *  given to the controller itself (`--policy`) can't be seen from here. */
  readonly deletes: boolean
}

const KEEPING: readonly unknown[] = ['create-only', 'create-update']

/** Total: anything the API server answers has a digest. */
export const applicationSetDigest = ({ metadata, spec }: ApplicationSet): ApplicationSetDigest => {
  const { generators, syncPolicy } = isJsonObject(spec) ? spec : {}
  const policy = isJsonObject(syncPolicy) ? syncPolicy['applicationsSync'] : undefined
  return {
    namespace: metadata.namespace ?? '',
    name: metadata.name,
    sources: clusterSources(generators),
    deletes: !KEEPING.includes(policy),
  }
}

/**
 * Whether a cluster Secret with these labels is among those a generator gives out. The secret-type is Argo CD's own
 * condition, whatever the selector says of it. A selector that is none makes the generator fail, or is a template of which
 * nothing can be told: it may match.
 */
export const selectsCluster = (
  { selector }: ClusterSource,
  labels: Readonly<Record<string, string>>,
): boolean => {
  if (selector === 'unknown') return true
  const compiled = objectSelector(withSecretType(selector))
  return !compiled.ok || compiled.matches(labels)
}

const withSecretType = (selector: LabelSelector): LabelSelector => ({
  ...selector,
  matchLabels: { ...selector.matchLabels, [SECRET_TYPE_LABEL]: SECRET_TYPE_CLUSTER },
})
