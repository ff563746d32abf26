export interface TransportOptions {
  /** Calls in flight, and connections kept, at most; default 16. Watches come on top. */
  readonly concurrency?: number
  /** Milliseconds a call may take, its retries and body included; 0 = no limit; default 30,000. */
  readonly requestTimeout?: number
  /** Version sent as the user agent. */
  readonly version?: string
  /** Bytes of an answer, before and after decompression; default 256 MiB. */
  readonly maxAnswerBytes?: number
  /** Injected in tests. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>
  readonly random?: () => number
}

export const DEFAULT_CONCURRENCY = 16
export const DEFAULT_TIMEOUT = 30_000
export const DEFAULT_MAX_ANSWER = 256 * 1024 * 1024
