import type { LabelSelector } from '../kube/selectors.ts'
import { isJsonObject } from './config-shape.ts'

/** A generator of an ApplicationSet that gives out clusters. */
export interface ClusterSource {
  /** Of the cluster Secrets; empty takes all, the local cluster included. `unknown`: not to be told from the ApplicationSet.
   *  What a generator's other selector filters, its parameters, is not looked at. */
  readonly selector: LabelSelector | 'unknown'
  /** One cluster less means one Application less. Not so in a flat list, which is one set of parameters whatever it holds,
   *  nor in a merge past its first generator, which only changes parameters of the first. */
  readonly decides: boolean
}

/** Combinations in combinations in combinations are refused (ApplicationSetTerminalGenerator). */
const MAX_DEPTH = 2

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string')

const isTextMap = (value: unknown): value is Readonly<Record<string, string>> =>
  isJsonObject(value) && Object.values(value).every((entry) => typeof entry === 'string')

const isExpression = (value: unknown): value is NonNullable<LabelSelector['matchExpressions']>[number] =>
  isJsonObject(value) &&
  typeof value['key'] === 'string' &&
  typeof value['operator'] === 'string' &&
  (value['values'] === undefined || value['values'] === null || isTexts(value['values']))

/** Inside of nested generators the CRD takes anything. */
const selectorOf = (value: unknown): LabelSelector | 'unknown' => {
  if (value === undefined || value === null) return {}
  if (!isJsonObject(value)) return 'unknown'
  const labels = value['matchLabels'] ?? {}
  const expressions: unknown = value['matchExpressions'] ?? []
  if (!isTextMap(labels) || !Array.isArray(expressions) || !expressions.every(isExpression)) return 'unknown'
  return {
    matchLabels: labels,
    matchExpressions: expressions.map(({ key, operator, values }) => ({
      key,
      operator,
      values: values ?? [],
    })),
  }
}

const nested = (
  combination: unknown,
  depth: number,
  decides: (index: number) => boolean,
): ClusterSource[] => {
  const generators: unknown = isJsonObject(combination) ? combination['generators'] : undefined
  if (!Array.isArray(generators) || depth === MAX_DEPTH) return []
  return generators.flatMap((generator, index) => sourcesOf(generator, depth + 1, decides(index)))
}

const sourcesOf = (generator: unknown, depth: number, decides: boolean): ClusterSource[] => {
  if (!isJsonObject(generator)) return []
  const { clusters, matrix, merge, clusterDecisionResource, plugin } = generator
  const own: ClusterSource[] = isJsonObject(clusters)
    ? [{ selector: selectorOf(clusters['selector']), decides: decides && clusters['flatList'] !== true }]
    : []
  // The one asks another object, the other a service, which clusters there are; both may go by Argo CD's.
  if (isJsonObject(clusterDecisionResource) || isJsonObject(plugin))
    own.push({ selector: 'unknown', decides })
  return [
    ...own,
    ...nested(matrix, depth, () => decides),
    ...nested(merge, depth, (index) => decides && index === 0),
  ]
}

/** The generators that give out clusters, at the top and inside of matrix and merge, from `spec.generators`. */
export const clusterSources = (generators: unknown): readonly ClusterSource[] =>
  Array.isArray(generators) ? generators.flatMap((generator) => sourcesOf(generator, 0, true)) : []
