import { setTimeout as sleep } from 'node:timers/promises'
import { namespaceOf, rotate } from '../e2e/changes.ts'
import type { Site } from '../e2e/site.ts'
import type { Fleet } from './fleet-standing.ts'

/** Milliseconds between two changes, and between two tries of one. */
const PAUSE = 200

/** Provisioners that rewrite one kubeconfig after the other. */
export interface Load {
  /** Resolves when no change is on its way any more, with how many there were. */
  stop(): Promise<number>
}

/** What is to stand once all changes so far are seen. */
export interface Expected {
  fleet: Fleet
}

/** Tries of one change before the hub must be up again: a minute of them. */
const TRIES = 300

/** A provisioner tries again where the hub is down. @throws where it stays so */
const persistently = async (change: () => Promise<void>, tries = TRIES): Promise<void> => {
  try {
    await change()
  } catch (error) {
    if (tries === 0) throw error
    await sleep(PAUSE)
    await persistently(change, tries - 1)
  }
}

/** Rewrites the kubeconfigs of `clusters` in turn, past the proxy, until it is stopped. @throws from `stop` */
export const startLoad = (site: Site, clusters: readonly string[], expected: Expected): Load => {
  const stopping = new AbortController()
  const running = (async () => {
    let turn = 0
    for (; !stopping.signal.aborted; turn += 1) {
      const cluster = clusters[turn % clusters.length]!
      const token = `${namespaceOf(site, cluster)}-${crypto.randomUUID().slice(0, 8)}`
      await persistently(() => rotate(site, cluster, token))
      expected.fleet = { ...expected.fleet, [cluster]: { ...expected.fleet[cluster]!, token } }
      await sleep(PAUSE)
    }
    return turn
  })()
  // It is `stop` that throws.
  running.catch(() => undefined)
  return {
    stop: () => {
      stopping.abort()
      return running
    },
  }
}
