import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Agent, createServer, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRuleBook, type Fault, type RuleBook } from './faults.ts'
import { makeServingCertificate } from './serving-certificate.ts'

export interface SeenRequest {
  readonly method: string
  /** Path and query. */
  readonly path: string
  readonly body: string
}

/** An HTTPS proxy before an API server that does to requests what its rules say; without rules it only forwards. */
export interface FaultProxy {
  readonly server: string
  readonly caFile: string
  readonly rules: RuleBook
  /** Every request that came to the proxy, in order, whether or not the hub saw it. */
  readonly seen: readonly SeenRequest[]
  stop(): Promise<void>
}

export interface ProxyTarget {
  readonly server: string
  readonly caFile: string
}

const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'host', 'content-length'])

const forwardedHeaders = ({ headers }: IncomingMessage, body: Buffer): OutgoingHttpHeaders => ({
  ...Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name))),
  ...(body.length === 0 ? {} : { 'content-length': body.length }),
})

const readBody = async (incoming: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Sends the request on and resolves with the hub's answer, its body not read yet. */
const forward = (
  target: ProxyTarget,
  agent: Agent,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  body: Buffer,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const call = request(
      new URL(incoming.url ?? '/', target.server),
      { method: incoming.method, agent, headers: forwardedHeaders(incoming, body) },
      resolve,
    )
    call.on('error', reject)
    // A watch that its reader has left must not stay open behind the proxy.
    outgoing.on('close', () => {
      call.destroy()
    })
    call.end(body)
  })

const relay = async (
  answer: IncomingMessage,
  outgoing: ServerResponse,
  fault: Fault | undefined,
): Promise<void> => {
  if (fault?.kind === 'reset') {
    await readBody(answer)
    outgoing.destroy()
    return
  }
  outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
  if (fault?.kind === 'truncate') {
    const whole = await readBody(answer)
    outgoing.write(whole.subarray(0, fault.bytes), () => {
      outgoing.destroy()
    })
    return
  }
  outgoing.flushHeaders()
  answer.on('error', () => {
    outgoing.destroy()
  })
  answer.pipe(outgoing)
}

/** Starts the proxy on a loopback port of its own, under a certificate of its own. */
export const startFaultProxy = async (target: ProxyTarget): Promise<FaultProxy> => {
  const scratch = mkdtempSync(join(tmpdir(), 'registrar-proxy-'))
  const { certificateFile, keyFile } = makeServingCertificate(scratch)
  const agent = new Agent({ keepAlive: true, ca: readFileSync(target.caFile) })
  const rules = createRuleBook()
  const seen: SeenRequest[] = []

  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { method = 'GET', url: path = '/' } = incoming
    const body = await readBody(incoming)
    seen.push({ method, path, body: body.toString() })
    const fault = rules.decide(method, path)
    if (fault?.kind === 'answer') {
      outgoing.writeHead(fault.status, fault.headers).end(fault.body)
      return
    }
    if (fault?.kind === 'reset' && fault.when === 'before') {
      outgoing.destroy()
      return
    }
    if (fault?.kind === 'delay') await sleep(fault.ms)
    if (fault?.kind === 'hold') await fault.barrier.pass()
    const sent = fault?.kind === 'drop-body' ? Buffer.alloc(0) : body
    await relay(await forward(target, agent, incoming, outgoing, sent), outgoing, fault)
  }

  const listener = createServer(
    { key: readFileSync(keyFile), cert: readFileSync(certificateFile) },
    (incoming, outgoing) => {
      handle(incoming, outgoing).catch(() => {
        outgoing.destroy()
      })
    },
  )
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('no TCP port')
  return {
    server: `https://127.0.0.1:${address.port}`,
    caFile: certificateFile,
    rules,
    seen,
    stop: async () => {
      listener.closeAllConnections()
      listener.close()
      await once(listener, 'close')
      agent.destroy()
      rmSync(scratch, { recursive: true, force: true })
    },
  }
}
