import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { request as httpsRequest, type RequestOptions } from 'node:https'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { HubAgent } from './agents.ts'
import type { Scope } from './deadline.ts'
import { codeOf, Fault } from './fault.ts'

const inflate = promisify(gunzip)

export interface Attempt {
  /** Where the server is; kept for all calls, as taking a URL apart costs as much as sending it. */
  readonly origin: RequestOptions
  readonly path: string
  readonly method: string
  readonly headers: OutgoingHttpHeaders
  readonly body?: Buffer
  readonly agent: HubAgent
  readonly scope: Scope
}

/** Sends one request and waits for the head of the answer. Rejects with a `Fault`. */
export const openExchange = (attempt: Attempt): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { origin, path, method, headers, body, agent, scope } = attempt
    const send = origin.protocol === 'https:' ? httpsRequest : httpRequest
    const request = send({ ...origin, path, method, headers, agent }, resolve)
    scope.onEnd(() => {
      request.destroy(new Fault('ENDED', 'server', request.reusedSocket))
    })
    // Stays for the life of the request: an error after the answer began also reaches the answer's reader.
    request.on('error', (error) => {
      reject(error instanceof Fault ? error : new Fault(codeOf(error), 'server', request.reusedSocket))
    })
    request.end(body)
  })

/** Collects what comes; plain events, as an iterator over a stream costs more than most answers. */
const collect = (
  response: IncomingMessage,
  limit: number,
  received: (bytes: number) => void,
): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    response.on('data', (chunk: Buffer) => {
      received(chunk.length)
      size += chunk.length
      if (size > limit) response.destroy(new Fault('TOO_LARGE', 'body'))
      else chunks.push(chunk)
    })
    response.on('error', reject)
    response.on('close', () => {
      if (!response.complete) reject(new Fault('CUT_OFF', 'body'))
    })
    response.on('end', () => {
      if (!response.complete) reject(new Fault('CUT_OFF', 'body'))
      else resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size))
    })
  })

/** Reads the whole answer, at most `limit` bytes before and after decompression. Rejects with a `Fault` on a short one. */
export const readBody = async (
  response: IncomingMessage,
  limit: number,
  received: (bytes: number) => void,
): Promise<Buffer> => {
  try {
    const whole = await collect(response, limit, received)
    if (response.headers['content-encoding'] !== 'gzip') return whole
    return await inflate(whole, { maxOutputLength: limit })
  } catch (error) {
    if (error instanceof Fault) throw error
    const code = codeOf(error)
    throw new Fault(code === 'ERR_BUFFER_TOO_LARGE' ? 'TOO_LARGE' : code, 'body')
  }
}
