import { UsageError } from '../../errors.ts'
import type { ConnectionFlags } from './connection.ts'
import type { ClusterEntry, ContextEntry, Kubeconfig, UserEntry } from './kubeconfig-entries.ts'

export interface Selection {
  readonly context?: string
  readonly namespace?: string
  readonly clusterName?: string
  readonly cluster?: ClusterEntry
  readonly userName?: string
  readonly user?: UserEntry
}

const listed = (entries: ReadonlyMap<string, unknown>): string => {
  const names = [...entries.keys()].sort()
  return names.length === 0 ? 'there are none' : `there are: ${names.join(', ')}`
}

const pick = <T>(
  entries: ReadonlyMap<string, T>,
  name: string,
  what: string,
  by: string,
  flag: string,
): T => {
  const found = entries.get(name)
  if (found !== undefined) return found
  throw new UsageError(`${what} "${name}"${by} does not exist; ${listed(entries)}`, `choose one with ${flag}`)
}

const contextOf = (
  config: Kubeconfig,
  flags: ConnectionFlags,
): { readonly name: string; readonly entry: ContextEntry } | undefined => {
  const name = flags.context ?? config.currentContext
  if (name === undefined) return undefined
  const by = flags.context === undefined ? ' (current-context)' : ''
  return { name, entry: pick(config.contexts, name, 'context', by, '--context') }
}

/** Which cluster and user are meant: the flags' names, else the context's (client-go `DirectClientConfig`). */
export const select = (config: Kubeconfig, flags: ConnectionFlags): Selection => {
  const context = contextOf(config, flags)
  const by = context ? ` of context "${context.name}"` : ''
  const clusterName = flags.cluster ?? context?.entry.cluster
  const userName = flags.user ?? context?.entry.user
  const origin = (flag: string | undefined): string => (flag === undefined ? by : '')
  return {
    ...(context && { context: context.name }),
    ...(context?.entry.namespace !== undefined && { namespace: context.entry.namespace }),
    ...(clusterName !== undefined && {
      clusterName,
      cluster: pick(config.clusters, clusterName, 'cluster', origin(flags.cluster), '--cluster'),
    }),
    ...(userName !== undefined && {
      userName,
      user: pick(config.users, userName, 'user', origin(flags.user), '--user'),
    }),
  }
}
