import type { Watching } from './watching.ts'

/** Sockets and timers that a controller has open: its standing watches, and what is on its way at the moment. */
export interface Handles {
  readonly sockets: number
  readonly timers: number
}

export const handlesOf = async (watching: Watching): Promise<Handles> => {
  const from = watching.records.length
  watching.signal('SIGUSR2')
  const { handles } = await watching.until('handles', {}, from)
  const { TLSSocketWrap = 0, TCPSocketWrap = 0, Timeout = 0 } = handles as Readonly<Record<string, number>>
  return { sockets: TLSSocketWrap + TCPSocketWrap, timers: Timeout }
}
