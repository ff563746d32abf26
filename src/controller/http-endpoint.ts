import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { UsageError } from '../errors.ts'
import { formatAddress, type ListenAddress } from './address.ts'

export interface Reply {
  readonly status: number
  readonly body: string
  /** Default `text/plain; charset=utf-8`. */
  readonly contentType?: string
}

/** Answers a GET of a path. */
export type Answer = (path: string, query: URLSearchParams) => Reply | Promise<Reply>

/** A server that listens. */
export interface Endpoint {
  readonly port: number
  /** Stops listening and cuts every connection. */
  close(): Promise<void>
}

/** Milliseconds a client may take: nobody may hold what the kubelet and Prometheus need. */
const LIMITS = {
  headersTimeout: 5_000,
  requestTimeout: 10_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 8_192,
} as const
const MAX_CONNECTIONS = 64

export const NOT_FOUND: Reply = { status: 404, body: '404 page not found\n' }
const NOT_ALLOWED: Reply = { status: 405, body: 'only GET and HEAD\n' }
const BROKEN: Reply = { status: 500, body: 'internal error\n' }

const replyTo = async ({ method, url = '' }: IncomingMessage, answer: Answer): Promise<Reply> => {
  if (method !== 'GET' && method !== 'HEAD') return NOT_ALLOWED
  if (!URL.canParse(url, 'http://endpoint')) return NOT_FOUND
  const { pathname, searchParams } = new URL(url, 'http://endpoint')
  try {
    return await answer(pathname, searchParams)
  } catch {
    return BROKEN
  }
}

/** Node leaves the body out of an answer to HEAD by itself. */
const send = (response: ServerResponse, { status, body, contentType }: Reply): void => {
  response.writeHead(status, {
    'Content-Type': contentType ?? 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'X-Content-Type-Options': 'nosniff',
    ...(status === 405 ? { Allow: 'GET, HEAD' } : {}),
  })
  response.end(body)
}

const WHY: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the address is in use',
  EADDRNOTAVAIL: 'this machine has no such address',
  EACCES: 'not permitted',
  ENOTFOUND: 'no such host',
}

const listen = (server: Server, address: ListenAddress, origin: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why = WHY[error.code ?? ''] ?? error.code ?? 'it failed'
      const message = `${origin}: cannot listen on ${formatAddress(address)}: ${why}`
      reject(
        new UsageError(message, `choose another: ${origin}=HOST:PORT, or 0 to listen nowhere`, {
          cause: error,
        }),
      )
    })
    server.listen(address, resolve)
  })

/**
 * Answers GET and HEAD at an address, over plain HTTP.
 * @param origin where the address was set, such as `--metrics-bind-address`
 * @throws UsageError where it can't listen there
 */
export const startEndpoint = async (
  address: ListenAddress,
  origin: string,
  answer: Answer,
): Promise<Endpoint> => {
  const server = createServer(LIMITS, (request, response) => {
    void replyTo(request, answer).then((reply) => {
      send(response, reply)
    })
  })
  server.maxConnections = MAX_CONNECTIONS
  await listen(server, address, origin)
  // Whatever befalls a connection later is no reason to end the process.
  server.on('error', () => undefined)
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}
