import { UsageError } from '../errors.ts'

/**
 * Writes to a stream that may fail at any time. A reader that has seen enough (`| head`) closes its pipe, which changes
 * neither the pass nor its exit code.
 * @param name what to call the stream when it can't be written; without one nothing is said, as nobody could read it
 */
export const outputTo = (stream: NodeJS.WriteStream, name?: string): ((text: string) => void) => {
  let closed = false
  const fail = (error: NodeJS.ErrnoException): void => {
    if (closed) return
    closed = true
    if (name === undefined || error.code === 'EPIPE') return
    const fault = new UsageError(
      `can't write to ${name} (${error.code ?? 'unknown'})`,
      'free some space, or write somewhere else',
    )
    process.stderr.write(`error: ${fault.message}\n${fault.remedy}\n`)
    process.exitCode = fault.exitCode
  }
  // oclif throws what it can't write: a stack trace in the middle of a pass.
  stream.removeAllListeners('error')
  stream.on('error', fail)
  return (text) => {
    if (!closed) stream.write(text)
  }
}
