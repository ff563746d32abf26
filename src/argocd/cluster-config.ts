import { sortedByKey } from '../order.ts'
import { createHash } from 'node:crypto'

/** `tlsClientConfig`; the `…Data` fields are base64 of PEM. Argo CD: TLSClientConfig, nested by its JSON name. */
export interface TlsClientConfig {
  readonly insecure: boolean
  readonly caData?: string
  readonly certData?: string
  readonly keyData?: string
  readonly serverName?: string
}

export interface AwsAuthConfig {
  readonly clusterName: string
}

/** `env` is an object here, unlike a kubeconfig's list. Argo CD has no default for `apiVersion`. */
export interface ExecProviderConfig {
  readonly command: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly apiVersion: string
}

/** What this program writes into `config`; Argo CD's ClusterConfig knows no more ways to sign in. */
export interface ClusterConfig {
  readonly username?: string
  readonly password?: string
  readonly bearerToken?: string
  readonly tlsClientConfig: TlsClientConfig
  readonly disableCompression?: boolean
  readonly proxyUrl?: string
  readonly awsAuthConfig?: AwsAuthConfig
  readonly execProviderConfig?: ExecProviderConfig
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '\\u0026',
  '<': '\\u003c',
  '>': '\\u003e',
  '\u2028': '\\u2028',
  '\u2029': '\\u2029',
}

const present = (value: string | undefined): string | undefined => (value === '' ? undefined : value)

const ordered = (config: ClusterConfig): object => {
  const { tlsClientConfig: tls, awsAuthConfig: aws, execProviderConfig: exec } = config
  return {
    username: present(config.username),
    password: present(config.password),
    bearerToken: present(config.bearerToken),
    tlsClientConfig: {
      insecure: tls.insecure,
      caData: present(tls.caData),
      certData: present(tls.certData),
      keyData: present(tls.keyData),
      serverName: present(tls.serverName),
    },
    disableCompression: config.disableCompression === true ? true : undefined,
    proxyUrl: present(config.proxyUrl),
    awsAuthConfig: aws === undefined ? undefined : { clusterName: aws.clusterName },
    execProviderConfig:
      exec === undefined
        ? undefined
        : {
            command: exec.command,
            args: exec.args?.length === 0 ? undefined : exec.args,
            env:
              exec.env === undefined || Object.keys(exec.env).length === 0
                ? undefined
                : sortedByKey(exec.env),
            apiVersion: exec.apiVersion,
          },
  }
}

/**
 * The `config` text, byte for byte as Go's `encoding/json` writes it: compact, empty fields left out, `insecure`
 * always there, HTML characters and U+2028/2029 escaped, lone surrogates as U+FFFD. The Go registrar compares bytes,
 * so another spelling would make the two rewrite each other's Secret.
 */
export const encodeConfig = (config: ClusterConfig): string =>
  JSON.stringify(ordered(config), (_key, value: unknown) =>
    typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '\ufffd') : value,
  ).replace(/[&<>\u2028\u2029]/g, (character) => ESCAPES[character] ?? character)

// Deeper than any config; stops a hostile Secret from exhausting the stack.
const MAX_DEPTH = 100

const canonical = (value: unknown, depth: number): string => {
  if (depth > MAX_DEPTH) throw new RangeError('nested too deeply')
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, depth + 1)).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item, depth + 1)}`).join(',')}}`
}

/**
 * SHA-256 (hex) of a config as parsed JSON with its keys sorted: equal for every spelling of the same settings.
 * `undefined` where the text is no JSON.
 */
export const configDigest = (text: string): string | undefined => {
  try {
    return createHash('sha256')
      .update(canonical(JSON.parse(text), 0))
      .digest('hex')
  } catch {
    return undefined
  }
}
