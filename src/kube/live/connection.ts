import type { CredentialSource, TrustSource } from './material.ts'

/** kubectl's connection flags, as typed: they override what the kubeconfig says. */
export interface ConnectionFlags {
  readonly kubeconfig?: string
  readonly context?: string
  readonly cluster?: string
  readonly user?: string
  readonly server?: string
  readonly token?: string
  readonly as?: string
  readonly asGroups?: readonly string[]
  readonly asUid?: string
  readonly certificateAuthority?: string
  readonly clientCertificate?: string
  readonly clientKey?: string
  readonly insecureSkipTlsVerify?: boolean
  readonly tlsServerName?: string
  /** Milliseconds a call may take; 0 = no limit. */
  readonly requestTimeout?: number
}

/** A proxy between us and the hub. Its user-info stands behind a function, so that printing it shows none. */
export interface ProxySettings {
  readonly scheme: 'http' | 'https' | 'socks5'
  /** Without brackets. */
  readonly host: string
  readonly port: number
  readonly userInfo: () => { readonly username: string; readonly password: string } | undefined
}

/** Where the hub is and how to talk to it. Holds no credential a printer could reach. */
export interface HubConnection {
  readonly source: 'kubeconfig' | 'in-cluster' | 'flags'
  readonly context?: string
  /** Names in the kubeconfig, for messages. */
  readonly cluster?: string
  readonly user?: string
  /** `https://host[:port][/path]`, no trailing slash. */
  readonly server: string
  /** Default namespace of the context, or the pod's own. */
  readonly namespace?: string
  readonly tlsServerName?: string
  readonly insecure: boolean
  readonly trust: TrustSource
  readonly credentials: CredentialSource
  /** `Impersonate-*` headers; a list is sent as repeated headers. */
  readonly impersonation: Readonly<Record<string, string | readonly string[]>>
  readonly proxy?: ProxySettings
  readonly disableCompression: boolean
  /** Milliseconds, from `--request-timeout`; absent = the client's default. */
  readonly requestTimeout?: number
}
