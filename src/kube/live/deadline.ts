/** One call's time: ends by the caller's signal or by its deadline, whichever is first. */
export interface Scope {
  readonly signal: AbortSignal
  /** Why it ended; undefined while it lasts. */
  readonly ended: () => 'timeout' | 'aborted' | undefined
  /** Milliseconds left; Infinity without a deadline. */
  readonly remaining: () => number
  /** Counts anew from now; 0 = no deadline. */
  readonly restart: (ms: number) => void
  readonly dispose: () => void
}

/** `AbortSignal.any` on a signal that lives as long as the process keeps every dependent of it, so this unhooks by hand. */
export const startScope = (caller: AbortSignal | undefined, ms: number): Scope => {
  const controller = new AbortController()
  let why: 'timeout' | 'aborted' | undefined
  let timer: NodeJS.Timeout | undefined
  let until = Infinity
  const end = (reason: 'timeout' | 'aborted'): void => {
    why ??= reason
    controller.abort()
  }
  const onAbort = (): void => {
    end('aborted')
  }
  const restart = (limit: number): void => {
    clearTimeout(timer)
    until = limit === 0 ? Infinity : performance.now() + limit
    if (limit !== 0) timer = setTimeout(end, limit, 'timeout')
  }
  if (caller?.aborted) onAbort()
  caller?.addEventListener('abort', onAbort, { once: true })
  restart(ms)
  return {
    signal: controller.signal,
    ended: () => why,
    remaining: () => until - performance.now(),
    restart,
    dispose: () => {
      clearTimeout(timer)
      caller?.removeEventListener('abort', onAbort)
    },
  }
}
