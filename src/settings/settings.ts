import type { Provider } from '../providers/provider.ts'

/** The brake (decisions.md §4): removals and hides allowed in 10 minutes. */
export type RemovalLimit = { readonly count: number } | { readonly percent: number }

export const RENAMES = ['apply', 'hold'] as const
export type Renames = (typeof RENAMES)[number]

/** What a pass works with, valid by construction (resolve.ts). Durations are in milliseconds. */
export interface Settings {
  readonly targetNamespace: string
  /** True where `targetNamespace` was typed or set: then it need not hold an Argo CD. */
  readonly targetNamespaceChosen: boolean
  readonly labelPrefix: string
  readonly managedBy: string
  readonly providers: readonly Provider[]
  /** True where the providers were typed, set or discovered: then a registration of another provider is not left
   *  alone as `other-settings`. */
  readonly providersChosen: boolean
  readonly execCredentials: boolean
  readonly execHosts: readonly string[]
  readonly execProxies: readonly string[]
  /** 0 = never. */
  readonly demotedTtl: number
  readonly maxRemovals: RemovalLimit | undefined
  readonly interval: number
  /** Refreshes of active registrations a minute, by a controller; 0 = no limit. */
  readonly updatesPerMinute: number
  /** How old a namespace of the same name may get before the registration of its predecessor is hidden. */
  readonly uidGrace: number
  /** Whether renames are carried out, or decided and held: Argo CD deletes workloads with some (decisions.md §6). */
  readonly renames: Renames
  /** Source namespaces a pass is limited to; empty = all. */
  readonly namespaces: readonly string[]
}

export const DEFAULTS = {
  targetNamespace: 'argocd',
  labelPrefix: 'argocd-cluster-registrar/',
  managedBy: 'cluster-registrar',
  providers: ['k3k'],
  interval: '60s',
  updatesPerMinute: 60,
  demotedTTL: '0s',
  uidGrace: '24h',
  renames: 'apply',
} as const
