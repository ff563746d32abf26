import type { Identity, Page } from '../client.ts'
import { KubeError } from '../errors.ts'
import type { ObjectMetadata, Objects, Resource } from '../objects.ts'
import { RESOURCES } from '../resources.ts'
import { type Call, typeOf } from './requests.ts'
import { isObject } from './status.ts'

type Json = Readonly<Record<string, unknown>>

/** A body and the call it answers. */
export interface Answered {
  readonly call: Call
  readonly body: Buffer
}

/** An answer of status 2xx that is not what was asked for. Quotes nothing: the parser's message holds a snippet. */
export const badBody = (call: string, problem: string): KubeError =>
  new KubeError({ kind: 'body', code: 0, reason: '', call, message: `${call}: ${problem}` })

const parse = (body: Buffer, call: string): Json => {
  let value: unknown
  try {
    value = JSON.parse(body.toString('utf8'))
  } catch {
    throw badBody(call, 'the answer is not JSON')
  }
  if (!isObject(value)) throw badBody(call, 'the answer is not an object')
  return value
}

const metaOf = (value: unknown, call: string): Json => {
  const metadata = isObject(value) ? value['metadata'] : undefined
  if (!isObject(metadata) || typeof metadata['name'] !== 'string')
    throw badBody(call, 'an object has no name')
  return metadata
}

interface Manager {
  readonly manager: string
  readonly time?: string
}

/** Who wrote to an object, and when; which fields can outweigh the rest and is not read. */
const managersOf = (managedFields: unknown): { readonly managedFields?: readonly Manager[] } => {
  if (!Array.isArray(managedFields)) return {}
  const managers = managedFields.flatMap((entry: unknown): Manager[] => {
    const { manager, time } = isObject(entry) ? entry : {}
    return typeof manager === 'string' ? [{ manager, ...(typeof time === 'string' ? { time } : {}) }] : []
  })
  return managers.length > 0 ? { managedFields: managers } : {}
}

/** Whole objects, of `managedFields` only the managers with their times, and with the kind and version that items of a list lack. */
export const objectReader =
  <R extends Resource>(resource: R): ((value: unknown, call: string) => Objects[R]) =>
  (value, call) => {
    const { managedFields, ...metadata } = metaOf(value, call) as Json & Objects[R]['metadata']
    return {
      ...(value as Objects[R]),
      ...typeOf(resource),
      metadata: { ...metadata, ...managersOf(managedFields) },
    }
  }

/** Metadata alone; annotations go too, as last-applied-configuration may hold a credential. */
export const metadataFrom = (value: unknown, call: string): ObjectMetadata => {
  const { managedFields: _unread, annotations: _unsafe, ...metadata } = metaOf(value, call)
  return { metadata: metadata as ObjectMetadata['metadata'] }
}

/** `gitVersion` of `/version`. */
export const readVersion = ({ body, call }: Answered): string => {
  const { gitVersion } = parse(body, call.name)
  if (typeof gitVersion !== 'string') throw badBody(call.name, 'the answer holds no version')
  return gitVersion
}

/** `status.allowed` of a SelfSubjectAccessReview. */
export const readReview = ({ body, call }: Answered): boolean => {
  const { kind, status } = parse(body, call.name)
  const allowed = isObject(status) ? status['allowed'] : undefined
  if (kind !== 'SelfSubjectAccessReview' || typeof allowed !== 'boolean')
    throw badBody(call.name, 'the answer is not a review')
  return allowed
}

/** `status.userInfo` of a SelfSubjectReview. */
export const readIdentity = ({ body, call }: Answered): Identity => {
  const { kind, status } = parse(body, call.name)
  const user = isObject(status) ? status['userInfo'] : undefined
  const username = isObject(user) ? user['username'] : undefined
  const groups = isObject(user) ? (user['groups'] ?? []) : []
  if (kind !== 'SelfSubjectReview' || typeof username !== 'string' || !Array.isArray(groups))
    throw badBody(call.name, 'the answer is not a review')
  return { username, groups: groups.filter((group) => typeof group === 'string') }
}

export const readObject = <R extends Resource>(resource: R, { body, call }: Answered): Objects[R] => {
  const value = parse(body, call.name)
  const { kind } = RESOURCES[resource]
  if (value['kind'] !== kind) throw badBody(call.name, `the answer is not a ${kind}`)
  return objectReader(resource)(value, call.name)
}

/** The API server answers a DELETE with a Status or with the object; anything else did not come from it, and deleted nothing. */
export const readDeleted = (resource: Resource, { body, call }: Answered): void => {
  const { kind } = parse(body, call.name)
  if (kind !== 'Status' && kind !== RESOURCES[resource].kind)
    throw badBody(call.name, 'the answer is not that of a deletion')
}

/** An empty page is taken as proof that nothing is there (decisions.md §4), so a list must look like one. */
export const readPage = <T>(
  kinds: readonly string[],
  { body, call }: Answered,
  item: (value: unknown, call: string) => T,
): Page<T> => {
  const value = parse(body, call.name)
  const { kind, metadata } = value
  const items = value['items'] === null ? [] : value['items']
  if (typeof kind !== 'string' || !kinds.includes(kind) || !Array.isArray(items) || !isObject(metadata)) {
    throw badBody(call.name, 'the answer is not the list asked for')
  }
  const version = metadata['resourceVersion']
  const token = metadata['continue']
  return {
    items: items.map((each: unknown) => item(each, call.name)),
    resourceVersion: typeof version === 'string' ? version : '',
    ...(typeof token === 'string' && token !== '' && { continue: token }),
  }
}
