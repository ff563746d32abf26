import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** The wire to a server, which a test can cut or let go dead. What goes through is not looked at. */
export interface Tap {
  readonly server: string
  /** Connections made so far. */
  readonly connections: number
  /** Every connection there is stays open and carries nothing any more; new ones work. */
  freeze(): void
  /** Every connection there is breaks. */
  cut(): void
  stop(): Promise<void>
}

export const startTap = async (target: string): Promise<Tap> => {
  const { hostname, port } = new URL(target)
  const open = new Set<Socket>()
  let connections = 0
  const listener = createServer((near) => {
    connections += 1
    const far = connect(Number(port), hostname)
    near.pipe(far).pipe(near)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
    }
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('no TCP port')
  const cut = (): void => {
    for (const socket of open) socket.resetAndDestroy()
  }
  return {
    server: `https://127.0.0.1:${address.port}`,
    get connections() {
      return connections
    },
    freeze: () => {
      for (const socket of open) socket.unpipe().pause()
    },
    cut,
    stop: async () => {
      cut()
      listener.close()
      await once(listener, 'close')
    },
  }
}
