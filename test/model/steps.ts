import type { PassPlan } from './plans.ts'
import type { HandEdit, Name, Place, SecretName, Server, Source, Verb } from './words.ts'

/** What may happen to a hub, as plain data: a history prints as JSON, and what was printed runs again. */

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
  /** A person asks for one registration, or two; `back` gives its namespace its name, where that is another. */
  | {
      readonly do: 'ask'
      readonly verb: Verb
      readonly secret: SecretName
      readonly also?: SecretName
      readonly back?: boolean
      readonly plan: PassPlan
    }
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
