import type { Params } from '../../kubeconfig/translation.ts'
import { isDnsSubdomain, isLabelValue } from '../../kube/names.ts'
import { secretNameFor } from '../keys.ts'
import { causeText, type ReasonId } from '../reasons/index.ts'
import type { NamespaceDigest, SourceSight } from '../snapshot.ts'
import type { PlanContext } from './context.ts'

/** Why a namespace has nothing to register now. */
export interface Lack {
  readonly reason: ReasonId
  readonly params: Params
  /** `wait`: the provisioner has not finished. `unseen`: could not be read. `refuse`: a person has to act. */
  readonly kind: 'wait' | 'unseen' | 'refuse'
}

/** Why none of a namespace's Secrets can be registered. */
export const sourceLack = (
  context: PlanContext,
  namespace: NamespaceDigest,
  sight: SourceSight & { complete: true },
): Lack => {
  const { candidates, nearMisses } = sight
  // Two providers that try one key find the same fault.
  const faults = candidates
    .flatMap(({ secret, key, result }) =>
      result.outcome === 'unusable'
        ? [{ at: `${secret}[${key}]`, cause: result.cause, ...causeText(result.cause, result.params) }]
        : [],
    )
    .filter(
      (fault, index, all) =>
        all.findIndex(({ at, cause }) => at === fault.at && cause === fault.cause) === index,
    )
  const [first] = faults
  if (first)
    return {
      kind: 'refuse',
      reason: 'source-unusable',
      params: {
        causes: faults.map(({ at, cause, message }) => `${at}: ${cause}: ${message}`).join('; '),
        remedy: first.remedy,
      },
    }
  if (candidates.length > 0)
    return {
      kind: 'wait',
      reason: 'source-empty',
      params: { secrets: candidates.map(({ secret, key }) => `${secret}[${key}]`).join(', ') },
    }
  if (nearMisses.length > 0)
    return {
      kind: 'wait',
      reason: 'key-missing',
      params: {
        misses: nearMisses
          .map(
            ({ secret, provider, keys }) =>
              `${secret} (provider ${provider}) has ${keys.length > 0 ? keys.join(', ') : 'no keys'}`,
          )
          .join('; '),
      },
    }
  return {
    kind: 'wait',
    reason: 'source-missing',
    params: {
      namespace: namespace.name,
      patterns: context.settings.providers
        .map(({ name, secretNamePattern }) => `${secretNamePattern} (${name})`)
        .join(', '),
    },
  }
}

/** What is wrong with the name a namespace asks for; undefined where it is fine. */
export const nameLack = (
  context: PlanContext,
  namespace: NamespaceDigest,
  cluster: string,
): Lack | undefined => {
  const params = { namespace: namespace.name, cluster, clusterKey: context.keys.cluster }
  if (cluster === '') return { kind: 'refuse', reason: 'cluster-label-missing', params }
  if (cluster === 'in-cluster') return { kind: 'refuse', reason: 'cluster-name-reserved', params }
  // It stands in labels too; a hub's own labels always fit, what is about to be labelled may not.
  if (!isDnsSubdomain(secretNameFor(cluster)) || !isLabelValue(cluster))
    return { kind: 'refuse', reason: 'cluster-name-illegal', params }
  return undefined
}
