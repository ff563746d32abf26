import { KubeError } from '../errors.ts'
import type { ObjectRef } from '../client.ts'
import type { Resource } from '../objects.ts'

const path = (resource: Resource, ref: ObjectRef): string =>
  `${resource} ${ref.namespace ? `${ref.namespace}/` : ''}${ref.name}`

const status =
  (code: number, reason: string, text: (resource: Resource, name: string, detail: string) => string) =>
  (verb: string, resource: Resource, ref: ObjectRef, detail = ''): KubeError =>
    new KubeError({
      kind: 'status',
      code,
      reason,
      message: text(resource, ref.name, detail),
      call: `${verb} ${path(resource, ref)}`,
      details: { kind: resource, name: ref.name },
    })

/** The Status errors of the API server, with its codes, reasons and wording. */
export const notFound = status(404, 'NotFound', (resource, name) => `${resource} "${name}" not found`)
export const alreadyExists = status(409, 'AlreadyExists', (resource, name) => `${resource} "${name}" already exists`)
export const conflict = status(
  409,
  'Conflict',
  (resource, name, detail) => `Operation cannot be fulfilled on ${resource} "${name}": ${detail}`,
)
export const invalid = status(422, 'Invalid', (resource, name, detail) => `${resource} "${name}" is invalid: ${detail}`)

/** A watch or continue token from before the oldest event kept. */
export const expired = (call: string): KubeError =>
  new KubeError({ kind: 'status', code: 410, reason: 'Expired', message: 'The provided resource version is too old', call })
