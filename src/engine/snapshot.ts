import type { TranslationWarning, Unusable, Validity } from '../kubeconfig/translation.ts'
import type { Base } from './decision.ts'

/** A namespace as far as plans need it. */
export interface NamespaceDigest {
  readonly name: string
  /** Absent where the object does not have one (manifests). */
  readonly uid?: string
  /** Milliseconds since the epoch; absent where not known. */
  readonly createdAt?: number
  readonly terminating: boolean
  /** Carries the owner's label: a source namespace. */
  readonly managed: boolean
  /** Labels and annotations under the prefix only. */
  readonly labels: Readonly<Record<string, string>>
  readonly annotations: Readonly<Record<string, string>>
}

/** What a candidate's kubeconfig came to; the config text itself stands in the pass's credentials. */
export type CandidateOutcome =
  | {
      readonly outcome: 'translated'
      readonly server: string
      readonly canonicalServer: string
      readonly configDigest: string
      /** Bytes of the config text. */
      readonly configSize: number
      readonly validity?: Validity
      readonly warnings: readonly TranslationWarning[]
      /** Argo CD is to fetch the credential itself (awsAuthConfig, execProviderConfig). */
      readonly usesExec: boolean
    }
  | Unusable
  | { readonly outcome: 'empty' }
  /** An earlier candidate had won. */
  | { readonly outcome: 'not-tried' }

export interface CandidateDigest {
  readonly provider: string
  readonly allowExec: boolean
  readonly secret: string
  readonly key: string
  readonly score: number
  /** Key of its config text in the pass's credentials. */
  readonly credential: string
  readonly result: CandidateOutcome
}

/** A Secret that a provider's glob matches and that has none of its keys. */
export interface NearMiss {
  readonly provider: string
  readonly secret: string
  readonly keys: readonly string[]
}

/** The kubeconfig Secrets of one namespace; incomplete where they could not all be read. */
export type SourceSight =
  | {
      readonly complete: true
      readonly candidates: readonly CandidateDigest[]
      readonly nearMisses: readonly NearMiss[]
    }
  /** `forbidden`: the hub said so; anything else may pass. */
  | { readonly complete: false; readonly why: string; readonly forbidden: boolean }

/** A Secret in the target namespace that is, was or stands in the way of a registration. */
export interface RegistrationDigest {
  readonly name: string
  readonly base: Base
  /** Milliseconds since the epoch. */
  readonly createdAt?: number
  /** Being deleted, and held by a finalizer. */
  readonly terminating: boolean
  readonly immutable: boolean
  /** A finalizer would hold it when it is deleted. */
  readonly finalized: boolean
  /** Labelled secret-type=cluster: Argo CD sees it. */
  readonly visible: boolean
  /** Has what a cluster Secret has: the label, its parked value, or the data. */
  readonly clusterLike: boolean
  readonly clusterName: string
  /** As stored. */
  readonly server: string
  readonly canonicalServer?: string
  /** Absent where `config` is missing or not JSON. */
  readonly configDigest?: string
  /** Bytes of the stored config text; 0 where there is none. */
  readonly configSize: number
  readonly labels: Readonly<Record<string, string>>
  /** Those under the prefix and our own bookkeeping. */
  readonly annotations: Readonly<Record<string, string>>
  /** Field managers that wrote to it, as the API server recorded them. */
  readonly managers: readonly string[]
  /** When this program last wrote to it, in milliseconds. Absent where the API server does not say. */
  readonly writtenAt?: number
}

/** One thing that could not be read. Whatever depends on it is never removed. */
export interface Incomplete {
  readonly what: string
  readonly namespace?: string
  readonly why: string
}

/** The state of a namespace that is not among the labelled ones. */
export type Absence =
  /** The API server's own 404, and no Secret is listed in it; or whether there is one may not be seen. */
  | { readonly state: 'gone'; readonly secrets: 'none' | 'forbidden' }
  | { readonly state: 'unknown'; readonly why: string }

/** The hub as one pass sees it: digests, never bodies. */
export interface Snapshot {
  /** Source namespaces, and those that registrations record. */
  readonly namespaces: ReadonlyMap<string, NamespaceDigest>
  /** Namespaces that registrations record and that were not found. */
  readonly absences: ReadonlyMap<string, Absence>
  readonly sources: ReadonlyMap<string, SourceSight>
  /** By registrationKey: target namespace and Secret name. */
  readonly registrations: ReadonlyMap<string, RegistrationDigest>
  readonly incomplete: readonly Incomplete[]
}

/** Nothing seen yet. */
export const EMPTY_SNAPSHOT: Snapshot = {
  namespaces: new Map(),
  absences: new Map(),
  sources: new Map(),
  registrations: new Map(),
  incomplete: [],
}

export const isAbsence = (sight: NamespaceDigest | Absence): sight is Absence => 'state' in sight
