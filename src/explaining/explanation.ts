import type { ReportDecision, ReportHub } from '../engine/report.ts'
import type { Incomplete } from '../engine/snapshot.ts'
import type { CredentialName } from '../listing/credential-name.ts'
import type { ServerClass } from './server-class.ts'
import type { SubjectKind } from './subject.ts'

/** How the word was understood; the names are of what it was found to be. */
export interface Understood {
  readonly kind: SubjectKind
  readonly cluster?: string
  readonly namespace?: string
  /** Of a kubeconfig Secret in `namespace`, or of a cluster Secret in the target namespace. */
  readonly secret?: string
  readonly server?: string
}

export interface ExplainedNamespace {
  readonly name: string
  /** `unlabelled`: nothing marks it as a source namespace. `unknown`: it could not be seen. */
  readonly state: 'labelled' | 'unlabelled' | 'terminating' | 'gone' | 'unknown'
  /** RFC 3339. */
  readonly createdAt?: string
  readonly why?: string
}

/** A label that decides, or that is copied to the registration. */
export interface ExplainedLabel {
  readonly key: string
  /** null: it is not there. */
  readonly value: string | null
  /** `copied`: it decides nothing, and stands on the registration too. `ignored`: reserved, and never copied. */
  readonly use: 'required' | 'copied' | 'ignored'
  readonly ok: boolean
}

export interface ExplainedCandidate {
  readonly secret: string
  /** Absent where the Secret has none of the provider's keys. */
  readonly key?: string
  readonly provider: string
  /** 2 for the provider's type of Secret, 1 for a controller owner. */
  readonly score: number
  readonly chosen: boolean
  readonly rejected?: string
  readonly message?: string
  readonly remedy?: string
}

/** What signs in, and until when. Never the credential. */
export interface ExplainedCredential {
  /** As `list` calls it. */
  readonly kind: CredentialName
  /** RFC 3339; absent where it carries no date. */
  readonly notAfter?: string
  /** Of one with a date. */
  readonly expired?: boolean
}

export interface ExplainedSource {
  readonly secret: string
  readonly key: string
  readonly provider: string
  readonly credential?: ExplainedCredential
}

export interface ExplainedServer {
  readonly address: string
  readonly class: ServerClass
  readonly message: string
}

/** A Secret of the target namespace that has a name or an address. */
export interface Holder {
  readonly secret: string
  readonly namespace?: string
  readonly ours: boolean
  /** Argo CD sees it. */
  readonly visible: boolean
  /** It is the one that is explained. */
  readonly self: boolean
  /** It is another one of the same namespace, which makes way. */
  readonly sibling?: true
}

/** A source namespace that asks for the same. */
export interface Claimant {
  readonly namespace: string
  readonly cluster: string
  /** Relative to the namespace that is explained. */
  readonly age?: 'older' | 'younger'
  readonly action?: string
  readonly reason?: string
}

/** A name or an address: who has it, and who else asks for it. */
export interface ExplainedClaim {
  readonly wanted: string
  readonly holders: readonly Holder[]
  readonly claimants: readonly Claimant[]
  /** False where others may ask for it too: the outcome is the same, so their kubeconfigs were not read. */
  readonly claimantsKnown: boolean
}

export interface ExplainedRegistration {
  readonly secret: string
  readonly ours: boolean
  /** `held`: by hand. `other`: it is no cluster Secret. */
  readonly state: 'active' | 'demoted' | 'held' | 'terminating' | 'other'
  readonly pinned: boolean
  readonly cluster?: string
  readonly server?: string
  readonly credential?: ExplainedCredential
}

/** Something that would change the outcome, or that keeps it. */
export interface Next {
  readonly id: string
  readonly message: string
  readonly remedy?: string
}

/** What would become of a namespace with other labels. */
export interface IfLabelled {
  readonly labels: Readonly<Record<string, string>>
  readonly decision: ReportDecision | null
}

/** The stable form of `explain -o json`; absent keys are left out. */
export interface Explanation {
  readonly apiVersion: 'registrar/v1'
  readonly kind: 'Explanation'
  readonly hub: ReportHub
  /** As it was typed. */
  readonly subject: string
  readonly understoodAs: Understood
  readonly namespace?: ExplainedNamespace
  readonly labels: readonly ExplainedLabel[]
  /** In rank order. With `ifLabelled`, those that would be looked at then. */
  readonly candidates: readonly ExplainedCandidate[]
  /** Why the Secrets of the namespace could not be read. */
  readonly unread?: string
  readonly source?: ExplainedSource
  readonly server?: ExplainedServer
  readonly claims: { readonly name?: ExplainedClaim; readonly server?: ExplainedClaim }
  readonly registration?: ExplainedRegistration
  /** What `sync --dry-run` says of it; null where it decides nothing. */
  readonly decision: ReportDecision | null
  /** What else is decided of the same namespace. */
  readonly related: readonly ReportDecision[]
  readonly ifLabelled?: IfLabelled
  readonly next: readonly Next[]
  readonly complete: boolean
  readonly incomplete?: readonly Incomplete[]
}
