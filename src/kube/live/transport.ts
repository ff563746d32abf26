import type { IncomingMessage } from 'node:http'
import type { RequestOptions } from 'node:https'
import { setTimeout as wait } from 'node:timers/promises'
import { urlToHttpOptions } from 'node:url'
import type { Counters } from '../client.ts'
import type { KubeError } from '../errors.ts'
import { AgentPool } from './agent-pool.ts'
import type { HubConnection } from './connection.ts'
import { type Scope, startScope } from './deadline.ts'
import { openExchange, readBody } from './exchange.ts'
import { Fault } from './fault.ts'
import { failureOf } from './failure.ts'
import { Limiter } from './limiter.ts'
import type { AuthMaterial, Issue } from './material.ts'
import { DEFAULT_CONCURRENCY, DEFAULT_MAX_ANSWER, DEFAULT_TIMEOUT, type TransportOptions } from './options.ts'
import { type Call, headersOf, pathAndQuery, userAgent } from './requests.ts'
import { resetDelay, statusDelay } from './retry.ts'
import { answerError } from './status.ts'

/** An answer of status 2xx whose body is still to be read. */
export interface Stream {
  readonly response: IncomingMessage
  readonly scope: Scope
}

/** Sends calls to the hub. Every failure is a `KubeError`, and no text of it holds a credential. */
export class Transport {
  readonly #connection: HubConnection
  readonly #options: TransportOptions
  readonly #limiter: Limiter
  readonly #pool: AgentPool
  readonly #origin: RequestOptions
  /** Path of the server itself, before that of every call. */
  readonly #basePath: string
  readonly #userAgent: string
  readonly #counts = { requests: 0, writes: 0, bytes: 0, connections: 0 }

  constructor(connection: HubConnection, options: TransportOptions) {
    this.#connection = connection
    this.#options = options
    const concurrency = options.concurrency ?? DEFAULT_CONCURRENCY
    this.#limiter = new Limiter(concurrency)
    const server = new URL(connection.server)
    this.#origin = urlToHttpOptions(server)
    this.#basePath = server.pathname.replace(/\/+$/, '')
    this.#userAgent = userAgent(options.version ?? 'dev')
    this.#pool = new AgentPool(connection, concurrency, () => {
      this.#counts.connections += 1
    })
  }

  counters(): Counters {
    return { ...this.#counts }
  }

  close(): void {
    this.#pool.destroy()
  }

  /** The body of a 2xx answer, decompressed. */
  async send(call: Call): Promise<Buffer> {
    const release = await this.#limiter.acquire(call.signal).catch(() => {
      throw failureOf(undefined, call.name, 'aborted', this.#connection)
    })
    const scope = startScope(call.signal, 0)
    try {
      const response = await this.#open(call, scope, this.#timeout())
      return await this.#read(response)
    } catch (error) {
      throw failureOf(error, call.name, scope.ended(), this.#connection)
    } finally {
      scope.dispose()
      release()
    }
  }

  /** A 2xx answer to be read as it comes, outside of the concurrency limit. The reader must dispose of the scope. */
  async stream(call: Call, ms: number): Promise<Stream> {
    const scope = startScope(call.signal, 0)
    try {
      const timeout = this.#timeout()
      const response = await this.#open(call, scope, timeout === 0 ? ms : Math.min(timeout, ms))
      scope.restart(ms)
      return { response, scope }
    } catch (error) {
      scope.dispose()
      throw failureOf(error, call.name, scope.ended(), this.#connection)
    }
  }

  /** Counts bytes that a reader of `stream` got. */
  received(bytes: number): void {
    this.#counts.bytes += bytes
  }

  /** The KubeError for whatever ended a call. */
  failure(error: unknown, call: Call, scope: Scope): KubeError {
    return failureOf(error, call.name, scope.ended(), this.#connection)
  }

  #timeout(): number {
    return this.#connection.requestTimeout ?? this.#options.requestTimeout ?? DEFAULT_TIMEOUT
  }

  /** Tries until an answer of 2xx begins. Logging in may need a person, so the deadline starts after it. */
  async #open(call: Call, scope: Scope, timeout: number): Promise<IncomingMessage> {
    const { credentials } = this.#connection
    let issue = await credentials.current()
    let renewed = false
    let waits = 0
    let resets = 0
    scope.restart(timeout)
    for (;;) {
      let delay: number | undefined
      try {
        const response = await this.#attempt(call, issue, scope)
        const status = response.statusCode ?? 0
        if (status >= 200 && status < 300) return response
        const error = await this.#refusal(response, status, call, issue.value)
        // A 401 comes before anything was processed: any call may be sent again with a new credential.
        if (status === 401 && !renewed && (await credentials.renew(issue.number))) {
          renewed = true
          scope.restart(timeout)
          delay = 0
        } else {
          delay = statusDelay(error, call.method, waits)
          waits += 1
        }
        if (delay === undefined || delay > scope.remaining()) throw error
      } catch (error) {
        if (!(error instanceof Fault)) throw error
        delay = resetDelay(error, call.method, resets, this.#options.random ?? Math.random)
        resets += 1
        if (delay === undefined || delay > scope.remaining() || scope.ended()) throw error
      }
      if (delay > 0) await this.#sleep(delay, scope.signal)
      issue = await credentials.current()
    }
  }

  async #attempt(call: Call, issue: Issue<AuthMaterial>, scope: Scope): Promise<IncomingMessage> {
    const agents = await this.#pool.agentsFor(issue.value)
    this.#counts.requests += 1
    if (call.persists) this.#counts.writes += 1
    return openExchange({
      origin: this.#origin,
      path: this.#basePath + pathAndQuery(call),
      method: call.method,
      headers: headersOf(call, this.#connection, issue.value, this.#userAgent),
      agent: call.watch ? agents.watches : agents.calls,
      scope,
      ...(call.body !== undefined && { body: call.body }),
    })
  }

  #read(response: IncomingMessage): Promise<Buffer> {
    return readBody(response, this.#options.maxAnswerBytes ?? DEFAULT_MAX_ANSWER, (bytes) => {
      this.received(bytes)
    })
  }

  async #refusal(
    response: IncomingMessage,
    status: number,
    call: Call,
    material: AuthMaterial,
  ): Promise<KubeError> {
    const authorization = material.authorization ?? ''
    const secrets = [authorization, authorization.split(' ')[1] ?? '']
    return answerError(await this.#read(response), status, response.headers, call.name, secrets)
  }

  #sleep(ms: number, signal: AbortSignal): Promise<void> {
    return (this.#options.sleep ?? ((delay, abort) => wait(delay, undefined, { signal: abort })))(ms, signal)
  }
}
