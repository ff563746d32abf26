import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type {
  Counters,
  DeleteOptions,
  KubeClient,
  ListOptions,
  ObjectRef,
  Page,
  WatchEvent,
  WatchOptions,
  WriteOptions,
} from '../client.ts'
import { KubeError } from '../errors.ts'
import type { ObjectMetadata, Objects, Place, Resource } from '../objects.ts'
import { fieldSelector, labelSelector } from '../selectors.ts'
import { admissionFault } from './admission.ts'
import { alreadyExists, conflict, expired, invalid, notFound } from './status.ts'
import { MemoryStore } from './store.ts'
import { watchStore } from './watch.ts'

export interface MemoryOptions {
  /** True where the store is the whole hub (tests); manifests never are. Default false. */
  readonly absenceIsProof?: boolean
  /** Refuse objects of a namespace that is not in the store, as a hub does. Default false: a folder of manifests
   *  need not hold the target namespace. */
  readonly namespacesMustExist?: boolean
  /** Time stamped on created objects, in milliseconds. */
  readonly now?: () => number
}

const toMetadata = (object: Objects[Resource]): ObjectMetadata => {
  const { annotations: _annotations, managedFields: _managedFields, ...metadata } = object.metadata
  return { metadata }
}

/** A page token: the version the list was begun at and the key after which it goes on. */
const encodeToken = (version: string, after: string): string =>
  Buffer.from(JSON.stringify([version, after])).toString('base64url')
const decodeToken = (token: string): readonly [string, string] =>
  JSON.parse(Buffer.from(token, 'base64url').toString()) as [string, string]

/**
 * A hub in memory that answers as the API server does: uids, resourceVersions, selectors, paging, preconditions and
 * 409s. It is what `-f` works on and what tests plan against.
 */
export class MemoryClient implements KubeClient {
  readonly absenceIsProof: boolean
  readonly #store: MemoryStore
  readonly #options: MemoryOptions
  readonly #snapshots = new Map<string, readonly Objects[Resource][]>()
  #requests = 0
  #writes = 0

  constructor(store: MemoryStore, options: MemoryOptions = {}) {
    this.#store = store
    this.#options = options
    this.absenceIsProof = options.absenceIsProof ?? false
  }

  /** Where an object stands in the manifests. */
  place(resource: Resource, ref: ObjectRef): Place | undefined {
    return this.#store.find(resource, ref)?.place
  }

  async listPage<R extends Resource>(resource: R, options: ListOptions): Promise<Page<Objects[R]>> {
    await this.#call(options.signal)
    return this.#page(resource, options)
  }

  async listMetadataPage(resource: Resource, options: ListOptions): Promise<Page<ObjectMetadata>> {
    await this.#call(options.signal)
    const page = this.#page(resource, options)
    return { ...page, items: page.items.map(toMetadata) }
  }

  async get<R extends Resource>(resource: R, ref: ObjectRef, signal?: AbortSignal): Promise<Objects[R]> {
    await this.#call(signal)
    const entry = this.#store.find(resource, ref)
    if (!entry) throw notFound('GET', resource, ref)
    return entry.object
  }

  async create<R extends Resource>(
    resource: R,
    object: Objects[R],
    options: WriteOptions = {},
  ): Promise<Objects[R]> {
    await this.#call(options.signal, !options.dryRun)
    const ref = object.metadata
    this.#namespaceMustExist('POST', ref)
    this.#admit('POST', resource, object)
    if (this.#store.find(resource, ref)) throw alreadyExists('POST', resource, ref)
    const created = {
      ...object,
      ...(resource === 'secrets' ? { type: (object as Objects['secrets']).type ?? 'Opaque' } : {}),
      metadata: {
        ...object.metadata,
        uid: randomUUID(),
        creationTimestamp: new Date(this.#options.now?.() ?? Date.now()).toISOString().replace(/\.\d+Z$/, 'Z'),
      },
    }
    return options.dryRun ? created : this.#store.write(resource, created)
  }

  async update<R extends Resource>(
    resource: R,
    object: Objects[R],
    options: WriteOptions = {},
  ): Promise<Objects[R]> {
    await this.#call(options.signal, !options.dryRun)
    const ref = object.metadata
    const current = this.#store.find(resource, ref)?.object
    if (!current) throw notFound('PUT', resource, ref)
    const { uid, resourceVersion } = object.metadata
    if (uid !== undefined && current.metadata.uid !== undefined && uid !== current.metadata.uid)
      throw conflict('PUT', resource, ref, 'the UID in the precondition does not match')
    if (resourceVersion !== undefined && resourceVersion !== current.metadata.resourceVersion)
      throw conflict('PUT', resource, ref, 'the object has been modified')
    const { uid: ownUid, creationTimestamp, deletionTimestamp } = current.metadata
    const kept = Object.fromEntries(
      Object.entries({ uid: ownUid, creationTimestamp, deletionTimestamp, resourceVersion: current.metadata.resourceVersion }).filter(
        ([, value]) => value !== undefined,
      ),
    )
    const { resourceVersion: _stale, ...metadata } = object.metadata
    const next: Objects[R] = { ...object, metadata: { ...metadata, ...kept, name: ref.name } }
    this.#admit('PUT', resource, next, current)
    if (isDeepStrictEqual(next, current)) return current
    return options.dryRun ? next : this.#store.write(resource, next)
  }

  async patchNamespace(name: string, patch: object, options: WriteOptions = {}): Promise<Objects['namespaces']> {
    await this.#call(options.signal, !options.dryRun)
    const current = this.#store.find('namespaces', { name })?.object
    if (!current) throw notFound('PATCH', 'namespaces', { name })
    const next = mergePatch(current, patch) as Objects['namespaces']
    if (next.metadata.resourceVersion !== current.metadata.resourceVersion)
      throw conflict('PATCH', 'namespaces', { name }, 'the object has been modified')
    this.#admit('PATCH', 'namespaces', next, current)
    if (isDeepStrictEqual(next, current)) return current
    return options.dryRun ? next : this.#store.write('namespaces', next)
  }

  async delete(resource: Resource, ref: ObjectRef, options: DeleteOptions): Promise<void> {
    await this.#call(options.signal, !options.dryRun)
    const current = this.#store.find(resource, ref)?.object
    if (!current) throw notFound('DELETE', resource, ref)
    const { uid, resourceVersion } = current.metadata
    if (uid !== options.uid) throw conflict('DELETE', resource, ref, 'the UID in the precondition does not match')
    if (resourceVersion !== options.resourceVersion)
      throw conflict('DELETE', resource, ref, 'the ResourceVersion in the precondition does not match')
    if (!options.dryRun) this.#store.remove(resource, current)
  }

  async *watch<R extends Resource>(resource: R, options: WatchOptions): AsyncIterable<WatchEvent<Objects[R]>> {
    await this.#call(options.signal)
    yield* watchStore(this.#store, resource, options) as AsyncIterable<WatchEvent<Objects[R]>>
  }

  async *watchMetadata(resource: Resource, options: WatchOptions): AsyncIterable<WatchEvent<ObjectMetadata>> {
    for await (const event of this.watch(resource, options))
      yield event.type === 'BOOKMARK' ? event : { ...event, object: toMetadata(event.object) }
  }

  counters(): Counters {
    return { requests: this.#requests, writes: this.#writes, bytes: 0, connections: 0 }
  }

  #page<R extends Resource>(resource: R, options: ListOptions): Page<Objects[R]> {
    const [version, after] = options.continue ? decodeToken(options.continue) : [this.#store.version, undefined]
    const all = this.#at(resource, version, after !== undefined)
    const matchesLabels = labelSelector(options.labelSelector)
    const matchesFields = fieldSelector(options.fieldSelector)
    const items: Objects[R][] = []
    for (const object of all) {
      const key = `${object.metadata.namespace ?? ''}/${object.metadata.name}`
      if (after !== undefined && key <= after) continue
      if (options.namespace !== undefined && object.metadata.namespace !== options.namespace) continue
      if (!matchesLabels(object.metadata.labels) || !matchesFields(object)) continue
      const last = items.at(-1)
      if (items.length === options.limit && last) {
        this.#snapshots.set(`${resource} ${version}`, all)
        const key = `${last.metadata.namespace ?? ''}/${last.metadata.name}`
        return { items, resourceVersion: version, continue: encodeToken(version, key) }
      }
      items.push(object)
    }
    return { items, resourceVersion: version }
  }

  /** A list that has begun goes on over the objects as they stood then. */
  #at<R extends Resource>(resource: R, version: string, resumed: boolean): readonly Objects[R][] {
    const snapshot = this.#snapshots.get(`${resource} ${version}`) as readonly Objects[R][] | undefined
    if (snapshot) return snapshot
    if (resumed) throw expired(`LIST ${resource}`)
    return this.#store.all(resource).map((entry) => entry.object)
  }

  #namespaceMustExist(verb: string, { namespace }: ObjectRef): void {
    if (!this.#options.namespacesMustExist || namespace === undefined) return
    if (!this.#store.find('namespaces', { name: namespace }))
      throw notFound(verb, 'namespaces', { name: namespace })
  }

  #admit(verb: string, resource: Resource, object: Objects[Resource], previous?: Objects[Resource]): void {
    const fault = admissionFault(resource, object, previous)
    if (fault !== undefined) throw invalid(verb, resource, object.metadata, fault)
  }

  /** Every call takes a turn of the event loop, so that callers meet the interleavings a hub has. */
  async #call(signal: AbortSignal | undefined, write = false): Promise<void> {
    this.#requests += 1
    if (write) this.#writes += 1
    await Promise.resolve()
    if (signal?.aborted)
      throw new KubeError({ kind: 'aborted', code: 0, reason: '', call: 'memory', message: 'aborted' })
  }
}

/** JSON merge patch (RFC 7396). */
const mergePatch = (target: unknown, patch: unknown): unknown => {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch
  const result: Record<string, unknown> =
    typeof target === 'object' && target !== null && !Array.isArray(target) ? { ...target } : {}
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) Reflect.deleteProperty(result, key)
    else result[key] = mergePatch(result[key], value)
  }
  return result
}
