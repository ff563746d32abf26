import type { KubeClient, ListOptions, ObjectRef, WriteOptions } from '../../src/kube/client.ts'
import type { Objects, Resource } from '../../src/kube/objects.ts'

/** One call of a pass, before it reaches the hub. */
export interface Call {
  readonly verb: 'LIST' | 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly resource: Resource
  readonly namespace?: string
  readonly name?: string
  readonly dryRun: boolean
  /** Of a list. */
  readonly page?: { readonly selector: string | undefined; readonly isFirst: boolean }
  /** The object as sent, or the preconditions of a DELETE. */
  readonly sent?: { readonly uid?: string; readonly resourceVersion?: string }
  readonly object?: Objects[Resource]
}

export const isWrite = ({ verb }: Call): boolean => verb !== 'LIST' && verb !== 'GET'

/** Stands around every call; `go` sends it. */
export type Around = <T>(call: Call, go: () => Promise<T>) => Promise<T>

const place = (ref: ObjectRef): Pick<Call, 'namespace' | 'name'> => ({
  name: ref.name,
  ...(ref.namespace === undefined ? {} : { namespace: ref.namespace }),
})

const writing = (options: WriteOptions | undefined): Pick<Call, 'dryRun'> => ({
  dryRun: options?.dryRun ?? false,
})

const listing = (resource: Resource, options: ListOptions): Call => ({
  verb: 'LIST',
  resource,
  dryRun: false,
  page: { selector: options.labelSelector, isFirst: options.continue === undefined },
  ...(options.namespace === undefined ? {} : { namespace: options.namespace }),
})

/** The same client with something around every call but watches. */
export const intercept = (inner: KubeClient, around: Around): KubeClient => ({
  absenceIsProof: inner.absenceIsProof,
  listPage: (resource, options) =>
    around(listing(resource, options), () => inner.listPage(resource, options)),
  listMetadataPage: (resource, options) =>
    around(listing(resource, options), () => inner.listMetadataPage(resource, options)),
  get: (resource, ref, signal) =>
    around({ verb: 'GET', resource, dryRun: false, ...place(ref) }, () => inner.get(resource, ref, signal)),
  create: (resource, object, options) =>
    around(
      {
        verb: 'POST',
        resource,
        ...place(object.metadata),
        ...writing(options),
        sent: object.metadata,
        object,
      },
      () => inner.create(resource, object, options),
    ),
  update: (resource, object, options) =>
    around(
      {
        verb: 'PUT',
        resource,
        ...place(object.metadata),
        ...writing(options),
        sent: object.metadata,
        object,
      },
      () => inner.update(resource, object, options),
    ),
  patchNamespace: (name, patch, options) =>
    around({ verb: 'PATCH', resource: 'namespaces', name, ...writing(options) }, () =>
      inner.patchNamespace(name, patch, options),
    ),
  delete: (resource, ref, options) =>
    around({ verb: 'DELETE', resource, ...place(ref), ...writing(options), sent: options }, () =>
      inner.delete(resource, ref, options),
    ),
  watch: (resource, options) => inner.watch(resource, options),
  watchMetadata: (resource, options) => inner.watchMetadata(resource, options),
  mayI: (access, signal) => inner.mayI(access, signal),
  whoAmI: (signal) => inner.whoAmI(signal),
  counters: () => inner.counters(),
})
