import { applicationSetDigest, selectsCluster } from '../../argocd/application-sets.ts'
import { objectSelector, type LabelSelector } from '../../kube/selectors.ts'
import { closest } from '../../cli/closest.ts'
import { printableName } from '../../kubeconfig/printable.ts'
import type { Check } from '../check.ts'
import type { Finding } from '../finding.ts'
import { applicationSetsOf } from './applications-scope.ts'
import { liveClusters } from './clusters-live.ts'

type Labels = Readonly<Record<string, string>>

/** One requirement of a selector, as kubectl writes it. */
interface Term {
  readonly text: string
  readonly selector: LabelSelector
  readonly key: string
  readonly values: readonly string[]
}

const termText = (operator: string, key: string, values: readonly string[]): string => {
  const list = values.map(printableName).join(',')
  if (operator === 'In') return values.length === 1 ? `${key}=${list}` : `${key} in (${list})`
  if (operator === 'NotIn') return `${key} notin (${list})`
  return operator === 'DoesNotExist' ? `!${key}` : key
}

const termsOf = ({ matchLabels = {}, matchExpressions = [] }: LabelSelector): readonly Term[] => [
  ...Object.entries(matchLabels).map(([key, value]) => ({
    text: termText('In', key, [value]),
    selector: { matchLabels: { [key]: value } },
    key,
    values: [value],
  })),
  ...matchExpressions.map((expression) => {
    const { key, operator, values = [] } = expression
    return {
      text: termText(operator, key, values),
      selector: { matchExpressions: [expression] },
      key,
      values,
    }
  }),
]

const isMet = ({ selector }: Term, labels: Labels): boolean => {
  const compiled = objectSelector(selector)
  return compiled.ok && compiled.matches(labels)
}

/** What was most likely meant by a term that nobody meets. */
const nearTo = ({ key, values: [value = ''] }: Term, all: readonly Labels[]): string | undefined => {
  const present = all.flatMap((labels) => labels[key] ?? [])
  const near = closest(value, [...new Set(present)])
  return near === undefined ? undefined : `${key}=${printableName(near)}`
}

interface Home {
  readonly target: string
  readonly prefix: string
}

const findingOf = (
  set: string,
  terms: readonly Term[],
  all: readonly Labels[],
  { target, prefix }: Home,
): Finding => {
  const counted = terms.map((term) => ({ term, count: all.filter((labels) => isMet(term, labels)).length }))
  const unmet = counted.find(({ count }) => count === 0)?.term
  const near = unmet && nearTo(unmet, all)
  const { key = '', values: [value = 'VALUE'] = [] } = unmet ?? terms[0] ?? {}
  const [namespace = '', name = ''] = set.split('/')
  return {
    severity: 'error',
    object: set,
    params: {
      total: String(all.length),
      terms: counted.map(({ term, count }) => `${term.text} ${count}`).join(', '),
      assign: `${key}=${printableName(value)}`,
      target,
      ...(key.startsWith(prefix) ? { ours: 'true' } : {}),
      namespace,
      set: name,
      ...(near === undefined ? {} : { near }),
    },
  }
}

/** A selector that picks no cluster at all: a wrong label, on one side or the other. */
export const appsetSelectorNone: Check = {
  id: 'appset-selector-none',
  section: 'argocd',
  on: 'hub',
  run: async (inspection) => {
    const [sets, clusters] = await Promise.all([applicationSetsOf(inspection), liveClusters(inspection)])
    const { settings } = inspection
    const home = { target: settings.targetNamespace, prefix: settings.labelPrefix }
    const all = clusters.map(({ secret }): Labels => secret.metadata.labels ?? {})
    return sets.map(applicationSetDigest).flatMap(({ namespace, name, sources }) =>
      sources.flatMap((source): Finding[] => {
        const terms = source.selector === 'unknown' ? [] : termsOf(source.selector)
        // Without a term all clusters are meant, the hub included; and where there is none, no label is to blame.
        if (terms.length === 0 || all.length === 0) return []
        // One that is no selector may match anything.
        if (all.some((labels) => selectsCluster(source, labels))) return []
        return [findingOf(`${namespace}/${name}`, terms, all, home)]
      }),
    )
  },
}
