import type { ObjectRef } from '../client.ts'
import { KubeError } from '../errors.ts'
import type { Resource } from '../objects.ts'
import { RESOURCES } from '../resources.ts'

interface Refusal {
  readonly code: number
  readonly reason: string
  readonly message: string
  /** What `details.kind` says: the plural resource in most refusals, the Kind in some. */
  readonly kind?: string
}

const refusal = (
  verb: string,
  resource: Resource,
  ref: ObjectRef,
  { code, reason, message, kind }: Refusal,
): KubeError =>
  new KubeError({
    kind: 'status',
    code,
    reason,
    message,
    call: `${verb} ${resource} ${ref.namespace ? `${ref.namespace}/` : ''}${ref.name}`,
    ...(kind === undefined ? {} : { details: { kind, name: ref.name } }),
  })

// The codes, reasons, details and wording of kube-apiserver 1.34.

export const notFound = (verb: string, resource: Resource, ref: ObjectRef): KubeError =>
  refusal(verb, resource, ref, {
    code: 404,
    reason: 'NotFound',
    message: `${resource} "${ref.name}" not found`,
    kind: resource,
  })

export const alreadyExists = (resource: Resource, ref: ObjectRef): KubeError =>
  refusal('POST', resource, ref, {
    code: 409,
    reason: 'AlreadyExists',
    message: `${resource} "${ref.name}" already exists`,
    kind: resource,
  })

/** The object is not the one the caller saw. A refused DELETE names the Kind, except of a namespace. */
export const conflict = (verb: string, resource: Resource, ref: ObjectRef, detail: string): KubeError => {
  const kind = verb === 'DELETE' && resource !== 'namespaces' ? RESOURCES[resource].kind : resource
  const message = `Operation cannot be fulfilled on ${kind} "${ref.name}": ${detail}`
  return refusal(verb, resource, ref, { code: 409, reason: 'Conflict', message, kind })
}

export const invalid = (verb: string, resource: Resource, ref: ObjectRef, fault: string): KubeError =>
  refusal(verb, resource, ref, {
    code: 422,
    reason: 'Invalid',
    message: `${RESOURCES[resource].kind} "${ref.name}" is invalid: ${fault}`,
    kind: RESOURCES[resource].kind,
  })

/** An update that must be conditional and is not; unlike any other 422 it names the resource. */
export const versionMissing = (verb: string, resource: Resource, ref: ObjectRef): KubeError =>
  refusal(verb, resource, ref, {
    code: 422,
    reason: 'Invalid',
    message: `${resource} "${ref.name}" is invalid: metadata.resourceVersion: must be specified for an update`,
    kind: resource,
  })

/** A namespace that is being deleted takes nothing new. */
export const terminating = (resource: Resource, ref: ObjectRef): KubeError =>
  refusal('POST', resource, ref, {
    code: 403,
    reason: 'Forbidden',
    message: `${resource} "${ref.name}" is forbidden: unable to create new content in namespace ${ref.namespace ?? ''} because it is being terminated`,
    kind: resource,
  })

/** Sent with a create: the API server calls that its own fault, without a reason. */
export const unexpectedVersion = (resource: Resource, ref: ObjectRef): KubeError =>
  refusal('POST', resource, ref, {
    code: 500,
    reason: '',
    message: 'resourceVersion should not be set on objects to be created',
  })

/** A body, selector or continue token that can't be read. */
export const badRequest = (call: string, message: string): KubeError =>
  new KubeError({ kind: 'status', code: 400, reason: 'BadRequest', message, call })

/** A watch or continue token from before the oldest state kept. */
export const expired = (call: string): KubeError =>
  new KubeError({
    kind: 'status',
    code: 410,
    reason: 'Expired',
    message: 'The provided resource version is too old',
    call,
  })
