import { Agent as HttpAgent, type ClientRequestArgs } from 'node:http'
import { Agent as HttpsAgent, type RequestOptions } from 'node:https'
import type { Duplex } from 'node:stream'
import { createSecureContext, type SecureContext } from 'node:tls'
import { UsageError } from '../../errors.ts'
import type { HubConnection } from './connection.ts'
import type { AuthMaterial } from './material.ts'
import { openTunnel } from './tunnel.ts'

/** Idle connections are dropped before a NAT or a load balancer forgets them: a write on a forgotten one is lost. */
const IDLE_LIMIT = 45_000

type Created = (error: Error | null, stream: Duplex) => void
type Tunnel = (() => Promise<Duplex>) | undefined

/** Hands a tunnel's stream, dressed by `wrap`, to the agent's callback. */
const viaTunnel = (
  tunnel: () => Promise<Duplex>,
  wrap: (stream: Duplex) => Duplex,
  created: Created | undefined,
): null => {
  tunnel()
    .then(wrap)
    .then(
      (stream) => created?.(null, stream),
      // Node's typing wants a stream beside an error; its code looks at none.
      (error: unknown) => (created as ((error: unknown) => void) | undefined)?.(error),
    )
  return null
}

class HubHttpsAgent extends HttpsAgent {
  readonly #opened: () => void
  readonly #tunnel: Tunnel

  constructor(options: ConstructorParameters<typeof HttpsAgent>[0], opened: () => void, tunnel: Tunnel) {
    super(options)
    this.#opened = opened
    this.#tunnel = tunnel
  }

  /** One hub, one pool: the inherited name joins CA, certificate and key to a string for every request. */
  override getName(): string {
    return 'hub'
  }

  override createConnection(options: RequestOptions, created?: Created): Duplex | null | undefined {
    this.#opened()
    if (!this.#tunnel) return super.createConnection(options, created)
    const secured = (stream: Duplex): Duplex => {
      const secure = super.createConnection({ ...options, socket: stream } as RequestOptions)
      if (!secure) throw new Error('unreachable: TLS over an open stream is created at once')
      return secure
    }
    return viaTunnel(this.#tunnel, secured, created)
  }
}

class HubHttpAgent extends HttpAgent {
  readonly #opened: () => void
  readonly #tunnel: Tunnel

  constructor(options: ConstructorParameters<typeof HttpAgent>[0], opened: () => void, tunnel: Tunnel) {
    super(options)
    this.#opened = opened
    this.#tunnel = tunnel
  }

  override createConnection(options: ClientRequestArgs, created?: Created): Duplex | null | undefined {
    this.#opened()
    if (!this.#tunnel) return super.createConnection(options, created)
    return viaTunnel(this.#tunnel, (stream) => stream, created)
  }
}

export type HubAgent = HttpAgent

/** The connections of one set of TLS material. */
export interface Agents {
  /** Kept alive, at most `concurrency` of them. */
  readonly calls: HubAgent
  /** One connection a watch, beside those. */
  readonly watches: HubAgent
  /** Closes idle connections; those in use close when their call ends. */
  readonly retire: () => void
  readonly destroy: () => void
}

const secureContextOf = (material: AuthMaterial, ca: string | undefined): SecureContext => {
  try {
    return createSecureContext({
      ...(ca !== undefined && { ca }),
      ...(material.cert !== undefined && { cert: material.cert }),
      ...(material.key !== undefined && { key: material.key }),
    })
  } catch {
    throw new UsageError(
      "the CA, or the client certificate with its key, can't be used for TLS",
      'write the kubeconfig again with the tool that made it',
    )
  }
}

export const createAgents = (
  connection: HubConnection,
  material: AuthMaterial,
  ca: string | undefined,
  concurrency: number,
  opened: () => void,
): Agents => {
  const url = new URL(connection.server)
  const secure = url.protocol === 'https:'
  const secureContext = secure ? secureContextOf(material, ca) : undefined
  const { proxy, insecure, tlsServerName } = connection
  const target = {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || (secure ? 443 : 80)),
  }
  const tunnel: Tunnel = proxy && (() => openTunnel(proxy, target, { secureContext, insecure }))
  const tls = {
    rejectUnauthorized: !insecure,
    ...(secureContext && { secureContext }),
    ...(tlsServerName !== undefined && { servername: tlsServerName }),
  }
  const pool = { keepAlive: true, maxSockets: concurrency, maxFreeSockets: concurrency, timeout: IDLE_LIMIT }
  const create = (options: object): HubAgent =>
    secure
      ? new HubHttpsAgent({ ...options, ...tls }, opened, tunnel)
      : new HubHttpAgent(options, opened, tunnel)
  const calls = create(pool)
  const watches = create({ keepAlive: false })
  return {
    calls,
    watches,
    retire: () => {
      calls.maxFreeSockets = 0
      for (const sockets of Object.values(calls.freeSockets)) {
        for (const socket of sockets ?? []) socket.destroy()
      }
    },
    destroy: () => {
      calls.destroy()
      watches.destroy()
    },
  }
}
