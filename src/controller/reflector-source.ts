import type { KubeClient, WatchEvent } from '../kube/client.ts'
import type { ObjectMetadata, Objects, Resource } from '../kube/objects.ts'
import { listAll, listAllMetadata, type Listing, type ListSelection } from '../kube/paging.ts'

/** A collection of the hub that can be listed whole and then followed. */
export interface Source<T> {
  list(signal: AbortSignal): Promise<Listing<T>>
  /** What changed after `resourceVersion`. Ends quietly at the time-out and when the signal is aborted. */
  watch(resourceVersion: string, timeoutSeconds: number, signal: AbortSignal): AsyncIterable<WatchEvent<T>>
}

/**
 * How well the collection is seen.
 * - `synced`: all that happened has been told, or is on its way.
 * - `stale`: something may have happened unseen, since the hub can't be followed just now; it is tried again.
 * - `denied`: the hub refuses (401, 403). It is asked again ever less often, about once a minute in the end.
 */
export type Sight =
  | { readonly kind: 'synced' }
  | { readonly kind: 'stale'; readonly why: unknown }
  | { readonly kind: 'denied'; readonly why: unknown }

/** Who is told. What a handler throws has the collection listed anew, as what it was told may not have been taken in. */
export interface Receiver<T> {
  /** The whole collection: what was known and is not among these is gone. */
  replaced(items: readonly T[]): void
  event(type: 'ADDED' | 'MODIFIED' | 'DELETED', object: T): void
  /** When `kind` changes, and not each time anew. */
  state(sight: Sight): void
}

export type SourceSelection = Omit<ListSelection, 'signal'>

/** An event about an object that is not kept still says how far the watch has come. */
async function* keptEvents<Raw, Kept>(
  events: AsyncIterable<WatchEvent<Raw>>,
  keep: (raw: Raw) => Kept | undefined,
): AsyncGenerator<WatchEvent<Kept>, void, undefined> {
  for await (const event of events) {
    const { resourceVersion } = event
    const kept = event.type === 'BOOKMARK' ? undefined : keep(event.object)
    if (event.type === 'BOOKMARK' || kept === undefined) yield { type: 'BOOKMARK', resourceVersion }
    else yield { type: event.type, object: kept, resourceVersion }
  }
}

/**
 * Whole objects, of which only what `keep` returns is held on to. An object is kept for good or not at all: `keep` decides by
 * what can't change (its name and namespace), since a later event about an object not kept is dropped.
 */
export const objectSource = <R extends Resource, Kept>(
  client: KubeClient,
  resource: R,
  selection: SourceSelection,
  keep: (object: Objects[R]) => Kept | undefined,
): Source<Kept> => ({
  list: (signal) => listAll(client, resource, { ...selection, signal }, keep),
  watch: (resourceVersion, timeoutSeconds, signal) =>
    keptEvents(client.watch(resource, { ...selection, resourceVersion, timeoutSeconds, signal }), keep),
})

/** The same over metadata only. */
export const metadataSource = <Kept>(
  client: KubeClient,
  resource: Resource,
  selection: SourceSelection,
  keep: (object: ObjectMetadata) => Kept | undefined,
): Source<Kept> => ({
  list: (signal) => listAllMetadata(client, resource, { ...selection, signal }, keep),
  watch: (resourceVersion, timeoutSeconds, signal) =>
    keptEvents(
      client.watchMetadata(resource, { ...selection, resourceVersion, timeoutSeconds, signal }),
      keep,
    ),
})
