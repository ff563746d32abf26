import type { KubeError } from '../errors.ts'
import type { Fault } from './fault.ts'

/** Retries of a read whose connection broke; the first is at once when the connection had been idle. */
const MAX_RESETS = 3
/** Waits a server may ask for in one call, as client-go. */
const MAX_WAITS = 10
const BACKOFF_BASE = 100

const RESETS: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE'])

/** Milliseconds before the next try of a read, or undefined to give up. Writes are never sent twice on a broken connection. */
export const resetDelay = (
  fault: Fault,
  method: string,
  resets: number,
  random: () => number,
): number | undefined => {
  if (method !== 'GET' || fault.where !== 'server' || !RESETS.has(fault.code) || resets >= MAX_RESETS) {
    return undefined
  }
  if (fault.reused && resets === 0) return 0
  return BACKOFF_BASE * 2 ** resets * (0.5 + random())
}

/**
 * Milliseconds the server asked to wait, where trying again is safe: reads on 429 and 5xx, writes on 429 only, which says
 * that nothing was processed. Without Retry-After never (client-go `IsRetryableResponse`).
 */
export const statusDelay = (error: KubeError, method: string, waits: number): number | undefined => {
  if (error.retryAfter === undefined || waits >= MAX_WAITS) return undefined
  const safe = error.code === 429 || (method === 'GET' && error.code >= 500)
  return safe ? error.retryAfter * 1000 : undefined
}
