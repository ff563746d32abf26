import { setTimeout as sleep } from 'node:timers/promises'
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
  /** The controller that was started last. */
  readonly watching: Watching
  /** All that run. */
  readonly running: ReadonlySet<Watching>
  /** Those that ended though nobody told them to, and though they had lost no lease. */
  readonly fallen: readonly Ended[]
  /** How many ended because they had lost their lease, and had another take their place, as a Deployment has it. */
  readonly replaced: number
  /** Another one, beside those that run already. Resolves when it runs. */
  start(words?: readonly string[]): Promise<Watching>
  /** Ends every controller that still runs, and the proxy. */
  close(): Promise<readonly Ended[]>
}

/** How the controllers of an arena come in: a kubeconfig's file. */
export type Way = (site: Site, sight: Sight, proxy: FaultProxy) => Promise<string> | string

export interface ArenaOptions {
  readonly hub: Hub
  /** Of the site. */
  readonly name: string
  readonly sight: Sight
  /** Brought about before the controller starts. */
  readonly arrange?: (site: Site) => Promise<void>
  /** Default: the sight's user, with its token. */
  readonly way?: Way
  readonly words?: readonly string[]
  /** As `WatchOptions` has it. */
  readonly limit?: number
}

const ownWay: Way = ({ hub }, { user }, proxy) => hub.kubeconfig(user, proxy)

const hasLostLease = ({ records }: Watching): boolean => records.some(({ msg }) => msg === 'lease lost')

/** One that finds no hub ends before it has begun, and is started again. */
const hasNotStarted = ({ records }: Watching): boolean => records.every(({ msg }) => msg !== 'starting')

/** Milliseconds before another takes its place. */
const PAUSE = 500

export const openArena = async (options: ArenaOptions): Promise<Arena> => {
  const { hub, name, sight, arrange, way = ownWay, words, limit } = options
  const site = await makeSite(hub, name)
  await sight.grant(site)
  await arrange?.(site)
  const proxy = await startFaultProxy(hub)
  const kubeconfig = await way(site, sight, proxy)
  const state: { watching?: Watching; closing: boolean; replaced: number } = { closing: false, replaced: 0 }
  const isClosing = (): boolean => state.closing
  const running = new Set<Watching>()
  const fallen: Ended[] = []

  const launch = (more = words, isReplacement = false): Watching => {
    const watching = startWatching(site, {
      sight,
      kubeconfig,
      ...(more ? { words: more } : {}),
      ...(limit === undefined ? {} : { limit }),
    })
    state.watching = watching
    running.add(watching)
    void watching.ended.then(async (ended) => {
      running.delete(watching)
      if (isClosing() || ended.signal === 'SIGKILL' || ended.code === 0) return
      const isLost = ended.code === 1 && hasLostLease(watching)
      if (!isLost && !(isReplacement && hasNotStarted(watching))) {
        fallen.push(ended)
        return
      }
      if (isLost) state.replaced += 1
      await sleep(PAUSE)
      if (!isClosing()) launch(more, true)
    })
    return watching
  }
  const start: Arena['start'] = async (more) => {
    const watching = launch(more)
    await watching.until('starting')
    return watching
  }
  const close: Arena['close'] = async () => {
    state.closing = true
    proxy.rules.clear()
    const ended = await Promise.all([...running].map((watching) => watching.stop()))
    await proxy.stop()
    return ended
  }
  try {
    await start()
  } catch (error) {
    await close()
    throw error
  }
  return {
    site,
    sight,
    proxy,
    running,
    fallen,
    get watching() {
      return state.watching!
    },
    get replaced() {
      return state.replaced
    },
    start,
    close,
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
