import { startFaultProxy, type FaultProxy } from '../envtest/fault-proxy.ts'
import type { Hub } from '../envtest/hub.ts'
import { makeSite, type Site } from '../e2e/site.ts'
import type { Sight } from './sights.ts'
import { startWatching, type Ended, type Watching } from './watching.ts'

/** A share of the hub with a controller that watches it through a proxy. */
export interface Arena {
  readonly site: Site
  readonly sight: Sight
  readonly proxy: FaultProxy
  /** The controller that runs now. */
  readonly watching: Watching
  /** Another one, beside those that run already. Resolves when it runs. */
  start(words?: readonly string[]): Promise<Watching>
  /** Ends every controller that still runs, and the proxy. */
  close(): Promise<readonly Ended[]>
}

export interface ArenaOptions {
  readonly hub: Hub
  /** Of the site. */
  readonly name: string
  readonly sight: Sight
  /** Brought about before the controller starts. */
  readonly arrange?: (site: Site) => Promise<void>
  readonly words?: readonly string[]
}

export const openArena = async ({ hub, name, sight, arrange, words }: ArenaOptions): Promise<Arena> => {
  const site = await makeSite(hub, name)
  await sight.grant(site)
  await arrange?.(site)
  const proxy = await startFaultProxy(hub)
  const started: Watching[] = []
  const start: Arena['start'] = async (more = words) => {
    const kubeconfig = hub.kubeconfig(sight.user, proxy)
    const watching = startWatching(site, { sight, kubeconfig, ...(more ? { words: more } : {}) })
    started.push(watching)
    await watching.until('starting')
    return watching
  }
  try {
    await start()
  } catch (error) {
    await proxy.stop()
    throw error
  }
  return {
    site,
    sight,
    proxy,
    get watching() {
      return started.at(-1)!
    },
    start,
    close: async () => {
      proxy.rules.clear()
      const ended = await Promise.all(started.map((watching) => watching.stop()))
      await proxy.stop()
      return ended
    },
  }
}

/** Registers hooks that open an arena for the suite and close it again; no rule outlives its test. */
export const useArena = (options: () => ArenaOptions): (() => Arena) => {
  let arena: Arena | undefined
  before('open the arena', async () => {
    arena = await openArena(options())
    await arena.watching.until('seeded')
  })
  afterEach('no rule stays', () => {
    arena?.proxy.rules.clear()
  })
  after('close the arena', () => arena?.close())
  return () => arena!
}
