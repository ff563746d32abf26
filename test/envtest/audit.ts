import { openSync, readSync, closeSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Rest } from './rest.ts'

/** One request as the API server's own audit log has it. */
export interface AuditEvent {
  readonly verb: string
  readonly user: string
  readonly userAgent: string
  readonly uri: string
  readonly resource: string
  readonly namespace: string
  readonly name: string
  readonly query: Readonly<Record<string, string>>
  /** Status of the answer; 0 while a watch is still open. */
  readonly code: number
}

interface RawEvent {
  readonly auditID: string
  readonly verb: string
  readonly requestURI: string
  readonly userAgent?: string
  readonly user: { readonly username?: string }
  readonly objectRef?: { readonly resource?: string; readonly namespace?: string; readonly name?: string }
  readonly responseStatus?: { readonly code?: number }
  readonly stage: string
}

const toEvent = (raw: RawEvent): AuditEvent => ({
  verb: raw.verb,
  user: raw.user.username ?? '',
  userAgent: raw.userAgent ?? '',
  uri: raw.requestURI,
  resource: raw.objectRef?.resource ?? '',
  namespace: raw.objectRef?.namespace ?? '',
  name: raw.objectRef?.name ?? '',
  query: Object.fromEntries(new URL(raw.requestURI, 'https://hub').searchParams),
  code: raw.stage === 'ResponseComplete' ? (raw.responseStatus?.code ?? 0) : 0,
})

const readFrom = (file: string, offset: number): string => {
  const length = statSync(file).size - offset
  const buffer = Buffer.alloc(length)
  const handle = openSync(file, 'r')
  try {
    readSync(handle, buffer, 0, length, offset)
  } finally {
    closeSync(handle)
  }
  return buffer.toString('utf8')
}

const parse = (text: string): RawEvent[] =>
  text
    .slice(0, text.lastIndexOf('\n') + 1)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RawEvent)

const SENTINEL = '/version?audit-sentinel='

export interface AuditLog {
  /** A place in the log to read from later: everything answered so far stands before it. */
  mark(): Promise<number>
  /** What was asked since `mark`, one event a request, oldest first; `user` narrows it to one identity. */
  since(mark: number, user?: string): Promise<readonly AuditEvent[]>
}

/** The API server writes an event after it has answered, so reading first waits for a request of its own to show. */
export const createAuditLog = (file: string, rest: Rest): AuditLog => {
  const settle = async (from: number): Promise<string> => {
    const needle = `${SENTINEL}${crypto.randomUUID()}`
    await rest.send('GET', needle)
    for (;;) {
      const text = readFrom(file, from)
      if (text.includes(needle)) return text
      await sleep(5)
    }
  }
  return {
    mark: async () => {
      await settle(statSync(file).size)
      return statSync(file).size
    },
    since: async (mark, user) => {
      await settle(mark)
      const last = new Map<string, RawEvent>()
      for (const event of parse(await settle(mark))) {
        if (!event.requestURI.startsWith(SENTINEL)) last.set(event.auditID, event)
      }
      const events = [...last.values()].map(toEvent)
      return user === undefined ? events : events.filter((event) => event.user === user)
    },
  }
}
