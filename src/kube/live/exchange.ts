import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { HubAgent } from './agents.ts'
import { codeOf, Fault } from './fault.ts'

const inflate = promisify(gunzip)

export interface Attempt {
  readonly url: URL
  readonly method: string
  readonly headers: OutgoingHttpHeaders
  readonly body?: Buffer
  readonly agent: HubAgent
  readonly signal: AbortSignal
}

/** Sends one request and waits for the head of the answer. Rejects with a `Fault`. */
export const openExchange = (attempt: Attempt): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const { url, method, headers, body, agent, signal } = attempt
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest
    const request = send(url, { method, headers, agent, signal }, resolve)
    // Stays for the life of the request: an error after the answer began also reaches the answer's reader.
    request.on('error', (error) => {
      reject(error instanceof Fault ? error : new Fault(codeOf(error), 'server', request.reusedSocket))
    })
    request.end(body)
  })

/** Reads the whole answer, at most `limit` bytes before and after decompression. Rejects with a `Fault` on a short one. */
export const readBody = async (
  response: IncomingMessage,
  limit: number,
  received: (bytes: number) => void,
): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      received(chunk.length)
      size += chunk.length
      if (size > limit) throw new Fault('TOO_LARGE', 'body')
      chunks.push(chunk)
    }
    if (!response.complete) throw new Fault('CUT_OFF', 'body')
    const whole = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size)
    if (response.headers['content-encoding'] !== 'gzip') return whole
    return await inflate(whole, { maxOutputLength: limit })
  } catch (error) {
    if (error instanceof Fault) throw error
    const code = codeOf(error)
    throw new Fault(code === 'ERR_BUFFER_TOO_LARGE' ? 'TOO_LARGE' : code, 'body')
  }
}
