import type { WatchEvent, WatchOptions } from '../client.ts'
import type { Objects, Resource } from '../objects.ts'
import type { StoreEvent } from './event-log.ts'
import { compileSelection } from './selection.ts'
import { expired } from './status.ts'
import type { MemoryStore } from './store.ts'

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

/**
 * Events after `resourceVersion`, then those to come, until the time is over or the signal fires; then a bookmark,
 * unless aborted.
 * @throws KubeError 400 for a bad selector, 410 where the events after the version are no longer kept
 */
export async function* watchStore(
  store: MemoryStore,
  resource: Resource,
  options: WatchOptions,
): AsyncIterable<WatchEvent<Objects[Resource]>> {
  const call = `WATCH ${resource}`
  const matches = compileSelection(resource, options, call)
  const selects: Selects = (object) => object !== undefined && matches(object)
  const over = AbortSignal.any([
    AbortSignal.timeout(options.timeoutSeconds * 1000),
    ...(options.signal ? [options.signal] : []),
  ])
  let seen = Number(options.resourceVersion)
  let position = store.log.after(seen)
  if (position === undefined) throw expired(call)
  while (!over.aborted) {
    const event = store.log.at(position)
    if (event === 'gone') throw expired(call)
    if (event === 'ahead') {
      await changed(store, over)
      continue
    }
    position += 1
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
    const unsubscribe = store.log.subscribe(done)
    over.addEventListener('abort', done)
  })
