/**
 * A failure below HTTP, by its code alone: errors of the runtime and of libraries carry URLs, certificates and snippets of
 * what was being read, so none of them is kept as a cause.
 */
export class Fault extends Error {
  override readonly name = 'Fault'
  readonly code: string
  /** `proxy`: on the way to the proxy or said by it. `body`: after the answer began. */
  readonly where: 'server' | 'proxy' | 'body'
  /** The connection had served before and may have been closed by the server meanwhile. */
  readonly reused: boolean

  constructor(code: string, where: 'server' | 'proxy' | 'body' = 'server', reused = false) {
    super(`${where}: ${code}`)
    this.code = code
    this.where = where
    this.reused = reused
  }
}

/** The code of a runtime error; its name where it has none. */
export const codeOf = (error: unknown): string => {
  if (!(error instanceof Error)) return 'UNKNOWN'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
