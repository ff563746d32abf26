import type { ReasonText } from './reason-text.ts'

const SERVER: Readonly<Record<string, string>> = {
  'dot-segment': 'the path of server has . or .. in it, which clients resolve to another path',
  empty: 'the cluster has no server',
  escape: 'the path of server has a broken percent escape',
  fragment: 'server has a fragment (#)',
  host: 'server has no legal host name',
  'no-host': 'server has no host name',
  'no-scheme': 'server has no scheme',
  'not-a-url': 'server is not a URL',
  port: 'the port of server is not a number from 1 to 65535',
  query: 'server has a query (?)',
  scheme: 'the scheme of server is not https',
  'user-info': 'server carries a user name or password, which Argo CD would show to everyone',
  'white-space': 'has white space or control characters in it',
}

/** Params: problem, host, suggestion, field. */
export const serverInvalid: ReasonText = {
  message: ({ problem = '', host, field = 'server' }) =>
    problem === 'white-space'
      ? `${field} ${SERVER[problem] ?? ''}`
      : `${SERVER[problem] ?? 'server is not usable'}${host === undefined ? '' : ` (${host})`}`,
  remedy: ({ problem = '', suggestion }) => {
    if (suggestion !== undefined) return `write it as ${suggestion}: Argo CD compares the whole string`
    if (problem === 'user-info')
      return 'move the credential into the user, and replace the one that was exposed'
    return 'write cluster.server as https://HOST or https://HOST:PORT'
  },
}

const PROXY: Readonly<Record<string, string>> = {
  escape: 'proxy-url has a broken percent escape',
  host: 'proxy-url has no legal host and port',
  insecure: 'proxy-url stands beside insecure-skip-tls-verify: the proxy could read the credential',
  'not-a-url': 'proxy-url is not a URL',
  'user-info': 'proxy-url carries a user name or password, which Argo CD would show to everyone',
}

/** Params: problem, scheme. */
export const proxyInvalid: ReasonText = {
  message: ({ problem = '', scheme = '' }) =>
    problem === 'scheme'
      ? `the scheme ${scheme} of proxy-url is not one that Argo CD accepts: http, https or socks5`
      : (PROXY[problem] ?? 'proxy-url is not usable'),
  remedy: ({ problem = '' }) => {
    if (problem === 'insecure')
      return 'put certificate-authority-data in the place of insecure-skip-tls-verify'
    if (problem === 'user-info') return 'use a proxy without credentials, and replace those that were exposed'
    return 'write cluster.proxy-url as http://HOST:PORT, https://HOST:PORT or socks5://HOST:PORT'
  },
}
