import { UsageError } from '../errors.ts'
import { causeText } from '../engine/reasons/index.ts'
import { parseKubeconfig, type Kubeconfig } from '../kubeconfig/parse.ts'
import { printableName } from '../kubeconfig/printable.ts'
import { selectPair } from '../kubeconfig/select-pair.ts'
import type { Unusable } from '../kubeconfig/translation.ts'
import { isNull, type YamlValue } from '../kubeconfig/yaml-value.ts'
import { isJsonMap, toJson, type Json } from './kubeconfig-document.ts'
import { listed } from '../engine/listed.ts'

export interface Entry {
  readonly name: string
  readonly [Field: string]: Json
}

/** One cluster, one user, and the context that joins them, where the file has one. */
export interface ReducedKubeconfig {
  readonly apiVersion: 'v1'
  readonly kind: 'Config'
  readonly clusters: readonly [Entry]
  readonly users: readonly [Entry]
  readonly contexts?: readonly [Entry]
  readonly 'current-context'?: string
}

const textOf = (entry: YamlValue | undefined, field: string): string => {
  const value = entry?.kind === 'map' ? entry.entries.get(field) : undefined
  return value?.kind === 'scalar' && !isNull(value) ? value.text : ''
}

const named = (entries: readonly YamlValue[], name: string): YamlValue | undefined =>
  entries.find((entry) => textOf(entry, 'name') === name)

const entryOf = (value: YamlValue | undefined): Entry => {
  const json = value === undefined ? {} : toJson(value)
  return { name: '', ...(isJsonMap(json) ? (json as Entry) : {}) }
}

const unusable = ({ cause, params }: Unusable): UsageError => {
  const { message, remedy } = causeText(cause, params)
  return new UsageError(message, remedy)
}

const contextNames = ({ contexts }: Kubeconfig): string => {
  const names = contexts.map((entry) => printableName(textOf(entry, 'name'))).filter((name) => name !== '')
  return names.length === 0 ? 'there are none' : `there are: ${listed(names)}`
}

/** Only a context can say which of several belong together; a person chooses it with the flag. */
const requireContext = (kubeconfig: Kubeconfig, context: string | undefined): void => {
  const { clusters, users, contexts, currentContext } = kubeconfig
  if (context !== undefined && !named(contexts, context))
    throw new UsageError(
      `there is no context "${printableName(context)}" in it; ${contextNames(kubeconfig)}`,
      'choose one with --context, which with --import is a context of that file',
    )
  const isAmbiguous = currentContext === '' && (clusters.length > 1 || users.length > 1)
  if (context === undefined && isAmbiguous)
    throw new UsageError(
      `it has several clusters or users and no current-context; ${contextNames(kubeconfig)}`,
      'choose one with --context NAME',
    )
}

/**
 * What of a kubeconfig belongs to one context: its cluster, its user and itself. Credentials of other clusters stay
 * behind.
 * @param context absent = the current one
 * @throws UsageError where the file can't be read as a kubeconfig, or the context leads nowhere
 */
export const reduceKubeconfig = (bytes: Buffer, context: string | undefined): ReducedKubeconfig => {
  const parsed = parseKubeconfig(bytes)
  if (parsed === 'empty') throw new UsageError('it is empty', 'name a file with a kubeconfig in it')
  if (!parsed.ok) throw unusable(parsed.unusable)
  requireContext(parsed.value, context)
  const kubeconfig = { ...parsed.value, currentContext: context ?? parsed.value.currentContext }
  const pair = selectPair(kubeconfig)
  if (!pair.ok) throw unusable(pair.unusable)

  const { clusters, users, contexts, currentContext } = kubeconfig
  const base = { apiVersion: 'v1', kind: 'Config' } as const
  if (currentContext === '') return { ...base, clusters: [entryOf(clusters[0])], users: [entryOf(users[0])] }
  const chosen = named(contexts, currentContext)
  const body = chosen?.kind === 'map' ? chosen.entries.get('context') : undefined
  return {
    ...base,
    clusters: [entryOf(named(clusters, textOf(body, 'cluster')))],
    users: [entryOf(named(users, textOf(body, 'user')))],
    contexts: [entryOf(chosen)],
    'current-context': currentContext,
  }
}
