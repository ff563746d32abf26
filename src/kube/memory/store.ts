import { KubeError } from '../errors.ts'
import type { ObjectRef } from '../client.ts'
import type { Objects, Place, Resource } from '../objects.ts'

export interface Entry<R extends Resource = Resource> {
  readonly object: Objects[R]
  /** Where the object stands in the manifests; absent on objects created since. */
  readonly place?: Place
}

export type StoreEvent = {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  readonly resource: Resource
  readonly object: Objects[Resource]
  /** The object before, so that a watch knows whether it has left a selector. */
  readonly previous?: Objects[Resource]
  readonly version: number
}

const RESOURCES: readonly Resource[] = ['namespaces', 'secrets', 'configmaps']

export const keyOf = (ref: ObjectRef): string => `${ref.namespace ?? ''}/${ref.name}`

const versionOf = (object: Objects[Resource]): number => {
  const version = Number(object.metadata.resourceVersion)
  return Number.isSafeInteger(version) ? version : 0
}

/** The objects of a memory hub with their history. Objects are never changed in place. */
export class MemoryStore {
  readonly #entries = new Map<Resource, Map<string, Entry>>(RESOURCES.map((resource) => [resource, new Map()]))
  readonly #listeners = new Set<() => void>()
  readonly events: StoreEvent[] = []
  #version = 1

  /** Puts an object as it stands in a file: nothing is assigned to it that the file does not have. */
  load<R extends Resource>(resource: R, object: Objects[R], place?: Place): void {
    this.#version = Math.max(this.#version, versionOf(object))
    this.#table(resource).set(keyOf(object.metadata), place ? { object, place } : { object })
  }

  get version(): string {
    return String(this.#version)
  }

  find<R extends Resource>(resource: R, ref: ObjectRef): Entry<R> | undefined {
    return this.#table(resource).get(keyOf(ref)) as Entry<R> | undefined
  }

  /** All entries in the order the API server lists them: by namespace, then name, in byte order. */
  all<R extends Resource>(resource: R): Entry<R>[] {
    return [...this.#table(resource).entries()]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, entry]) => entry as Entry<R>)
  }

  /** Stores a new state under the next version and tells the watches; returns the object with its resourceVersion. */
  write<R extends Resource>(resource: R, object: Objects[R]): Objects[R] {
    const version = this.#next()
    const stored = { ...object, metadata: { ...object.metadata, resourceVersion: String(version) } }
    const table = this.#table(resource)
    const before = table.get(keyOf(object.metadata))
    table.set(
      keyOf(object.metadata),
      before?.place ? { object: stored, place: before.place } : { object: stored },
    )
    this.#publish(
      before
        ? { type: 'MODIFIED', resource, object: stored, previous: before.object, version }
        : { type: 'ADDED', resource, object: stored, version },
    )
    return stored
  }

  remove<R extends Resource>(resource: R, object: Objects[R]): void {
    const version = this.#next()
    this.#table(resource).delete(keyOf(object.metadata))
    const last = { ...object, metadata: { ...object.metadata, resourceVersion: String(version) } }
    this.#publish({ type: 'DELETED', resource, object: last, previous: object, version })
  }

  /** Calls back after every write until the returned function is called. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  #next(): number {
    this.#version += 1
    return this.#version
  }

  #publish(event: StoreEvent): void {
    this.events.push(event)
    for (const listener of this.#listeners) listener()
  }

  #table(resource: Resource): Map<string, Entry> {
    const table = this.#entries.get(resource)
    if (!table) throw new KubeError({ kind: 'status', code: 404, reason: 'NotFound', call: resource, message: 'no such resource' })
    return table
  }
}
