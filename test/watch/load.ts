import { setTimeout as sleep } from 'node:timers/promises'
import { namespaceOf, rotate } from '../e2e/changes.ts'
import type { Site } from '../e2e/site.ts'
import type { Fleet } from './fleet-standing.ts'

/** Milliseconds between two changes. */
const PAUSE = 200

/** Provisioners that rewrite one kubeconfig after the other. */
export interface Load {
  /** Resolves when no change is on its way any more. */
  stop(): Promise<void>
}

/** What is to stand once all changes so far are seen. */
export interface Expected {
  fleet: Fleet
}

/** Rewrites the kubeconfigs of `clusters` in turn, past the proxy, until it is stopped. @throws from `stop` */
export const startLoad = (site: Site, clusters: readonly string[], expected: Expected): Load => {
  const stopping = new AbortController()
  const running = (async () => {
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      const cluster = clusters[turn % clusters.length]!
      const token = `${namespaceOf(site, cluster)}-${crypto.randomUUID().slice(0, 8)}`
      await rotate(site, cluster, token)
      expected.fleet = { ...expected.fleet, [cluster]: { ...expected.fleet[cluster]!, token } }
      await sleep(PAUSE)
    }
  })()
  return {
    stop: () => {
      stopping.abort()
      return running
    },
  }
}
