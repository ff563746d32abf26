import { isLocalHost } from '../argocd/host-scope.ts'
import { hasBrokenEscape, normaliseHost, portNumber, splitUrl } from '../argocd/url.ts'
import { printableHost, printableWord } from './printable.ts'
import { done, refuse } from './result.ts'
import type { Step } from './result.ts'
import type { TranslationWarning } from './translation.ts'

/** What Argo CD's client accepts; it refuses `socks5h`. */
const PROXY_SCHEMES: readonly string[] = ['http', 'https', 'socks5']

export interface Proxy {
  /** As written, with a lower-case scheme. */
  readonly url: string
  readonly warnings: readonly TranslationWarning[]
}

const invalid = (problem: string): ReturnType<typeof refuse> => refuse('proxy-invalid', { problem })

/**
 * Judges `proxy-url`. The user-info is looked for before anything else, so that no message can quote it; Argo CD
 * shows proxyUrl to everyone who may read clusters. With `insecure` the proxy itself could read the credential.
 */
export const readProxy = (written: string, insecure: boolean): Step<Proxy | undefined> => {
  if (written === '') return done(undefined)
  const parts = splitUrl(written)
  if (parts === undefined) return invalid('not-a-url')
  if (parts.userInfo !== undefined) return invalid('user-info')
  if (!PROXY_SCHEMES.includes(parts.scheme))
    return refuse('proxy-invalid', {
      problem: 'scheme',
      scheme: printableWord(parts.scheme, /^[a-z0-9+.-]{1,20}$/),
    })
  const host = normaliseHost(parts.host)
  if (host === undefined || (parts.port !== undefined && portNumber(parts.port) === undefined))
    return invalid('host')
  if (hasBrokenEscape(parts)) return invalid('escape')
  if (insecure) return invalid('insecure')
  return done({
    url: `${parts.scheme}${written.slice(parts.scheme.length)}`,
    warnings: isLocalHost(host) ? [{ id: 'proxy-loopback', params: { host: printableHost(host) } }] : [],
  })
}
