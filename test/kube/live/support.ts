import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createHttpServer } from 'node:http'
import type { ConnectionFlags, HubConnection } from '../../../src/kube/live/connection.ts'
import type { ConnectionDeps } from '../../../src/kube/live/node-deps.ts'
import { resolveConnection } from '../../../src/kube/live/resolve.ts'

/** A machine that holds just these files. Reads are recorded. */
export const machine = (
  files: Readonly<Record<string, string>>,
  more: Partial<ConnectionDeps> = {},
): ConnectionDeps & { readonly told: string[] } => {
  const told: string[] = []
  return {
    readFile: (path) => {
      const text = files[path]
      return text === undefined
        ? Promise.reject(Object.assign(new Error('no such file'), { code: 'ENOENT' }))
        : Promise.resolve(text)
    },
    homeFolder: '/home/op',
    workingFolder: '/here',
    now: () => 1_700_000_000_000,
    interactive: false,
    tell: (text) => told.push(text),
    told,
    ...more,
  }
}

/** A connection made of flags alone. */
export const flagConnection = (
  flags: ConnectionFlags,
  files: Readonly<Record<string, string>> = {},
  env: NodeJS.ProcessEnv = {},
): Promise<HubConnection> => resolveConnection(flags, env, machine(files))

export interface TestServer {
  readonly port: number
  /** Connections accepted so far. */
  readonly connections: () => number
  readonly close: () => Promise<void>
}

const listening = async (server: Server): Promise<TestServer> => {
  const sockets = new Set<Socket>()
  let connections = 0
  server.on('connection', (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => {
          resolve()
        })
      }),
  }
}

export const httpServer = (handler: RequestListener): Promise<TestServer> =>
  listening(createHttpServer(handler))

export const httpsServer = (options: object, handler: RequestListener): Promise<TestServer> =>
  listening(createHttpsServer(options, handler))

export const rawServer = (onSocket: (socket: Socket) => void): Promise<TestServer> =>
  listening(createServer(onSocket))

/** A CONNECT proxy that maps every name to loopback, so that names which exist nowhere can be used. */
export const connectProxy = async (seen: string[], answer = 200, tls?: Pair): Promise<TestServer> => {
  const proxy = tls ? createHttpsServer(tls) : createHttpServer()
  proxy.on('connect', (request, client: Socket) => {
    seen.push(`${request.url ?? ''} ${request.headers['proxy-authorization'] ?? '-'}`)
    client.on('error', () => undefined)
    if (answer !== 200) {
      client.end(`HTTP/1.1 ${answer} No\r\n\r\n`)
      return
    }
    const upstream = connect(Number((request.url ?? '').split(':').at(-1)), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n')
      upstream.pipe(client).pipe(upstream)
    })
    upstream.on('error', () => client.destroy())
    client.on('close', () => upstream.destroy())
  })
  return listening(proxy)
}

/** A SOCKS5 proxy (RFC 1928, no authentication) that maps every name to loopback. */
export const socksProxy = (seen: string[]): Promise<TestServer> =>
  rawServer((client) => {
    client.once('data', () => {
      client.write(Buffer.from([5, 0]))
      client.once('data', (request) => {
        const length = request[4] ?? 0
        const host = request.subarray(5, 5 + length).toString()
        const port = request.readUInt16BE(5 + length)
        seen.push(`type ${request[3] ?? 0} ${host}:${port}`)
        const upstream = connect(port, '127.0.0.1', () => {
          client.write(Buffer.from([5, 0, 0, 1, 127, 0, 0, 1, 0, 0]))
          upstream.pipe(client).pipe(upstream)
        })
        upstream.on('error', () => client.destroy())
        client.on('close', () => upstream.destroy())
      })
    })
  })

export interface Pair {
  readonly cert: string
  readonly key: string
}

/** Certificates made with openssl in a temporary folder. */
export interface Pki {
  readonly ca: string
  readonly otherCa: string
  /** For the names hub.test and localhost, and for 127.0.0.1. */
  readonly server: Pair
  readonly expired: Pair
  readonly client: Pair
}

export const createPki = (): Pki => {
  const folder = mkdtempSync(join(tmpdir(), 'live-pki-'))
  const at = (file: string): string => join(folder, file)
  const openssl = (...args: string[]): void => {
    execFileSync('openssl', args, { stdio: 'pipe', cwd: folder })
  }
  const authority = (name: string): void => {
    openssl('req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '20000',
      '-keyout', `${name}.key`, '-out', `${name}.crt`, '-subj', `/CN=${name}`) // prettier-ignore
  }
  const leaf = (name: string, extension: string, ...dates: string[]): Pair => {
    openssl('req', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes',
      '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`, '-addext', extension) // prettier-ignore
    openssl('x509', '-req', '-in', `${name}.csr`, '-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial',
      '-copy_extensions', 'copy', '-out', `${name}.crt`, ...dates) // prettier-ignore
    return { cert: readFileSync(at(`${name}.crt`), 'utf8'), key: readFileSync(at(`${name}.key`), 'utf8') }
  }
  try {
    authority('ca')
    authority('other')
    const names = 'subjectAltName=DNS:hub.test,DNS:localhost,IP:127.0.0.1'
    return {
      ca: readFileSync(at('ca.crt'), 'utf8'),
      otherCa: readFileSync(at('other.crt'), 'utf8'),
      server: leaf('server', names, '-days', '20000'),
      expired: leaf('expired', names, '-days', '-1'),
      client: leaf('client', 'extendedKeyUsage=clientAuth', '-days', '20000'),
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export const SECRET = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: 'cluster-a', namespace: 'argocd', uid: 'u-1', resourceVersion: '7' },
} as const

export const status = (code: number, reason: string, more: object = {}): object => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message: `${reason} it is`,
  reason,
  code,
  ...more,
})
