/** What may happen to a hub, as plain data: a history prints as JSON, and what was printed runs again. */

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

/** Something that happens on the hub without us. */
export type WorldStep =
  | { readonly do: 'create'; readonly at: Place; readonly name: Name; readonly source?: Source }
  /** Deletion begins; something in the namespace holds it up until `finish`. */
  | { readonly do: 'delete'; readonly at: Place }
  | { readonly do: 'finish'; readonly at: Place }
  /** Deleted and made anew under the same name, so with another UID. */
  | { readonly do: 'recreate'; readonly at: Place; readonly name: Name; readonly source?: Source }
  | { readonly do: 'label'; readonly at: Place; readonly name: Name }
  | { readonly do: 'manage'; readonly at: Place; readonly on: boolean }
  /** A label that registrations copy. */
  | { readonly do: 'tier'; readonly at: Place; readonly value: string }
  | { readonly do: 'kubeconfig'; readonly at: Place; readonly source: Source }
  | { readonly do: 'no-kubeconfig'; readonly at: Place }
  /** A cluster Secret of somebody else, in place of what is there. */
  | {
      readonly do: 'foreign'
      readonly secret: SecretName
      readonly name: Name
      readonly server: Server
      readonly owner: '' | 'else'
    }
  | { readonly do: 'edit'; readonly secret: SecretName; readonly edit: HandEdit }
  | { readonly do: 'wait'; readonly minutes: number }
  /** Another hub answers at the address: kube-system has another UID. */
  | { readonly do: 'other-hub' }

/** A moment of a pass: before its call, or its write, of this number. */
export interface Moment {
  readonly of: 'call' | 'write'
  readonly nth: number
}

export type FaultKind =
  | 'forbidden'
  | 'proxy-404'
  | 'conflict'
  | 'expired'
  | 'busy'
  | 'error'
  | 'timeout'
  | 'reset'
  | 'reset-after'
  | 'timeout-after'
  | 'cut'

export interface Fault extends Moment {
  readonly fault: FaultKind
  /** Calls of that kind in a row that fail. */
  readonly times: number
}

export interface PassPlan {
  readonly faults?: readonly Fault[]
  /** The process ends at this moment; `after` the call took effect. */
  readonly dies?: Moment & { readonly after: boolean }
  /** Happens on the hub in the middle of the pass. */
  readonly during?: readonly (Moment & { readonly step: WorldStep })[]
  readonly dryRun?: 'client' | 'server'
  /** `-n`: source namespaces the pass is limited to. */
  readonly only?: readonly Place[]
  /** `--no-prune`. */
  readonly removals?: 'off'
}

export type Verb = 'demote' | 'revert' | 'prune'

export type Step =
  | WorldStep
  /** A pass of the process that is running; what a fault-free one leaves is settled, and checked to be. */
  | { readonly do: 'pass'; readonly plan: PassPlan }
  /** Two processes at once; `picks` says whose call goes next. */
  | {
      readonly do: 'two'
      readonly first: PassPlan
      readonly second: PassPlan
      readonly picks: readonly boolean[]
    }
  /** A person asks for one registration. */
  | { readonly do: 'ask'; readonly verb: Verb; readonly secret: SecretName; readonly plan: PassPlan }
  /** `prune`, and with `release` `prune --max-removals`. */
  | { readonly do: 'prune'; readonly release?: number; readonly plan: PassPlan }
  /** On a settled hub: demote and revert, or rename and rename back, gives the same bytes. */
  | { readonly do: 'hide-and-revert'; readonly secret: SecretName }
  | { readonly do: 'rename-and-back'; readonly at: Place; readonly name: Name }
  /** The process that was running is replaced by a new one. */
  | { readonly do: 'restart' }

export interface Setup {
  readonly ttl: '0s' | '24h'
  /** The brake; undefined = the default. */
  readonly maxRemovals?: '0' | '1' | '2' | '100%'
  /** The providers were named. */
  readonly named: boolean
}

export interface History {
  readonly setup: Setup
  readonly steps: readonly Step[]
}
