import { normaliseHost } from '../argocd/url.ts'
import { compileGlob } from '../providers/glob.ts'
import { refuse } from './result.ts'
import type { TranslationPolicy, Unusable } from './translation.ts'

/** Where a cloud's own API servers answer: any name below these. */
const CLOUD_DOMAINS: Readonly<Record<'aws' | 'azure', readonly string[]>> = {
  aws: ['.eks.amazonaws.com', '.eks.amazonaws.com.cn', '.api.aws', '.api.amazonwebservices.com.cn'],
  azure: ['.azmk8s.io', '.cx.aks.containerservice.azure.us', '.cx.prod.service.azk8s.cn'],
}

export interface Destination {
  readonly cloud: 'aws' | 'azure'
  /** As `normaliseHost` writes it. */
  readonly host: string
  /** For messages. */
  readonly shownHost: string
  readonly insecure: boolean
  readonly serverName: string | undefined
  readonly proxyUrl: string | undefined
}

type Refusal = { readonly ok: false; readonly unusable: Unusable }

/**
 * A translated credential is Argo CD's own cloud token, sent to whatever host the kubeconfig names: it goes only to
 * the cloud's own API servers or to hosts of the setting `execHosts`, with the certificate checked for such a host,
 * and through no proxy but those of `execProxies`. Otherwise a tenant could collect that token.
 */
export const untrusted = (
  { cloud, host, shownHost, insecure, serverName, proxyUrl }: Destination,
  policy: Pick<TranslationPolicy, 'execHosts' | 'execProxies'>,
): Refusal | undefined => {
  const isTrusted = (name: string): boolean =>
    CLOUD_DOMAINS[cloud].some((domain) => name.endsWith(domain)) ||
    policy.execHosts.some((glob) => compileGlob(glob.toLowerCase())(name))
  if (!isTrusted(host)) return refuse('exec-server-untrusted', { problem: 'host', host: shownHost, cloud })
  if (insecure) return refuse('exec-server-untrusted', { problem: 'insecure', host: shownHost, cloud })
  if (serverName !== undefined && !isTrusted(normaliseHost(serverName) ?? ''))
    return refuse('exec-server-untrusted', { problem: 'tls-server-name', host: shownHost, cloud })
  if (proxyUrl !== undefined && !policy.execProxies.includes(proxyUrl))
    return refuse('exec-server-untrusted', { problem: 'proxy-url', host: shownHost, cloud })
  return undefined
}
