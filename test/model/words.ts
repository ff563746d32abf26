/** Few names and few addresses, so that everything collides with everything. */
export const PLACES = ['n1', 'n2', 'n3', 'n4'] as const
export const NAMES = ['a', 'b', 'c', '', 'in-cluster', 'Bad_Name'] as const
/** The first two are one address, spelt differently. */
export const SERVERS = [
  'https://10.0.0.1',
  'https://10.0.0.1:443',
  'https://10.0.0.2',
  'https://10.0.0.3/',
] as const
export const SECRETS = ['cluster-a', 'cluster-b', 'cluster-c', 'by-hand'] as const

/** A source namespace; a hub may call it by a longer name. */
export type Place = (typeof PLACES)[number]
export type Name = (typeof NAMES)[number]
export type Server = (typeof SERVERS)[number]
export type SecretName = (typeof SECRETS)[number]

/** What a kubeconfig Secret holds. */
export type Kubeconfig = 'good' | 'broken' | 'empty' | 'other-key'

export interface Source {
  readonly server: Server
  readonly token: string
  readonly holds: Kubeconfig
}

/** What a person, a tool or another controller does to a Secret of the target namespace. */
export type HandEdit =
  | 'untype'
  | 'retype'
  | 'unmanage'
  | 'manage'
  | 'unsource'
  | 'other-uid'
  | 'no-uid'
  | 'other-provider'
  | 'other-name'
  | 'other-server'
  | 'junk-config'
  | 'foreign-keys'
  | 'junk-under-prefix'
  | 'immutable'
  | 'finalizer'
  | 'release-finalizer'
  | 'delete'
  | 'junk-stamp'
  | 'old-stamp'
  | 'unstamp'
  | 'unpark'
  | 'unhold'
  | 'hold'
  | 'pin'
  | 'pin-annotation'
  | 'unpin'

/** What a person asks for one registration. */
export type Verb = 'demote' | 'revert' | 'prune'
