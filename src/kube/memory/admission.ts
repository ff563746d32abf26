import { decodeBase64 } from '../../argocd/base64.ts'
import { isDnsLabel, isDnsSubdomain, isLabelKey, isLabelValue } from '../names.ts'
import type { ConfigMap, ObjectMeta, Objects, Resource, Secret } from '../objects.ts'
import { isSameEvent, recordFault, unreadableTime } from './own-records.ts'

/** Bytes a Secret's values may have together, and an object's annotations (k8s.io/api/core/v1, apimachinery). */
const MAX_DATA = 1_048_576
const MAX_ANNOTATIONS = 262_144

const DATA_KEY = /^(?!\.$|\.\.)[-._a-zA-Z0-9]{1,253}$/

/** Enough of it to be found by. */
const QUOTED = 100

const quoted = (text: string): string => (text.length > QUOTED ? `"${text.slice(0, QUOTED)}…"` : `"${text}"`)

const metadataFault = (resource: Resource, metadata: ObjectMeta): string | undefined => {
  const { name, labels = {}, annotations = {} } = metadata
  const isLegal = resource === 'namespaces' ? isDnsLabel : isDnsSubdomain
  if (!isLegal(name))
    return `metadata.name: ${quoted(name)} is no lower-case DNS ${resource === 'namespaces' ? 'label' : 'name'}`
  for (const [key, value] of Object.entries(labels)) {
    if (!isLabelKey(key)) return `metadata.labels: ${quoted(key)} is no label key`
    if (!isLabelValue(value)) return `metadata.labels[${key}]: ${quoted(value)} is no label value`
  }
  let size = 0
  for (const [key, value] of Object.entries(annotations)) {
    // Unlike a label's, the prefix of an annotation may be spelt with capitals.
    if (!isLabelKey(key.toLowerCase())) return `metadata.annotations: ${quoted(key)} is no annotation key`
    size += Buffer.byteLength(key) + Buffer.byteLength(value)
  }
  return size > MAX_ANNOTATIONS
    ? `metadata.annotations: more than ${MAX_ANNOTATIONS} bytes together`
    : undefined
}

const dataFault = (
  { data = {} }: Secret | ConfigMap,
  sizeOf: (value: string) => number,
): string | undefined => {
  let size = 0
  for (const [key, value] of Object.entries(data)) {
    if (!DATA_KEY.test(key)) return `data: ${quoted(key)} is no data key`
    size += sizeOf(value)
  }
  return size > MAX_DATA ? `data: more than ${MAX_DATA} bytes together` : undefined
}

/** Bytes of compact base64. */
const decodedLength = (text: string): number =>
  (text.length / 4) * 3 - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0)

/** The key of the first value of a Secret's `data` that is not base64, which the API server can't even decode. */
export const undecodableKey = ({ data = {} }: Pick<Secret, 'data'>): string | undefined =>
  Object.keys(data).find((key) => decodeBase64(data[key] ?? '') === undefined)

/** What the API server could not even decode, a 400; undefined where it can. Never quotes data. */
export const decodingFault = <R extends Resource>(resource: R, object: Objects[R]): string | undefined => {
  const key = resource === 'secrets' ? undecodableKey(object as Secret) : undefined
  return key === undefined ? unreadableTime(resource, object) : `data[${key}] is not base64`
}

/** What the API server would refuse the object for with a 422; undefined where it would take it. Never quotes data. */
export const admissionFault = <R extends Resource>(resource: R, object: Objects[R]): string | undefined => {
  const fault = metadataFault(resource, object.metadata)
  if (fault !== undefined) return fault
  if (resource === 'secrets') return dataFault(object, decodedLength)
  return resource === 'configmaps'
    ? dataFault(object, (text) => Buffer.byteLength(text))
    : recordFault(resource, object)
}

/** What the API server would refuse an update of `before` to `after` for with a 422. */
export const updateFault = <R extends Resource>(
  resource: R,
  after: Objects[R],
  before: Objects[R],
): string | undefined => {
  const { finalizers = [], deletionTimestamp } = before.metadata
  if (
    deletionTimestamp !== undefined &&
    after.metadata.finalizers?.some((held) => !finalizers.includes(held))
  )
    return 'metadata.finalizers: no new finalizers can be added if the object is being deleted'
  if (resource === 'events' && !isSameEvent(after, before)) return 'an event is immutable'
  if (resource !== 'secrets' && resource !== 'configmaps') return undefined
  const next = after as Secret
  const previous = before as Secret
  if (resource === 'secrets' && (next.type ?? 'Opaque') !== (previous.type ?? 'Opaque'))
    return 'type: field is immutable'
  const isChanged = JSON.stringify(next.data ?? {}) !== JSON.stringify(previous.data ?? {})
  return previous.immutable && (!next.immutable || isChanged)
    ? 'data: field is immutable when `immutable` is set'
    : undefined
}
