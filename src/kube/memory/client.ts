import type {
  Access,
  Counters,
  DeleteOptions,
  Identity,
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
import { without } from './fields.ts'
import { Listings } from './listing.ts'
import { notFound } from './status.ts'
import type { MemoryStore } from './store.ts'
import { watchStore } from './watch.ts'
import { Writes } from './writes.ts'

export interface MemoryOptions {
  /** True where the store is the whole hub (tests); manifests never are. Default false. */
  readonly absenceIsProof?: boolean
  /** Refuse objects of a namespace that is not in the store, as a hub does. Default false: a folder of manifests
   *  need not hold the target namespace. */
  readonly namespacesMustExist?: boolean
  /** Time stamped on created objects, in milliseconds. Default `Date.now`. */
  readonly now?: () => number
}

const toMetadata = ({ metadata }: Objects[Resource]): ObjectMetadata => {
  return { metadata: without(metadata, 'annotations', 'managedFields') }
}

/**
 * A hub in memory that answers as the API server does: uids, resourceVersions, selectors, paging, preconditions,
 * finalizers and refusals. It is what `-f` works on and what tests plan against.
 */
export class MemoryClient implements KubeClient {
  readonly absenceIsProof: boolean
  readonly #store: MemoryStore
  readonly #listings: Listings
  readonly #writes: Writes
  #requests = 0
  #written = 0

  constructor(store: MemoryStore, options: MemoryOptions = {}) {
    const { absenceIsProof = false, namespacesMustExist = false, now = Date.now } = options
    this.absenceIsProof = absenceIsProof
    this.#store = store
    this.#listings = new Listings(store)
    this.#writes = new Writes(store, { namespacesMustExist, now })
  }

  /** Where an object stands in the manifests. */
  place(resource: Resource, ref: ObjectRef): Place | undefined {
    return this.#store.find(resource, ref)?.place
  }

  async listPage<R extends Resource>(resource: R, options: ListOptions): Promise<Page<Objects[R]>> {
    await this.#turn(options.signal)
    return this.#listings.page(resource, options)
  }

  async listMetadataPage(resource: Resource, options: ListOptions): Promise<Page<ObjectMetadata>> {
    const page = await this.listPage(resource, options)
    return { ...page, items: page.items.map(toMetadata) }
  }

  async get<R extends Resource>(resource: R, ref: ObjectRef, signal?: AbortSignal): Promise<Objects[R]> {
    await this.#turn(signal)
    const entry = this.#store.find(resource, ref)
    if (!entry) throw notFound('GET', resource, ref)
    return entry.object
  }

  async create<R extends Resource>(
    resource: R,
    object: Objects[R],
    options: WriteOptions = {},
  ): Promise<Objects[R]> {
    await this.#writeTurn(options)
    return this.#writes.create(resource, object, options.dryRun ?? false)
  }

  async update<R extends Resource>(
    resource: R,
    object: Objects[R],
    options: WriteOptions = {},
  ): Promise<Objects[R]> {
    await this.#writeTurn(options)
    return this.#writes.update('PUT', resource, object, options.dryRun ?? false)
  }

  async patchNamespace(
    name: string,
    patch: object,
    options: WriteOptions = {},
  ): Promise<Objects['namespaces']> {
    await this.#writeTurn(options)
    return this.#writes.patchNamespace(name, patch, options.dryRun ?? false)
  }

  async delete(resource: Resource, ref: ObjectRef, options: DeleteOptions): Promise<void> {
    await this.#writeTurn(options)
    this.#writes.delete(resource, ref, options)
  }

  async *watch<R extends Resource>(
    resource: R,
    options: WatchOptions,
  ): AsyncIterable<WatchEvent<Objects[R]>> {
    if (options.signal?.aborted) return
    await this.#turn(undefined)
    yield* watchStore(this.#store, resource, options) as AsyncIterable<WatchEvent<Objects[R]>>
  }

  async *watchMetadata(resource: Resource, options: WatchOptions): AsyncIterable<WatchEvent<ObjectMetadata>> {
    for await (const event of this.watch(resource, options))
      yield event.type === 'BOOKMARK' ? event : { ...event, object: toMetadata(event.object) }
  }

  /** Nobody guards manifests. */
  async mayI(_access: Access, signal?: AbortSignal): Promise<boolean> {
    await this.#turn(signal)
    return true
  }

  async whoAmI(signal?: AbortSignal): Promise<Identity> {
    await this.#turn(signal)
    return { username: 'nobody', groups: [] }
  }

  counters(): Counters {
    return { requests: this.#requests, writes: this.#written, bytes: 0, connections: 0 }
  }

  /** Every call takes a turn of the event loop, so that callers meet the interleavings a hub has. */
  async #turn(signal: AbortSignal | undefined): Promise<void> {
    this.#requests += 1
    await Promise.resolve()
    if (signal?.aborted)
      throw new KubeError({ kind: 'aborted', code: 0, reason: '', call: 'memory', message: 'aborted' })
  }

  async #writeTurn({ dryRun, signal }: WriteOptions): Promise<void> {
    if (!dryRun) this.#written += 1
    await this.#turn(signal)
  }
}
