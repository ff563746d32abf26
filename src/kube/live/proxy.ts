import { BlockList, isIP } from 'node:net'
import { UsageError } from '../../errors.ts'
import type { ProxySettings } from './connection.ts'

const DEFAULT_PORTS: Readonly<Record<string, number>> = { http: 80, https: 443, socks5: 1080 }

/** Reads a proxy address. `origin` names where it stands; the address itself may hold a password and is not quoted. */
export const parseProxy = (text: string, origin: string): ProxySettings => {
  const refuse = (problem: string): UsageError =>
    new UsageError(`${origin}: ${problem}`, 'write the proxy as http://, https:// or socks5://HOST:PORT')
  if (!URL.canParse(text)) throw refuse('the proxy is not an address')
  const url = new URL(text)
  const scheme = url.protocol === 'socks5h:' ? 'socks5' : url.protocol.slice(0, -1)
  if (scheme !== 'http' && scheme !== 'https' && scheme !== 'socks5') {
    throw refuse('the proxy is none of http, https and socks5')
  }
  if (url.hostname === '') throw refuse('the proxy names no host')
  const decode = (part: string): string => {
    try {
      return decodeURIComponent(part)
    } catch {
      throw refuse('the user-info of the proxy is not percent-encoded')
    }
  }
  const username = decode(url.username)
  const password = decode(url.password)
  return {
    scheme,
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (DEFAULT_PORTS[scheme] ?? 0) : Number(url.port),
    userInfo: () => (username === '' && password === '' ? undefined : { username, password }),
  }
}

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

const inSubnet = (address: string, subnet: string): boolean => {
  const [base = '', bits = ''] = subnet.split('/')
  if (isIP(base) === 0 || !/^\d{1,3}$/.test(bits) || Number(bits) > (isIP(base) === 6 ? 128 : 32))
    return false
  const list = new BlockList()
  list.addSubnet(base, Number(bits), familyOf(base))
  return list.check(address, familyOf(address))
}

const isLoopback = (host: string): boolean =>
  host === 'localhost' || (isIP(host) !== 0 && (inSubnet(host, '127.0.0.0/8') || inSubnet(host, '::1/128')))

const splitPort = (item: string): { readonly host: string; readonly port: string } => {
  const bracketed = /^\[(.*)\](?::(\d+))?$/.exec(item)
  if (bracketed) return { host: bracketed[1] ?? '', port: bracketed[2] ?? '' }
  const plain = /^([^:]*):(\d+)$/.exec(item)
  return plain ? { host: plain[1] ?? '', port: plain[2] ?? '' } : { host: item, port: '' }
}

/** One item of NO_PROXY by the rules of Go's `httpproxy`. */
const exempts = (item: string, host: string, port: string): boolean => {
  if (item === '*') return true
  const address = isIP(host) !== 0
  if (item.includes('/')) return address && inSubnet(host, item)
  const wanted = splitPort(item)
  if (wanted.host === '' || (wanted.port !== '' && wanted.port !== port)) return false
  if (isIP(wanted.host) !== 0)
    return address && inSubnet(host, `${wanted.host}/${isIP(wanted.host) === 6 ? 128 : 32}`)
  const suffix = wanted.host.startsWith('*.') ? wanted.host.slice(1) : wanted.host
  return suffix.startsWith('.') ? host.endsWith(suffix) : host === suffix || host.endsWith(`.${suffix}`)
}

/**
 * The proxy the environment asks for, as Go's `http.ProxyFromEnvironment`: upper-case names before lower-case ones,
 * loopback never through a proxy.
 */
export const environmentProxy = (server: string, env: NodeJS.ProcessEnv): ProxySettings | undefined => {
  const { protocol, hostname, port } = new URL(server)
  const variable = protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY'
  const text = env[variable] || env[variable.toLowerCase()]
  if (!text) return undefined
  const host = hostname.toLowerCase().replace(/^\[|\]$/g, '')
  if (isLoopback(host)) return undefined
  const effectivePort = port || (protocol === 'https:' ? '443' : '80')
  const items = (env['NO_PROXY'] || env['no_proxy'] || '').split(',').map((item) => item.trim().toLowerCase())
  if (items.some((item) => item !== '' && exempts(item, host, effectivePort))) return undefined
  return parseProxy(text.includes('://') ? text : `http://${text}`, variable)
}
