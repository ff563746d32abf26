import { clusterSources } from '../../argocd/application-generators.ts'
import { isJsonObject, type Json } from '../../argocd/config-shape.ts'
import { keysUnder } from '../../engine/keys.ts'
import { printableName } from '../../kubeconfig/printable.ts'
import type { ApplicationSet } from '../../kube/objects.ts'
import type { Check } from '../check.ts'
import type { Finding } from '../finding.ts'
import { applicationSetsOf } from './applications-scope.ts'

/** A field that decides what is deployed, from where or under whose rules. */
interface Field {
  readonly path: string
  readonly template: string
}

const fieldsOf = (object: unknown, path: string, names: readonly string[]): readonly Field[] =>
  isJsonObject(object)
    ? names.flatMap((name) => {
        const value = object[name]
        return typeof value === 'string' ? [{ path: `${path}.${name}`, template: value }] : []
      })
    : []

const SOURCE = ['repoURL', 'path', 'targetRevision', 'chart']
const DESTINATION = ['server', 'name', 'namespace']

const decidingFields = (spec: Json): readonly Field[] => {
  const template = isJsonObject(spec['template']) ? spec['template']['spec'] : undefined
  if (!isJsonObject(template)) return []
  const sources: readonly unknown[] = Array.isArray(template['sources']) ? template['sources'] : []
  const path = 'spec.template.spec'
  return [
    ...fieldsOf(template, path, ['project']),
    ...fieldsOf(template['source'], `${path}.source`, SOURCE),
    ...sources.flatMap((source, index) => fieldsOf(source, `${path}.sources[${index}]`, SOURCE)),
    ...fieldsOf(template['destination'], `${path}.destination`, DESTINATION),
  ]
}

const PARAMETER = /\{\{([^{}]{1,500})\}\}/g
const METADATA = /metadata\.(labels|annotations)/

/** Values that a generator takes from labels or annotations pass for them: `values.X`, by their names. */
const taintedValues = (generators: unknown, depth = 0): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  if (depth > 3 || !Array.isArray(generators)) return found
  for (const generator of generators.filter(isJsonObject)) {
    const { clusters, matrix, merge } = generator
    const values = isJsonObject(clusters) ? clusters['values'] : undefined
    for (const [name, value] of Object.entries(isJsonObject(values) ? values : {}))
      if (typeof value === 'string' && METADATA.test(value)) found.set(name, value)
    for (const nested of [matrix, merge].filter(isJsonObject))
      for (const [name, value] of taintedValues(nested['generators'], depth + 1)) found.set(name, value)
  }
  return found
}

/** The label or annotation a field is filled with; undefined where it is none. */
const metadataIn = (template: string, values: ReadonlyMap<string, string>): string | undefined => {
  for (const [, expression = ''] of template.matchAll(PARAMETER)) {
    if (METADATA.test(expression)) return expression
    const name = /\bvalues\.([\w.-]+)/.exec(expression)?.[1]
    const value = name === undefined ? undefined : values.get(name)
    if (value !== undefined) return value
  }
  return undefined
}

const untrusted = ({ metadata, spec }: ApplicationSet, prefix: string): readonly Finding[] => {
  if (!isJsonObject(spec) || clusterSources(spec['generators']).length === 0) return []
  const values = taintedValues(spec['generators'])
  return decidingFields(spec).flatMap(({ path, template }): Finding[] => {
    const expression = metadataIn(template, values)
    if (expression === undefined) return []
    const isOurs = expression.includes(prefix)
    return [
      {
        severity: isOurs ? 'error' : 'warning',
        object: `${metadata.namespace ?? ''}/${metadata.name}`,
        params: {
          path,
          expression: printableName(expression.replaceAll(/[{}]/g, '').trim()),
          prefix,
          namespace: metadata.namespace ?? '',
          set: metadata.name,
          ...(isOurs ? { ours: 'true' } : {}),
        },
      },
    ]
  })
}

/** Labels of namespaces become labels of clusters: who may set the one decides what is made of the other. */
export const appsetUntrustedField: Check = {
  id: 'appset-untrusted-field',
  section: 'argocd',
  on: 'hub',
  run: async (inspection) => {
    const { prefix } = keysUnder(inspection.settings.labelPrefix)
    return (await applicationSetsOf(inspection)).flatMap((set) => untrusted(set, prefix))
  },
}
