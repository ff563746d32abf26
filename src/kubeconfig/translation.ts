import type { Secret } from '../kube/objects.ts'

/** Why a kubeconfig can't become an Argo CD cluster (decisions.md §2). Text and remedy stand in engine/reasons. */
export type UnusableCause =
  | 'kubeconfig-unparsable'
  | 'pair-ambiguous'
  | 'pair-dangling'
  | 'server-invalid'
  | 'server-insecure'
  | 'server-in-cluster'
  | 'server-loopback'
  | 'proxy-invalid'
  | 'ca-invalid'
  | 'ca-with-insecure'
  | 'credential-missing'
  | 'credential-file'
  | 'credential-invalid'
  | 'credential-ambiguous'
  | 'impersonation'
  | 'auth-provider'
  | 'exec-gate'
  | 'exec-unknown'
  | 'exec-policy'
  | 'exec-apiversion'
  | 'exec-server-untrusted'

/** What registers all the same, but that a person should know. */
export type TranslationWarningId =
  | 'token-file-ignored'
  | 'token-short-lived'
  | 'credential-expired'
  | 'credential-not-yet-valid'
  | 'exec-argument-dropped'
  | 'exec-identity'
  | 'insecure'
  | 'server-single-label'
  | 'server-in-cluster-dns'
  | 'server-host-docker-internal'
  | 'server-loopback-dns'
  | 'server-node-port'
  | 'proxy-loopback'

/** Values a message is filled with. Never a credential, never a value of the kubeconfig but names, hosts and flags. */
export type Params = Readonly<Record<string, string>>

export interface TranslationWarning {
  readonly id: TranslationWarningId
  readonly params: Params
}

/** When a credential begins and ends; absent where it carries no date (an opaque token, a password, exec). */
export interface Validity {
  readonly kind: 'certificate' | 'token'
  /** Milliseconds since the epoch. */
  readonly notBefore?: number
  readonly notAfter: number
}

export interface Translated {
  readonly outcome: 'translated'
  /** As written in the kubeconfig, without trailing slashes: what Argo CD stores and compares. */
  readonly server: string
  /** For comparison only (address.ts). */
  readonly canonicalServer: string
  /** The `config` text of the cluster Secret. Holds the credential. */
  readonly config: string
  /** Digest of `config` as parsed JSON: equal for any spelling of the same settings. */
  readonly configDigest: string
  readonly validity?: Validity
  readonly warnings: readonly TranslationWarning[]
}

export interface Unusable {
  readonly outcome: 'unusable'
  readonly cause: UnusableCause
  readonly params: Params
}

/** `empty`: the key is there, with nothing but white space in it; the provisioner has not finished. */
export type Translation = Translated | Unusable | { readonly outcome: 'empty' }

export interface TranslationPolicy {
  /** The setting `execCredentials`: the first of the two gates of exec translation. */
  readonly execCredentials: boolean
  /** Hosts beyond the clouds' own to which a translated credential may go: globs as in `*.eks.example.com`. */
  readonly execHosts: readonly string[]
  /** proxy-urls that a translated credential may pass through, compared as written. */
  readonly execProxies: readonly string[]
  /** Canonical servers that are the hub itself; empty with manifests. */
  readonly hubServers: readonly string[]
  /** `host:port` of KUBERNETES_SERVICE_HOST, where the process runs in the hub. */
  readonly hubServices: readonly string[]
}

export interface TranslationInput {
  /** The whole Secret: a relative tokenFile names another key of it. */
  readonly secret: Secret
  readonly key: string
  /** The provider's opt-in: the second gate. */
  readonly allowExec: boolean
  readonly policy: TranslationPolicy
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Digest of what is registered; an equal config was checked when it was written, so its key pair is not again
   *  (0.5 ms each). */
  readonly registeredDigest?: string
}
