import type { WatchEvent, WatchOptions } from '../client.ts'
import type { Objects, Resource } from '../objects.ts'
import { fieldSelector, labelSelector } from '../selectors.ts'
import type { MemoryStore, StoreEvent } from './store.ts'

type Selects = (object: Objects[Resource] | undefined) => boolean

/** What a watcher with this selection sees of a change: an object that comes to match is ADDED, one that no longer does
 *  is DELETED, as the API server has it. */
const visible = (event: StoreEvent, selects: Selects): WatchEvent<Objects[Resource]> | undefined => {
  const { object } = event
  const resourceVersion = String(event.version)
  const before = selects(event.previous)
  const after = event.type !== 'DELETED' && selects(object)
  if (before && after) return { type: 'MODIFIED', object, resourceVersion }
  if (after) return { type: 'ADDED', object, resourceVersion }
  return before ? { type: 'DELETED', object, resourceVersion } : undefined
}

/** Events after `resourceVersion`, then those to come, until the time is over or the signal fires. */
export async function* watchStore(
  store: MemoryStore,
  resource: Resource,
  options: WatchOptions,
): AsyncIterable<WatchEvent<Objects[Resource]>> {
  const matchesLabels = labelSelector(options.labelSelector)
  const matchesFields = fieldSelector(options.fieldSelector)
  const selects: Selects = (object) =>
    object !== undefined &&
    (options.namespace === undefined || object.metadata.namespace === options.namespace) &&
    matchesLabels(object.metadata.labels) &&
    matchesFields(object)

  const over = AbortSignal.any([
    AbortSignal.timeout(options.timeoutSeconds * 1000),
    ...(options.signal ? [options.signal] : []),
  ])
  let seen = Number(options.resourceVersion)
  let next = store.events.findIndex((event) => event.version > seen)
  if (next < 0) next = store.events.length
  while (!over.aborted) {
    const event = store.events[next]
    if (event === undefined) {
      await changed(store, over)
      continue
    }
    next += 1
    seen = event.version
    const sight = event.resource === resource ? visible(event, selects) : undefined
    if (sight) yield sight
  }
  if (!options.signal?.aborted) yield { type: 'BOOKMARK', resourceVersion: String(seen) }
}

const changed = (store: MemoryStore, over: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      unsubscribe()
      over.removeEventListener('abort', done)
      resolve()
    }
    const unsubscribe = store.subscribe(done)
    over.addEventListener('abort', done)
  })
