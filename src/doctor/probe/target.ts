import { isIP } from 'node:net'
import { decodeClusterSecret } from '../../argocd/cluster-secret.ts'
import { normaliseHost, portNumber, splitUrl } from '../../argocd/url.ts'
import { canonicalPath } from '../../argocd/url-path.ts'
import { UsageError } from '../../errors.ts'
import type { ProxySettings } from '../../kube/live/connection.ts'
import { parseProxy } from '../../kube/live/proxy.ts'
import type { Secret } from '../../kube/objects.ts'
import { printableName } from '../../kubeconfig/printable.ts'
import { credentialsOf, objectAt, pem, readConfig, textAt, type Credentials, type Fields } from './config.ts'

/**
 * Why nobody signs in from here, and only what comes before that is tried.
 * - `exec`: Argo CD fetches the credential with a command, or an identity, of its own pod
 * - `plain`: the address is http, and a credential would be readable on the way
 * - `insecure`: the certificate is not checked, so a credential could go to anybody
 */
export type Withheld = 'exec' | 'plain' | 'insecure'

/** A registration as it is contacted. Nothing of it that is a credential can be printed. */
export interface Target {
  /** As clusters are called; the Secret's name where that has none. */
  readonly cluster: string
  /** Without brackets. */
  readonly host: string
  readonly port: number
  readonly secure: boolean
  /** Of the server itself, without a slash at its end. */
  readonly path: string
  readonly proxy?: ProxySettings
  readonly insecure: boolean
  /** The name the certificate must be for; default the host. */
  readonly serverName?: string
  /** PEM; absent = the authorities of this machine. */
  readonly ca?: string
  readonly withheld?: Withheld
  /** Whether there is anything to sign in with. */
  readonly signsIn: boolean
  readonly secrets: () => Credentials
}

/**
 * Why a registration can't be contacted at all.
 * - `config`, `server`, `proxy`: can't be read · `proxy-password`: would go over the wire in plain text
 */
export type Unreadable = 'config' | 'server' | 'proxy' | 'proxy-password'

export type TargetRead =
  | { readonly ok: true; readonly target: Target }
  | { readonly ok: false; readonly cluster: string; readonly why: Unreadable }

type Address = Pick<Target, 'host' | 'port' | 'secure' | 'path'>

const addressOf = (server: string): Address | undefined => {
  const parts = splitUrl(server)
  const secure = parts?.scheme === 'https'
  if (!parts || (!secure && parts.scheme !== 'http')) return undefined
  const host = normaliseHost(parts.host)?.replace(/^\[|\]$/g, '')
  const port = parts.port ? portNumber(parts.port) : secure ? 443 : 80
  return host === undefined || port === undefined
    ? undefined
    : { host, port, secure, path: canonicalPath(parts.path) }
}

const proxyOf = (config: Fields): { readonly proxy?: ProxySettings } | 'proxy' | 'proxy-password' => {
  const url = textAt(config, 'proxyUrl')
  if (url === '') return {}
  try {
    const proxy = parseProxy(url, 'proxyUrl')
    return proxy.userInfo() ? 'proxy-password' : { proxy }
  } catch (error) {
    if (error instanceof UsageError) return 'proxy'
    throw error
  }
}

const withheldFor = (config: Fields, { secure }: Address): Withheld | undefined => {
  if (config['execProviderConfig'] !== undefined || config['awsAuthConfig'] !== undefined) return 'exec'
  if (!secure) return 'plain'
  return objectAt(config, 'tlsClientConfig')['insecure'] === true ? 'insecure' : undefined
}

/** Reads a cluster Secret, whoever wrote it. */
export const targetOf = (secret: Secret): TargetRead => {
  const { name, secretName, server, configText } = decodeClusterSecret(secret)
  const cluster = name === '' ? secretName : printableName(name)
  const config = readConfig(configText === undefined || configText === '' ? '{}' : configText)
  if (!config) return { ok: false, cluster, why: 'config' }
  const address = addressOf(server)
  if (!address) return { ok: false, cluster, why: 'server' }
  const proxy = proxyOf(config)
  if (typeof proxy === 'string') return { ok: false, cluster, why: proxy }
  const tls = objectAt(config, 'tlsClientConfig')
  const [serverName, ca] = [textAt(tls, 'serverName'), pem(textAt(tls, 'caData'))]
  const withheld = withheldFor(config, address)
  const secrets = credentialsOf(config)
  return {
    ok: true,
    target: {
      cluster,
      ...address,
      ...proxy,
      insecure: tls['insecure'] === true,
      ...(serverName === '' ? {} : { serverName }),
      ...(ca === '' ? {} : { ca }),
      ...(withheld === undefined ? {} : { withheld }),
      signsIn: secrets.authorization !== undefined || secrets.pair !== undefined,
      secrets: () => secrets,
    },
  }
}

/** The name a certificate of it must be for, and whether that is an IP address. */
export const identityOf = ({
  host,
  serverName,
}: Target): { readonly name: string; readonly isIp: boolean } => {
  const name = serverName ?? host
  return { name, isIp: isIP(name) !== 0 }
}

const isDefaultPort = ({ secure, port }: Target): boolean => port === (secure ? 443 : 80)

/** `host:port` as a request names it: without the port that goes without saying. */
export const authorityOf = (target: Target): string => {
  const host = isIP(target.host) === 6 ? `[${target.host}]` : target.host
  return isDefaultPort(target) ? host : `${host}:${target.port}`
}
