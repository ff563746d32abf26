import { Agent, request } from 'node:https'
import type { IncomingHttpHeaders } from 'node:http'

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

export interface RestOptions {
  readonly server: string
  readonly ca: string
  readonly token?: string
  /** Connections kept open; requests beyond wait. */
  readonly connections?: number
}

/** Anything the API server sent as JSON: tests look into it and compare. */
export interface Json {
  readonly kind?: string
  readonly reason?: string
  readonly message?: string
  readonly code?: number
  readonly metadata: {
    readonly name: string
    readonly namespace?: string
    readonly uid: string
    readonly resourceVersion: string
    readonly labels?: Readonly<Record<string, string>>
    readonly annotations?: Readonly<Record<string, string>>
  }
  readonly items?: readonly Json[]
  readonly [key: string]: unknown
}

/** A client of the tests' own, so that what the product's client did is not checked with the product's client. */
export interface Rest {
  /** A body is sent as JSON, a Buffer as it stands. */
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<Answer>
  /** As `send`. @throws, with the server's answer, unless the status is one of `expected` (default: any 2xx). */
  json(method: string, path: string, body?: unknown, expected?: readonly number[]): Promise<Json>
  close(): void
}

const contentType = (method: string): string =>
  method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'

export const createRest = ({ server, ca, token, connections = 16 }: RestOptions): Rest => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, ca })
  const send: Rest['send'] = (method, path, body, headers = {}) =>
    new Promise((resolve, reject) => {
      const payload = body === undefined || Buffer.isBuffer(body) ? body : JSON.stringify(body)
      const call = request(
        new URL(path, server),
        {
          method,
          agent,
          headers: {
            ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
            ...(payload === undefined
              ? {}
              : { 'content-type': contentType(method), 'content-length': Buffer.byteLength(payload) }),
            ...headers,
          },
        },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () => {
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              text: Buffer.concat(chunks).toString('utf8'),
            })
          })
        },
      )
      call.on('error', reject)
      call.end(payload)
    })
  return {
    send,
    json: async (method, path, body, expected) => {
      const { status, text } = await send(method, path, body)
      const fine = expected === undefined ? status >= 200 && status < 300 : expected.includes(status)
      if (!fine) throw new Error(`${method} ${path}: ${status} ${text.slice(0, 500)}`)
      return JSON.parse(text) as Json
    },
    close: () => {
      agent.destroy()
    },
  }
}
