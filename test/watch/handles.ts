import type { Watching } from './watching.ts'

/** What a controller has open, its standing watches and what is on its way at the moment, and how much it holds. */
export interface Handles {
  readonly sockets: number
  readonly timers: number
  /** Bytes in use after a forced collection. */
  readonly heap: number
}

export const handlesOf = async (watching: Watching): Promise<Handles> => {
  const from = watching.records.length
  watching.signal('SIGUSR2')
  const { handles, heap } = await watching.until('handles', {}, from)
  const { TLSSocketWrap = 0, TCPSocketWrap = 0, Timeout = 0 } = handles as Readonly<Record<string, number>>
  return { sockets: TLSSocketWrap + TCPSocketWrap, timers: Timeout, heap: heap as number }
}

/** What is open comes and goes with the work; what leaks only grows. */
export const isBounded = ({ sockets, timers }: Handles): boolean => sockets <= 16 && timers <= 24
