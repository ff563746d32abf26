import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Fault } from './faults.ts'

export const readBody = async (incoming: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** Gives the hub's answer to the caller, or what the fault leaves of it. */
export const relay = async (
  answer: IncomingMessage,
  outgoing: ServerResponse,
  fault: Fault | undefined,
): Promise<void> => {
  const status = answer.statusCode ?? 502
  switch (fault?.kind) {
    case 'reset':
      await readBody(answer)
      outgoing.destroy()
      return
    case 'half-open':
      await readBody(answer)
      return
    case 'rewrite': {
      const { 'content-length': _length, ...headers } = answer.headers
      const changed = fault.change({ status, text: (await readBody(answer)).toString() })
      outgoing.writeHead(changed.status, headers).end(changed.text)
      return
    }
    case 'truncate': {
      const whole = await readBody(answer)
      outgoing.writeHead(status, answer.headers).write(whole.subarray(0, fault.bytes), () => {
        outgoing.destroy()
      })
      return
    }
    case 'hold': {
      const whole = await readBody(answer)
      await fault.barrier.pass()
      outgoing.writeHead(status, answer.headers).end(whole)
      return
    }
    default:
      outgoing.writeHead(status, answer.headers).flushHeaders()
      answer.on('error', () => {
        outgoing.destroy()
      })
      answer.pipe(outgoing)
  }
}
