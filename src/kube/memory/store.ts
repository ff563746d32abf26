import type { ObjectRef } from '../client.ts'
import type { Objects, Place, Resource } from '../objects.ts'
import { RESOURCE_NAMES } from '../resources.ts'
import { EventLog } from './event-log.ts'

export interface Entry<R extends Resource = Resource> {
  readonly object: Objects[R]
  /** Where the object stands in the manifests; absent on objects created since. */
  readonly place?: Place
}

interface Table {
  readonly entries: Map<string, Entry>
  /** In the order of `all`, until a key comes or goes. */
  sorted?: readonly string[]
}

export const keyOf = (ref: ObjectRef): string => `${ref.namespace ?? ''}/${ref.name}`

const byteOrder = (a: string, b: string): number => (a < b ? -1 : 1)

const firstAtOrAfter = (sorted: readonly string[], key: string): number => {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? '') < key) low = middle + 1
    else high = middle
  }
  return low
}

const versionOf = (object: Objects[Resource]): number => {
  const version = Number(object.metadata.resourceVersion)
  return Number.isSafeInteger(version) ? version : 0
}

/** The objects of a memory hub with their history. Objects are never changed in place. */
export class MemoryStore {
  readonly #tables = Object.fromEntries(
    RESOURCE_NAMES.map((resource): [Resource, Table] => [resource, { entries: new Map() }]),
  ) as Record<Resource, Table>
  readonly log = new EventLog()
  #version = 1

  /** Puts an object as it stands in a file: nothing is assigned to it that the file does not have. */
  load<R extends Resource>(resource: R, object: Objects[R], place?: Place): void {
    this.#version = Math.max(this.#version, versionOf(object))
    this.#set(resource, place ? { object, place } : { object })
  }

  get version(): string {
    return String(this.#version)
  }

  find<R extends Resource>(resource: R, ref: ObjectRef): Entry<R> | undefined {
    return this.#tables[resource].entries.get(keyOf(ref)) as Entry<R> | undefined
  }

  /** All entries, of one namespace or of the hub, as the API server sorts them: by namespace, then name, in byte order. */
  all<R extends Resource>(resource: R, namespace?: string): Entry<R>[] {
    const table = this.#tables[resource]
    table.sorted ??= [...table.entries.keys()].sort(byteOrder)
    // '0' is the character after '/'.
    const keys =
      namespace === undefined
        ? table.sorted
        : table.sorted.slice(
            firstAtOrAfter(table.sorted, `${namespace}/`),
            firstAtOrAfter(table.sorted, `${namespace}0`),
          )
    return keys.map((key) => table.entries.get(key) as Entry<R>)
  }

  /** Stores a new state under the next version and tells the watches; returns the object with its resourceVersion. */
  write<R extends Resource>(resource: R, object: Objects[R]): Objects[R] {
    const version = this.#next()
    const stored = { ...object, metadata: { ...object.metadata, resourceVersion: String(version) } }
    const before = this.find(resource, object.metadata)
    this.#set(resource, before?.place ? { object: stored, place: before.place } : { object: stored })
    this.log.append(
      before
        ? { type: 'MODIFIED', resource, object: stored, previous: before.object, version }
        : { type: 'ADDED', resource, object: stored, version },
    )
    return stored
  }

  remove(resource: Resource, object: Objects[Resource]): void {
    const version = this.#next()
    const table = this.#tables[resource]
    table.entries.delete(keyOf(object.metadata))
    delete table.sorted
    const last = { ...object, metadata: { ...object.metadata, resourceVersion: String(version) } }
    this.log.append({ type: 'DELETED', resource, object: last, previous: object, version })
  }

  #set(resource: Resource, entry: Entry): void {
    const table = this.#tables[resource]
    const key = keyOf(entry.object.metadata)
    if (!table.entries.has(key)) delete table.sorted
    table.entries.set(key, entry)
  }

  #next(): number {
    this.#version += 1
    return this.#version
  }
}
