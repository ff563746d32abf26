import { KubeError } from '../kube/errors.ts'
import type { Clock } from './clock.ts'

const failure = (kind: 'timeout' | 'aborted', why: string): KubeError =>
  new KubeError({ kind, code: 0, reason: '', call: 'leases', message: `leases: ${why}` })

/**
 * Runs calls to the hub that together may take `ms` milliseconds: those of a lease must not outlast it, not even where one
 * hangs before it is sent, in a credential plugin that takes no notice of the signal.
 * @param stop ends them earlier
 * @throws what `run` throws; a KubeError `timeout` or `aborted` where they were ended
 */
export const withinLimit = <T>(
  clock: Clock,
  ms: number,
  stop: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  const limit = new AbortController()
  return new Promise<T>((resolve, reject) => {
    const end = (error: KubeError): void => {
      dispose()
      reject(error)
      limit.abort()
    }
    const dispose = (): void => {
      cancel()
      stop?.removeEventListener('abort', onStop)
    }
    const onStop = (): void => {
      end(failure('aborted', 'ended by the caller'))
    }
    const cancel = clock.after(ms, () => {
      end(failure('timeout', `no answer within ${ms / 1000} s`))
    })
    stop?.addEventListener('abort', onStop)
    if (stop?.aborted) onStop()
    void run(limit.signal).then(resolve, reject).finally(dispose)
  })
}
