import { readFileSync } from 'node:fs'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Agent, request } from 'node:https'

/** An API server a proxy can stand before. */
export interface ProxyTarget {
  readonly server: string
  readonly caFile: string
}

export interface Upstream extends ProxyTarget {
  /** Replaces the caller's own: another hub knows other tokens. */
  readonly token?: string
}

const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'host', 'content-length'])

const forwardedHeaders = (
  { headers }: IncomingMessage,
  body: Buffer,
  { token }: Upstream,
): OutgoingHttpHeaders => ({
  ...Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name))),
  ...(body.length === 0 ? {} : { 'content-length': body.length }),
  ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
})

export interface Forwarder {
  /** Sends the request on and resolves with the hub's answer, its body not read yet. `plain`: not compressed. */
  forward(
    upstream: Upstream,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    body: Buffer,
    plain: boolean,
  ): Promise<IncomingMessage>
  close(): void
}

export const createForwarder = (): Forwarder => {
  const agents = new Map<string, Agent>()
  const agentFor = ({ server, caFile }: Upstream): Agent => {
    const agent = agents.get(server) ?? new Agent({ keepAlive: true, ca: readFileSync(caFile) })
    agents.set(server, agent)
    return agent
  }
  return {
    forward: (upstream, incoming, outgoing, body, plain) =>
      new Promise((resolve, reject) => {
        const headers = forwardedHeaders(incoming, body, upstream)
        if (plain) delete headers['accept-encoding']
        const call = request(
          new URL(incoming.url ?? '/', upstream.server),
          { method: incoming.method, agent: agentFor(upstream), headers },
          resolve,
        )
        call.on('error', reject)
        // A watch that its reader has left must not stay open behind the proxy.
        outgoing.on('close', () => {
          call.destroy()
        })
        call.end(body)
      }),
    close: () => {
      for (const agent of agents.values()) agent.destroy()
    },
  }
}
