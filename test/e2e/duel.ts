import { startFaultProxy, type FaultProxy } from '../envtest/fault-proxy.ts'
import { createBarrier, type Barrier } from '../envtest/faults.ts'
import { runOn } from './process.ts'
import { targetPath } from './request-paths.ts'
import type { Site, SyncResult } from './site.ts'

/** One of two processes at work on one hub: it waits before its first write, and before it looks whether it won. */
export interface Duellist {
  readonly pass: Promise<SyncResult>
  /** Lets its write go; resolves when it has been answered and the look that follows is asked for, or the pass is over. */
  strike(): Promise<void>
  /** Lets it look, and finish. */
  look(): Promise<SyncResult>
}

/** How the cluster Secrets that Argo CD sees are listed. */
const VISIBLE = /\/secrets\?.*secret-type%3Dcluster(&|$)/

const reachedOr = async (barrier: Barrier, pass: Promise<SyncResult>): Promise<void> => {
  await Promise.race([barrier.reached, pass])
}

export interface Arena {
  /** Starts a sync; resolves when its first write is held. @throws where it ends without one */
  enter(): Promise<Duellist>
  close(): Promise<void>
}

export const createArena = (site: Site): Arena => {
  const proxies: FaultProxy[] = []
  return {
    enter: async () => {
      const proxy = await startFaultProxy(site.hub)
      proxies.push(proxy)
      const [write, look] = [createBarrier(), createBarrier()]
      proxy.rules.add({
        method: /POST|PUT|DELETE/,
        path: targetPath(site),
        fault: { kind: 'hold', barrier: write },
      })
      proxy.rules.add({ method: 'GET', path: VISIBLE, nth: 2, fault: { kind: 'hold', barrier: look } })
      const pass = runOn(site, { kubeconfig: site.hub.kubeconfig('reference', proxy) })
      const early = await Promise.race([write.reached, pass])
      if (early) throw new Error(`it ended without a write: ${early.stdout}`)
      return {
        pass,
        strike: () => {
          proxy.rules.clear()
          proxy.rules.add({ method: 'GET', path: VISIBLE, nth: 1, fault: { kind: 'hold', barrier: look } })
          write.release()
          return reachedOr(look, pass)
        },
        look: () => {
          look.release()
          return pass
        },
      }
    },
    close: async () => {
      for (const proxy of proxies) await proxy.stop()
    },
  }
}
