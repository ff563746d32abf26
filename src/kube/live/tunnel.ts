import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { isIP, type Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import type { ProxySettings } from './connection.ts'
import { codeOf, Fault } from './fault.ts'

/** A proxy that accepts a connection and then says nothing is given up after this long. Milliseconds. */
const TUNNEL_DEADLINE = 30_000

export interface TunnelTarget {
  /** Without brackets. */
  readonly host: string
  readonly port: number
}

/** As Go's transport: the cluster's trust also judges an https proxy. */
export interface TunnelTrust {
  readonly secureContext: SecureContext | undefined
  readonly insecure: boolean
}

const bracketed = (host: string): string => (isIP(host) === 6 ? `[${host}]` : host)

const connectTunnel = (proxy: ProxySettings, target: TunnelTarget, trust: TunnelTrust): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const to = `${bracketed(target.host)}:${target.port}`
    const user = proxy.userInfo()
    const basic = user && Buffer.from(`${user.username}:${user.password}`).toString('base64')
    const tls = {
      rejectUnauthorized: !trust.insecure,
      ...(trust.secureContext && { secureContext: trust.secureContext }),
      ...(isIP(proxy.host) === 0 && { servername: proxy.host }),
    }
    const request = (proxy.scheme === 'https' ? httpsRequest : httpRequest)({
      method: 'CONNECT',
      host: proxy.host,
      port: proxy.port,
      path: to,
      setHost: false,
      agent: false,
      headers: { host: to, ...(basic !== undefined && { 'proxy-authorization': `Basic ${basic}` }) },
      timeout: TUNNEL_DEADLINE,
      ...tls,
    })
    request.once('connect', (response, socket, head) => {
      if (response.statusCode === 200) {
        if (head.length > 0) socket.unshift(head)
        // The request watched the socket for itself; what follows belongs to the caller.
        socket.removeAllListeners('timeout').setTimeout(0)
        resolve(socket)
        return
      }
      socket.destroy()
      reject(new Fault(`HTTP ${response.statusCode ?? 0}`, 'proxy'))
    })
    request.once('timeout', () => request.destroy(new Fault('ETIMEDOUT', 'proxy')))
    request.once('error', (error) => {
      reject(new Fault(codeOf(error), 'proxy'))
    })
    request.end()
  })

const socksTunnel = async (proxy: ProxySettings, target: TunnelTarget): Promise<Socket> => {
  const { SocksClient } = await import('socks')
  const user = proxy.userInfo()
  try {
    const { socket } = await SocksClient.createConnection({
      command: 'connect',
      // The name goes to the proxy unresolved, as Go sends it.
      destination: target,
      proxy: {
        host: proxy.host,
        port: proxy.port,
        type: 5,
        ...(user && { userId: user.username, password: user.password }),
      },
      timeout: TUNNEL_DEADLINE,
    })
    return socket
  } catch (error) {
    // The library's errors carry its options, the password among them.
    const code = codeOf(error)
    throw new Fault(code === 'Error' ? 'SOCKS' : code, 'proxy')
  }
}

/** A connection to `target` through the proxy, ready for TLS. Rejects with a `Fault`. */
export const openTunnel = async (
  proxy: ProxySettings,
  target: TunnelTarget,
  trust: TunnelTrust,
): Promise<Socket> => {
  const socket = await (proxy.scheme === 'socks5'
    ? socksTunnel(proxy, target)
    : connectTunnel(proxy, target, trust))
  return socket.setNoDelay(true)
}
