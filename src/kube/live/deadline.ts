/** One call's time: ends by the caller's signal or by its deadline, whichever is first. */
export interface Scope {
  /** For waits between attempts. An attempt itself hooks into `onEnd`: a signal of its own would cost more than it. */
  readonly signal: AbortSignal
  /** Calls back when the time ends, at once where it has; one at a time, a later one takes the place of the former. */
  readonly onEnd: (callback: () => void) => void
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
  let controller: AbortController | undefined
  let callback: (() => void) | undefined
  let why: 'timeout' | 'aborted' | undefined
  let timer: NodeJS.Timeout | undefined
  let until = Infinity
  const end = (reason: 'timeout' | 'aborted'): void => {
    why ??= reason
    controller?.abort()
    callback?.()
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
    get signal() {
      controller ??= new AbortController()
      if (why) controller.abort()
      return controller.signal
    },
    onEnd: (next) => {
      callback = next
      if (why) next()
    },
    ended: () => why,
    remaining: () => until - performance.now(),
    restart,
    dispose: () => {
      clearTimeout(timer)
      callback = undefined
      caller?.removeEventListener('abort', onAbort)
    },
  }
}
