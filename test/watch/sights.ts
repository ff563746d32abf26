import { grantWatch, type User } from '../envtest/identities.ts'
import type { Site } from '../e2e/site.ts'

/** An identity to watch under, and how the controller is run with it. */
export interface Sight {
  /** As suites name it. */
  readonly name: string
  readonly user: User
  /** Flags of every run. */
  readonly words: readonly string[]
  readonly grant: (site: Site) => Promise<void>
}

/** What nothing tells of is listed so often: short, as tests wait for it. */
const POLL = '1s'

/** `makeSite` gives these rights already. Namespaces are watched; Secrets can only be listed. */
export const REFERENCE: Sight = {
  name: 'the reference RBAC alone',
  user: 'reference',
  words: ['--interval', POLL],
  grant: () => Promise.resolve(),
}

/** Everything is watched, so that an interval of an hour shows that it was an event which brought something about. */
export const WATCHER: Sight = {
  name: 'watches, a lease and Events',
  user: 'watcher',
  words: ['--interval', '1h', '--leader-elect'],
  grant: ({ hub, target }) => grantWatch(hub.rest, { targetNamespace: target }),
}

/** The same without a lease. */
export const UNLEASED: Sight = { ...WATCHER, name: 'watches alone', words: ['--interval', '1h'] }

export const SIGHTS = [REFERENCE, WATCHER] as const
