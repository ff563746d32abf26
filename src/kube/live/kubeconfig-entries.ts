/** Where an entry came from: relative paths in it are relative to this file. */
export interface Entry {
  readonly file: string
  readonly line: number
  readonly folder: string
}

export interface ClusterEntry extends Entry {
  readonly server?: string
  readonly tlsServerName?: string
  readonly insecure: boolean
  readonly ca?: string
  readonly caData?: string
  readonly proxyUrl?: string
  readonly disableCompression: boolean
  /** `config` of the extension client.authentication.k8s.io/exec, passed to an exec user that asks for it. */
  readonly execConfig?: unknown
}

export interface ExecEntry {
  readonly command: string
  readonly args: readonly string[]
  readonly env: readonly { readonly name: string; readonly value: string }[]
  readonly apiVersion: string
  readonly interactiveMode: string
  readonly provideClusterInfo: boolean
}

export interface UserEntry extends Entry {
  readonly token?: string
  readonly tokenFile?: string
  readonly username?: string
  readonly password?: string
  readonly cert?: string
  readonly certData?: string
  readonly key?: string
  readonly keyData?: string
  readonly as?: string
  readonly asUid?: string
  readonly asGroups: readonly string[]
  readonly asExtra: Readonly<Record<string, readonly string[]>>
  readonly exec?: ExecEntry
  readonly authProvider?: { readonly name: string; readonly config: Readonly<Record<string, string>> }
}

export interface ContextEntry extends Entry {
  readonly cluster?: string
  readonly user?: string
  readonly namespace?: string
}

export interface Kubeconfig {
  readonly currentContext?: string
  readonly contexts: ReadonlyMap<string, ContextEntry>
  readonly clusters: ReadonlyMap<string, ClusterEntry>
  readonly users: ReadonlyMap<string, UserEntry>
}
