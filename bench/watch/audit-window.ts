import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Hub } from '../../test/envtest/hub.ts'

interface AuditLine {
  readonly auditID: string
  readonly verb: string
  readonly requestReceivedTimestamp: string
  readonly user: { readonly username?: string }
  readonly objectRef?: { readonly resource?: string }
}

export interface Asked {
  readonly requests: number
  readonly writes: number
}

const READS = new Set(['get', 'list', 'watch'])
/** Neither counts for a settled minute: the lease is renewed all the time, and Events are about changes. */
const APART = new Set(['leases', 'events'])
/** The API server writes a line when it has answered. */
const WRITTEN = 500

/**
 * What the reference identity asked between two moments, by the API server's own log. A watch counts where it was begun;
 * one that is open throughout counts as nothing.
 * @param from milliseconds since the epoch
 */
export const askedBetween = async (hub: Hub, from: number, until: number): Promise<Asked> => {
  await sleep(WRITTEN)
  const seen = new Map<string, AuditLine>()
  for (const line of readFileSync(join(hub.scratch, 'audit.log'), 'utf8').split('\n')) {
    if (!line.includes('"username":"reference"')) continue
    const event = JSON.parse(line) as AuditLine
    const at = Date.parse(event.requestReceivedTimestamp)
    if (at >= from && at < until && !APART.has(event.objectRef?.resource ?? ''))
      seen.set(event.auditID, event)
  }
  const writes = [...seen.values()].filter(({ verb }) => !READS.has(verb))
  return { requests: seen.size, writes: writes.length }
}
