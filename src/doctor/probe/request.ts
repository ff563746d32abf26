import { Agent, request, type ClientRequestArgs } from 'node:http'
import type { Duplex } from 'node:stream'
import { codeOf, Fault } from '../../kube/live/fault.ts'

/** Bytes of a body that are read: what is asked for has one or two thousand. */
const LIMIT = 64 * 1024

export interface Answer {
  readonly status: number
  /** Parsed; undefined where it is no JSON object, or larger than is read. */
  readonly body: Readonly<Record<string, unknown>> | undefined
}

type Created = (error: Error | null, stream: Duplex) => void

/** One connection at a time, to a server that was judged before it was handed over. */
export class JudgedAgent extends Agent {
  readonly #dial: () => Promise<Duplex>

  constructor(dial: () => Promise<Duplex>) {
    super({ keepAlive: true, maxSockets: 1 })
    this.#dial = dial
  }

  override createConnection(_options: ClientRequestArgs, created?: Created): null {
    this.#dial().then(
      (stream) => created?.(null, stream),
      // Node's typing wants a stream beside an error; its code looks at none.
      (error: unknown) => (created as ((error: unknown) => void) | undefined)?.(error),
    )
    return null
  }
}

const objectIn = (text: string): Answer['body'] => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

export interface Question {
  readonly agent: Agent
  readonly path: string
  /** As the header has it. */
  readonly host: string
  readonly authorization: string | undefined
  readonly userAgent: string
}

/** GET, followed nowhere. Rejects with a `Fault` where no answer comes. */
export const ask = ({ agent, path, host, authorization, userAgent }: Question): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const call = request({
      agent,
      path,
      headers: {
        host,
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': userAgent,
        ...(authorization === undefined ? {} : { authorization }),
      },
    })
    const fail = (error: unknown): void => {
      reject(error instanceof Fault ? error : new Fault(codeOf(error)))
    }
    call.on('error', fail)
    call.on('response', (response) => {
      const status = response.statusCode ?? 0
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        chunks.push(chunk)
        if (size <= LIMIT) return
        resolve({ status, body: undefined })
        call.destroy()
      })
      response.on('error', fail)
      response.on('end', () => {
        resolve({ status, body: objectIn(Buffer.concat(chunks).toString('utf8')) })
      })
    })
    call.end()
  })
