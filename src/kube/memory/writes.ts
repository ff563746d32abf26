import { isDeepStrictEqual } from 'node:util'
import type { DeleteOptions, ObjectRef } from '../client.ts'
import type { Namespace, Objects, Resource } from '../objects.ts'
import { RESOURCE_NAMES, RESOURCES } from '../resources.ts'
import { admissionFault, decodingFault, updateFault } from './admission.ts'
import { mergePatch } from './merge-patch.ts'
import {
  alreadyExists,
  badRequest,
  conflict,
  invalid,
  notFound,
  terminating,
  unexpectedVersion,
  versionMissing,
} from './status.ts'
import type { MemoryStore } from './store.ts'
import { created, going, normalised, updated } from './stored.ts'

/** What goes with its namespace. */
const CONTENT = RESOURCE_NAMES.filter((resource) => RESOURCES[resource].namespaced)

export interface WriteRules {
  /** Refuse objects of a namespace that is not in the store. */
  readonly namespacesMustExist: boolean
  /** Milliseconds. */
  readonly now: () => number
}

/** Creates, updates and deletes as the API server does them. Every method throws a KubeError for what it refuses. */
export class Writes {
  readonly #store: MemoryStore
  readonly #rules: WriteRules

  constructor(store: MemoryStore, rules: WriteRules) {
    this.#store = store
    this.#rules = rules
  }

  create<R extends Resource>(resource: R, object: Objects[R], dryRun: boolean): Objects[R] {
    const ref = object.metadata
    this.#decode('POST', resource, object)
    this.#namespaceTakes(resource, ref)
    const next = created(resource, normalised(resource, object), this.#rules.now())
    const fault = admissionFault(resource, next)
    if (fault !== undefined) throw invalid('POST', resource, ref, fault)
    if (ref.resourceVersion !== undefined) throw unexpectedVersion(resource, ref)
    if (this.#store.find(resource, ref)) throw alreadyExists(resource, ref)
    return dryRun ? next : this.#store.write(resource, next)
  }

  /** An update without `metadata.resourceVersion` is unconditional; a Lease takes none. */
  update<R extends Resource>(verb: string, resource: R, object: Objects[R], dryRun: boolean): Objects[R] {
    const ref = object.metadata
    this.#decode(verb, resource, object)
    const current = this.#current(verb, resource, ref)
    const { uid, resourceVersion } = current.metadata
    if (resource === 'leases' && ref.resourceVersion === undefined) throw versionMissing(verb, resource, ref)
    if (ref.uid !== undefined && uid !== undefined && ref.uid !== uid)
      throw conflict(verb, resource, ref, 'the UID in the precondition does not match')
    if (ref.resourceVersion !== undefined && ref.resourceVersion !== resourceVersion)
      throw conflict(verb, resource, ref, 'the object has been modified')
    const next = updated(resource, normalised(resource, object), current)
    const fault = admissionFault(resource, next) ?? updateFault(resource, next, current)
    if (fault !== undefined) throw invalid(verb, resource, ref, fault)
    if (isDeepStrictEqual(next, current)) return current
    if (dryRun) return next
    if (next.metadata.deletionTimestamp === undefined || next.metadata.finalizers?.length)
      return this.#store.write(resource, next)
    this.#finish(resource, next)
    return next
  }

  patchNamespace(name: string, patch: object, dryRun: boolean): Namespace {
    const current = this.#current('PATCH', 'namespaces', { name })
    return this.update('PATCH', 'namespaces', mergePatch(current, patch) as Namespace, dryRun)
  }

  /** An object with finalizers stays, marked; the update that takes the last one off removes it. */
  delete(resource: Resource, ref: ObjectRef, options: DeleteOptions): void {
    const current = this.#current('DELETE', resource, ref)
    const { uid, resourceVersion } = current.metadata
    if (uid !== options.uid)
      throw conflict('DELETE', resource, ref, 'the UID in the precondition does not match')
    if (resourceVersion !== options.resourceVersion)
      throw conflict('DELETE', resource, ref, 'the ResourceVersion in the precondition does not match')
    if (!options.dryRun) this.#remove(resource, current)
  }

  #remove(resource: Resource, object: Objects[Resource]): void {
    const isGoing = object.metadata.deletionTimestamp !== undefined
    const marked = isGoing ? object : going(resource, object, this.#rules.now())
    const mayGo = !object.metadata.finalizers?.length
    if (resource !== 'namespaces') {
      if (mayGo) this.#finish(resource, object)
      else if (!isGoing) this.#store.write(resource, marked)
      return
    }
    const stored = isGoing ? object : this.#store.write(resource, marked as Namespace)
    for (const { resource: kind, object: content } of this.#contentOf(object.metadata.name))
      this.#remove(kind, content)
    const isLeft = this.#store.find('namespaces', stored.metadata) !== undefined
    if (isLeft && mayGo && this.#contentOf(object.metadata.name).length === 0)
      this.#store.remove(resource, stored)
  }

  /** Takes the object out, unless it is a namespace that still holds something; then the last of that takes it along. */
  #finish(resource: Resource, object: Objects[Resource]): void {
    const { name, namespace } = object.metadata
    if (resource === 'namespaces') {
      if (this.#contentOf(name).length === 0) this.#store.remove(resource, object)
      else this.#store.write(resource, object as Namespace)
      return
    }
    this.#store.remove(resource, object)
    const home =
      namespace === undefined ? undefined : this.#store.find('namespaces', { name: namespace })?.object
    if (home?.metadata.deletionTimestamp === undefined || home.metadata.finalizers?.length) return
    if (this.#contentOf(home.metadata.name).length === 0) this.#store.remove('namespaces', home)
  }

  #contentOf(namespace: string): { readonly resource: Resource; readonly object: Objects[Resource] }[] {
    return CONTENT.flatMap((resource) =>
      this.#store.all(resource, namespace).map(({ object }) => ({ resource, object })),
    )
  }

  #current<R extends Resource>(verb: string, resource: R, ref: ObjectRef): Objects[R] {
    const entry = this.#store.find(resource, ref)
    if (!entry) throw notFound(verb, resource, ref)
    return entry.object
  }

  #decode(verb: string, resource: Resource, object: Objects[Resource]): void {
    const fault = decodingFault(resource, object)
    if (fault !== undefined) throw badRequest(`${verb} ${resource}`, fault)
  }

  #namespaceTakes(resource: Resource, ref: ObjectRef): void {
    if (resource === 'namespaces' || ref.namespace === undefined) return
    const namespace = this.#store.find('namespaces', { name: ref.namespace })?.object
    if (!namespace && this.#rules.namespacesMustExist)
      throw notFound('POST', 'namespaces', { name: ref.namespace })
    if (namespace?.metadata.deletionTimestamp !== undefined) throw terminating(resource, ref)
  }
}
