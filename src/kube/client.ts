import type { ObjectMetadata, Objects, Resource, WritableResource } from './objects.ts'

/** `namespace` absent means the whole cluster (or a cluster-scoped resource). */
export interface ListOptions {
  readonly namespace?: string
  readonly labelSelector?: string
  readonly fieldSelector?: string
  /** Objects a page; the server may return fewer only on the last page. */
  readonly limit: number
  readonly continue?: string
  /**
   * A resourceVersion that is known of this resource: any state from then on will do. Default: the newest state there is,
   * for which an API server's cache first waits to hear from etcd, 20 ms and more where nothing of this resource changed
   * lately (Kubernetes 1.31 and later).
   */
  readonly notOlderThan?: string
  readonly signal?: AbortSignal
}

export interface Page<T> {
  readonly items: readonly T[]
  readonly resourceVersion: string
  /** Token of the next page; absent on the last. */
  readonly continue?: string
}

export interface ObjectRef {
  readonly namespace?: string
  readonly name: string
}

export interface WriteOptions {
  /** Sends `dryRun=All`: the server validates and admits, and persists nothing. */
  readonly dryRun?: boolean
  readonly signal?: AbortSignal
}

/** Both preconditions are always sent (decisions.md §4): a delete acts on the object that was decided on, or on none. */
export interface DeleteOptions extends WriteOptions {
  readonly uid: string
  readonly resourceVersion: string
  /** What becomes of what belongs to it; default: what the API server does with its kind. */
  readonly propagation?: 'Background'
}

/** What somebody would do, as an API server's authorization sees it. */
export interface Access {
  readonly verb: string
  /** Empty for the core group. */
  readonly group: string
  readonly resource: string
  /** Absent = in all namespaces, or cluster-scoped. */
  readonly namespace?: string
  readonly name?: string
}

/** Whom an API server takes this process for, after impersonation. */
export interface Identity {
  readonly username: string
  readonly groups: readonly string[]
}

export interface WatchOptions {
  readonly namespace?: string
  readonly labelSelector?: string
  readonly fieldSelector?: string
  readonly resourceVersion: string
  /** Seconds after which the server closes the watch; the client gives up 5 s later. */
  readonly timeoutSeconds: number
  readonly signal?: AbortSignal
}

export type WatchEvent<T> =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: T; readonly resourceVersion: string }
  | { readonly type: 'BOOKMARK'; readonly resourceVersion: string }

/** What a client has cost so far; `bytes` are response bodies as received. */
export interface Counters {
  readonly requests: number
  readonly writes: number
  readonly bytes: number
  /** TCP connections opened to the hub. */
  readonly connections: number
}

/**
 * The few calls this project makes to a hub. Two adapters implement it: `live` (HTTP) and `memory` (manifests);
 * one conformance suite runs on both. What fails rejects with a `KubeError`; a watch throws it from its iterator.
 */
export interface KubeClient {
  /** False for manifests: an object that is not among the files may exist all the same (decisions.md §4). */
  readonly absenceIsProof: boolean
  listPage<R extends Resource>(resource: R, options: ListOptions): Promise<Page<Objects[R]>>
  listMetadataPage(resource: Resource, options: ListOptions): Promise<Page<ObjectMetadata>>
  get<R extends Resource>(resource: R, ref: ObjectRef, signal?: AbortSignal): Promise<Objects[R]>
  create<R extends WritableResource>(
    resource: R,
    object: Objects[R],
    options?: WriteOptions,
  ): Promise<Objects[R]>
  /** PUT with the object's own `metadata.resourceVersion` as the precondition. */
  update<R extends WritableResource>(
    resource: R,
    object: Objects[R],
    options?: WriteOptions,
  ): Promise<Objects[R]>
  /** JSON merge patch of a namespace; with `metadata.resourceVersion` in the patch it is conditional. */
  patchNamespace(name: string, patch: object, options?: WriteOptions): Promise<Objects['namespaces']>
  delete(resource: WritableResource, ref: ObjectRef, options: DeleteOptions): Promise<void>
  /** Ends quietly when the server closes it, and in both adapters when `signal` is aborted. */
  watch<R extends Resource>(resource: R, options: WatchOptions): AsyncIterable<WatchEvent<Objects[R]>>
  watchMetadata(resource: Resource, options: WatchOptions): AsyncIterable<WatchEvent<ObjectMetadata>>
  /** Whether this identity may do it (SelfSubjectAccessReview): an answer, and nothing that is kept. */
  mayI(access: Access, signal?: AbortSignal): Promise<boolean>
  /** SelfSubjectReview; keeps nothing either. */
  whoAmI(signal?: AbortSignal): Promise<Identity>
  counters(): Counters
}
