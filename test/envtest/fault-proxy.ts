import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readBody, relay } from './fault-proxy-relay.ts'
import { createForwarder, type ProxyTarget, type Upstream } from './fault-proxy-upstream.ts'
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
  /** From now on another hub answers under the same address. */
  switchTo(upstream: Upstream): void
  /** Every connection there is breaks, watches among them. */
  cut(): void
  /** Resolves once the hub has answered everything that was sent on to it. */
  settled(): Promise<void>
  stop(): Promise<void>
}

/** Answers that need no hub; true where it was one. */
const answered = (fault: Fault | undefined, outgoing: ServerResponse): boolean => {
  switch (fault?.kind) {
    case 'answer':
      outgoing.writeHead(fault.status, fault.headers).end(fault.body)
      return true
    case 'reset':
      if (fault.when === 'before') outgoing.destroy()
      return fault.when === 'before'
    case 'half-open':
      return fault.when === 'before'
    default:
      return false
  }
}

const wait = async (fault: Fault | undefined): Promise<void> => {
  if (fault?.kind === 'delay') await sleep(fault.ms)
  if (fault?.kind === 'hold' && fault.when !== 'after') await fault.barrier.pass()
}

/** What is left to do to the answer: a request that was held goes on as any other. */
const remaining = (fault: Fault | undefined): Fault | undefined =>
  fault?.kind === 'hold' && fault.when !== 'after' ? undefined : fault

/** Starts the proxy on a loopback port of its own, under a certificate of its own. */
export const startFaultProxy = async (target: ProxyTarget): Promise<FaultProxy> => {
  const scratch = mkdtempSync(join(tmpdir(), 'registrar-proxy-'))
  const { certificateFile, keyFile } = makeServingCertificate(scratch)
  const forwarder = createForwarder()
  const rules = createRuleBook()
  const seen: SeenRequest[] = []
  const underway = new Set<Promise<unknown>>()
  let upstream: Upstream = { server: target.server, caFile: target.caFile }

  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { method = 'GET', url: path = '/' } = incoming
    const body = await readBody(incoming)
    const text = body.toString()
    seen.push({ method, path, body: text })
    const fault = rules.decide(method, path, text)
    if (answered(fault, outgoing)) return
    await wait(fault)
    const answer = forwarder.forward(
      fault?.kind === 'elsewhere' ? fault.upstream : upstream,
      incoming,
      outgoing,
      fault?.kind === 'drop-body' ? Buffer.alloc(0) : body,
      fault?.kind === 'rewrite',
    )
    underway.add(answer)
    await relay(await answer.finally(() => underway.delete(answer)), outgoing, remaining(fault))
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
    switchTo: (next) => {
      upstream = next
    },
    cut: () => {
      listener.closeAllConnections()
    },
    settled: async () => {
      while (underway.size > 0) await Promise.allSettled(underway)
    },
    stop: async () => {
      listener.closeAllConnections()
      listener.close()
      await once(listener, 'close')
      forwarder.close()
      rmSync(scratch, { recursive: true, force: true })
    },
  }
}
