import { sectionField } from './fields.ts'
import type { Section } from './fields.ts'
import { wrongType } from './parse.ts'
import type { Kubeconfig } from './parse.ts'
import { printableName } from './printable.ts'
import { done, refuse } from './result.ts'
import type { Step } from './result.ts'
import { isNull } from './yaml-value.ts'
import type { YamlValue } from './yaml-value.ts'

export interface Pair {
  readonly cluster: Section
  readonly user: Section
}

const textOf = (entry: YamlValue | undefined, field: string): string => {
  const value = entry?.kind === 'map' ? entry.entries.get(field) : undefined
  return value?.kind === 'scalar' && !isNull(value) ? value.text : ''
}

/** The first entry of a name counts, as in client-go. */
const named = (entries: readonly YamlValue[], name: string): YamlValue | undefined =>
  entries.find((entry) => entry.kind === 'map' && textOf(entry, 'name') === name)

const section = (entry: YamlValue, field: 'cluster' | 'user' | 'context'): Step<Section> =>
  entry.kind === 'map'
    ? sectionField({ path: `${field}s[]`, map: entry }, field)
    : wrongType(`${field}s[]`, 'a mapping', entry)

// Paths in messages read `cluster.server`, not the place in the list.
const renamed = (path: string, { map }: Section): Section => ({ path, map })

const pairOf = (clusterEntry: YamlValue, userEntry: YamlValue): Step<Pair> => {
  const cluster = section(clusterEntry, 'cluster')
  if (!cluster.ok) return cluster
  const user = section(userEntry, 'user')
  if (!user.ok) return user
  return done({ cluster: renamed('cluster', cluster.value), user: renamed('user', user.value) })
}

const contextNames = (contexts: readonly YamlValue[]): string =>
  contexts
    .map((entry) => textOf(entry, 'name'))
    .filter((name) => name !== '')
    .slice(0, 10)
    .map(printableName)
    .join(', ')

const byContext = (kubeconfig: Kubeconfig): Step<Pair> => {
  const { currentContext, contexts } = kubeconfig
  const entry = named(contexts, currentContext)
  if (entry === undefined)
    return refuse('pair-dangling', {
      missing: 'context',
      name: printableName(currentContext),
      contexts: contextNames(contexts),
    })
  const context = section(entry, 'context')
  if (!context.ok) return context
  const names = { cluster: textOf(context.value.map, 'cluster'), user: textOf(context.value.map, 'user') }
  const cluster = named(kubeconfig.clusters, names.cluster)
  if (cluster === undefined)
    return refuse('pair-dangling', {
      missing: 'cluster',
      name: printableName(names.cluster),
      context: printableName(currentContext),
    })
  const user = named(kubeconfig.users, names.user)
  if (user === undefined)
    return refuse('pair-dangling', {
      missing: 'user',
      name: printableName(names.user),
      context: printableName(currentContext),
    })
  return pairOf(cluster, user)
}

/**
 * Step 2: the cluster and user that `current-context` names; without one, the only cluster and the only user. A
 * context that does not resolve is refused even where there is one of each: pairing them would be a guess that may
 * raise privileges.
 */
export const selectPair = (kubeconfig: Kubeconfig): Step<Pair> => {
  const { clusters, users, currentContext } = kubeconfig
  if (clusters.length === 0) return refuse('kubeconfig-unparsable', { problem: 'no-clusters', line: '1' })
  if (users.length === 0) return refuse('credential-missing', { problem: 'no-users' })
  if (currentContext !== '') return byContext(kubeconfig)
  const [cluster, user] = [clusters[0], users[0]]
  if (clusters.length > 1 || users.length > 1 || cluster === undefined || user === undefined)
    return refuse('pair-ambiguous', {
      clusters: String(clusters.length),
      users: String(users.length),
      contexts: contextNames(kubeconfig.contexts),
    })
  return pairOf(cluster, user)
}
