/** Lets at most `size` holders in at a time, first come first served. */
export class Limiter {
  #free: number
  readonly #waiting = new Set<() => void>()

  constructor(size: number) {
    this.#free = size
  }

  /** Resolves to the function that gives the place back; rejects with the signal's reason when it aborts first. */
  async acquire(signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted()
    if (this.#free > 0) this.#free -= 1
    else await this.#queue(signal)
    let held = true
    return () => {
      if (held) this.#release()
      held = false
    }
  }

  #queue(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = (): void => {
        this.#waiting.delete(enter)
        reject(new DOMException('aborted', 'AbortError'))
      }
      this.#waiting.add(enter)
      signal?.addEventListener('abort', leave, { once: true })
    })
  }

  #release(): void {
    const [next] = this.#waiting
    if (!next) {
      this.#free += 1
      return
    }
    this.#waiting.delete(next)
    next()
  }
}
