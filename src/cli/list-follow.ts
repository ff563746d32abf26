import type { Clock } from '../controller/clock.ts'
import { Feed } from '../controller/feed.ts'
import { objectSource, type Receiver, type Source } from '../controller/reflector-source.ts'
import type { KubeClient } from '../kube/client.ts'
import type { Listing } from '../kube/paging.ts'
import type { Secret } from '../kube/objects.ts'
import type { Entry } from '../listing/entry.ts'

/** Milliseconds between lists where Secrets may not be watched. */
export const POLL = 10_000

/** What was listed, and by which selector. */
export interface Listed {
  readonly labelSelector: string
  readonly listing: Listing<Entry>
}

export interface FollowOptions {
  readonly client: KubeClient
  readonly namespace: string
  readonly read: (secret: Secret) => Entry
  readonly clock: Clock
  /** An entry as it stands now, and as it stood; one of the two is absent where it came or went. */
  readonly changed: (now: Entry | undefined, before: Entry | undefined) => void
  /** How what happens is seen from now on, where that is not as usual or is so again. */
  readonly sight: (sight: 'watched' | 'polled' | 'unseen', why: unknown) => void
}

/** What is known of the hub by a list need not be listed again. */
const begunBy = (listing: Listing<Entry>, source: Source<Entry>): Source<Entry> => {
  const pending = [listing]
  return {
    list: (signal) => {
      const known = pending.pop()
      return known ? Promise.resolve(known) : source.list(signal)
    },
    watch: (version, seconds, signal) => source.watch(version, seconds, signal),
  }
}

/** Tells of what differs from what was known, whether by an event or by a list. */
const comparing = (
  listing: Listing<Entry>,
  changed: FollowOptions['changed'],
): Omit<Receiver<Entry>, 'state'> => {
  const known = new Map(listing.items.map((entry) => [entry.secret, entry]))
  const put = (entry: Entry): void => {
    const before = known.get(entry.secret)
    known.set(entry.secret, entry)
    if (before?.version !== entry.version) changed(entry, before)
  }
  const drop = (secret: string): void => {
    const before = known.get(secret)
    known.delete(secret)
    if (before) changed(undefined, before)
  }
  return {
    replaced: (items) => {
      const there = new Set(items.map(({ secret }) => secret))
      for (const secret of [...known.keys()]) if (!there.has(secret)) drop(secret)
      for (const entry of items) put(entry)
    },
    event: (type, entry) => {
      if (type === 'DELETED') drop(entry.secret)
      else put(entry)
    },
  }
}

/** Follows what was listed until the signal is aborted, by watching it, or by listing it where that is forbidden. */
export const follow = async (
  lists: readonly Listed[],
  { client, namespace, read, clock, changed, sight }: FollowOptions,
  signal: AbortSignal,
): Promise<void> => {
  const feeds = lists.map(({ labelSelector, listing }) => {
    const source = begunBy(listing, objectSource(client, 'secrets', { namespace, labelSelector }, read))
    let isUsual = true
    return new Feed(source, comparing(listing, changed), {
      clock,
      interval: POLL,
      sight: (seen, why) => {
        const told = seen === 'synced' ? 'watched' : seen === 'polled' ? 'polled' : 'unseen'
        if (told !== 'watched' || !isUsual) sight(told, why)
        isUsual = told === 'watched'
      },
    })
  })
  await Promise.all(feeds.map((feed) => feed.run(signal)))
}
