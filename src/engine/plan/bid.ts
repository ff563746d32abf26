import type { Params } from '../../kubeconfig/translation.ts'
import type { ReasonId } from '../reasons/index.ts'
import type { RegistrationDigest } from '../snapshot.ts'
import type { Claim, Source } from './claims.ts'

/** A wish to have `cluster` registered at `source`'s address under the Secret `secret`: a namespace's claim, or the
 *  refresh of a registration under its old name. */
export interface Bid {
  readonly claim: Claim
  readonly cluster: string
  readonly secret: string
  /** Undefined where the namespace's Secrets could not be read: such a bid still keeps a name from younger ones. */
  readonly source: Source | undefined
  /** The refresh of a registration that the namespace no longer names; nothing of the namespace makes way for it. */
  readonly isRefresh: boolean
  /** Registrations of the namespace under other names, which go once a claim is granted. */
  readonly others: readonly RegistrationDigest[]
}

export interface Refusal {
  readonly reason: ReasonId
  readonly params: Params
}

export type Verdict =
  /** `after`: decisions that free the name or the address first. `takesOver`: the Secret that is there is deleted by one. */
  | { readonly granted: true; readonly after: readonly string[]; readonly takesOver: boolean }
  /** `deferred`: what is in the way is freed by this very plan, and the claim is to be looked at once more. */
  | { readonly granted: false; readonly refusal: Refusal; readonly deferred?: true }
