import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { TLSSocket } from 'node:tls'
import { Fault } from '../../kube/live/fault.ts'
import { certificateEnd, certificateFault } from './certificate.ts'
import { Ended } from './ended.ts'
import {
  apiVerdict,
  brokenFault,
  certificateVerdict,
  versionVerdict,
  withheldVerdict,
  type ProbeFault,
} from './judge.ts'
import { ask, JudgedAgent, type Answer } from './request.ts'
import { authorityOf, type Target } from './target.ts'
import type { Phase, Timing } from './verdict.ts'
import { handshake, type Addresses, type Wire } from './wire.ts'

export interface ContactOptions {
  readonly wire: Wire
  /** Milliseconds from an arbitrary start. */
  readonly monotonic: () => number
  readonly userAgent: string
}

export interface Contacted {
  readonly fault?: ProbeFault
  /** End of the server's certificate, in milliseconds since the epoch. */
  readonly certificateEnd?: number
}

/**
 * One contact with one cluster, step by step. The first connection shows no credential at all; only once its certificate
 * was found right does anybody sign in, and then over connections that are judged the same way before anything is sent.
 */
export class Contact {
  readonly timings: Timing[] = []
  /** The step that is under way. */
  phase: Phase = 'dns'
  readonly #target: Target
  readonly #options: ContactOptions
  readonly #streams = new Set<Duplex>()
  readonly #over = new AbortController()

  constructor(target: Target, options: ContactOptions) {
    this.#target = target
    this.#options = options
  }

  async run(): Promise<Contacted> {
    try {
      return await this.#walk()
    } catch (error) {
      if (error instanceof Ended) return { fault: error.fault }
      if (!(error instanceof Fault)) throw error
      return { fault: brokenFault(this.#target, this.phase, error.code, error.where === 'proxy') }
    }
  }

  /** Drops every connection; one that is still being opened is dropped when it is open. */
  end(): void {
    this.#over.abort()
    for (const stream of this.#streams) stream.destroy()
  }

  async #walk(): Promise<Contacted> {
    const target = this.#target
    const addresses = target.proxy
      ? []
      : await this.#step('dns', () => this.#options.wire.resolve(target.host))
    const stream = await this.#step('tcp', () => this.#open(addresses))
    if (target.withheld === 'plain') return { fault: withheldVerdict('plain') }
    const first = await this.#step('tls', () => this.#secure(stream, false))
    const end = certificateEnd(first)
    const found = { ...(end === undefined ? {} : { certificateEnd: end }) }
    if (target.withheld) return { ...found, fault: withheldVerdict(target.withheld) }
    await this.#signIn(first, addresses)
    return found
  }

  async #signIn(first: TLSSocket, addresses: Addresses): Promise<void> {
    const { authorization, pair } = this.#target.secrets()
    let ready: Duplex | undefined = first
    if (pair) {
      first.destroy()
      ready = undefined
    }
    const agent = new JudgedAgent(async () => {
      const stream = ready ?? (await this.#secure(await this.#open(addresses), true))
      ready = undefined
      return stream
    })
    const get = (path: string): Promise<Answer> =>
      ask({
        agent,
        path: this.#target.path + path,
        host: authorityOf(this.#target),
        authorization,
        userAgent: this.#options.userAgent,
      })
    this.#judge(versionVerdict(await this.#step('version', () => get('/version')), this.#target))
    this.#judge(apiVerdict(await this.#step('api', () => get('/api')), this.#target))
  }

  async #open(addresses: Addresses): Promise<Socket> {
    const stream = await this.#options.wire.open(this.#target, addresses, this.#over.signal)
    this.#keep(stream)
    return stream
  }

  /** A connection whose certificate is the right one, or need not be. */
  async #secure(stream: Socket, withPair: boolean): Promise<TLSSocket> {
    const begun = (socket: TLSSocket): void => {
      // One owner for one connection: the runtime falls where both are destroyed.
      this.#streams.delete(stream)
      this.#keep(socket)
    }
    const secured = await handshake(stream, this.#target, { withPair, begun })
    const wrong = this.#target.insecure ? undefined : certificateFault(secured, this.#target)
    if (wrong) throw new Ended(certificateVerdict(wrong))
    return secured
  }

  #keep(stream: Duplex): void {
    this.#streams.add(stream)
    // What breaks after it was opened is told by whoever uses it.
    stream.on('error', () => undefined)
    if (this.#over.signal.aborted) stream.destroy()
  }

  #judge(found: ProbeFault | undefined): void {
    if (found) throw new Ended(found)
  }

  async #step<T>(phase: Phase, work: () => Promise<T>): Promise<T> {
    this.phase = phase
    const start = this.#options.monotonic()
    try {
      return await work()
    } finally {
      this.timings.push({ phase, ms: this.#options.monotonic() - start })
    }
  }
}
