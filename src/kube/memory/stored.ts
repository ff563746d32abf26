import { randomUUID } from 'node:crypto'
import { compactBase64 } from '../../argocd/base64.ts'
import { present, without } from './fields.ts'
import type { Namespace, ObjectMeta, Objects, Resource, Secret } from '../objects.ts'

const NAME_LABEL = 'kubernetes.io/metadata.name'

/** RFC 3339 in whole seconds, as the API server writes times. */
const timestamp = (milliseconds: number): string =>
  new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z')

const foldedSecret = ({ stringData, data, type, ...rest }: Secret): Secret => {
  const values = [
    ...Object.entries(data ?? {}).map(([key, value]) => [key, compactBase64(value)] as const),
    ...Object.entries(stringData ?? {}).map(
      ([key, text]) => [key, Buffer.from(text).toString('base64')] as const,
    ),
  ]
  const folded = data === undefined && values.length === 0 ? {} : { data: Object.fromEntries(values) }
  return { ...rest, type: type === undefined || type === '' ? 'Opaque' : type, ...folded }
}

/** The object as the API server keeps it: `stringData` in `data`, base64 on one line, no type means Opaque. */
export const normalised = <R extends Resource>(resource: R, object: Objects[R]): Objects[R] =>
  resource === 'secrets' ? foldedSecret(object) : object

const activeNamespace = (namespace: Namespace): Namespace => ({
  ...namespace,
  metadata: {
    ...namespace.metadata,
    labels: { ...namespace.metadata.labels, [NAME_LABEL]: namespace.metadata.name },
  },
  spec: { finalizers: ['kubernetes'] },
  status: { phase: 'Active' },
})

/** A new object with what the API server gives it; the uid and times it was sent with are not taken. */
export const created = <R extends Resource>(resource: R, object: Objects[R], now: number): Objects[R] => {
  const metadata = without(
    object.metadata,
    'deletionTimestamp',
    'deletionGracePeriodSeconds',
    'managedFields',
  )
  const stamped: Objects[R] = {
    ...object,
    metadata: { ...metadata, uid: randomUUID(), creationTimestamp: timestamp(now) },
  }
  return resource === 'namespaces' ? activeNamespace(stamped as Namespace) : stamped
}

/** What an update can't change: identity, times, and of a namespace its spec, status and name label. */
export const updated = <R extends Resource>(
  resource: R,
  object: Objects[R],
  current: Objects[R],
): Objects[R] => {
  const own = current.metadata
  const metadata: ObjectMeta = present({
    ...without(object.metadata, 'managedFields'),
    uid: own.uid,
    creationTimestamp: own.creationTimestamp,
    deletionTimestamp: own.deletionTimestamp,
    deletionGracePeriodSeconds: own.deletionGracePeriodSeconds,
    resourceVersion: own.resourceVersion,
  })
  const next = present({
    ...object,
    apiVersion: current.apiVersion,
    kind: current.kind,
    metadata,
  }) as Objects[R]
  if (resource !== 'namespaces') return next
  const { spec, status } = current as Namespace
  const label = own.labels?.[NAME_LABEL]
  const labels = label === undefined ? metadata.labels : { ...metadata.labels, [NAME_LABEL]: label }
  const kept = present({ ...(next as Namespace), spec, status, metadata: present({ ...metadata, labels }) })
  return kept as Objects[R]
}

/** Marked as being deleted; a namespace says so in its phase too. */
export const going = <R extends Resource>(resource: R, object: Objects[R], now: number): Objects[R] => {
  const metadata = {
    ...object.metadata,
    deletionTimestamp: timestamp(now),
    ...(resource === 'namespaces' ? {} : { deletionGracePeriodSeconds: 0 }),
  }
  const marked: Objects[R] = { ...object, metadata }
  return resource === 'namespaces' ? { ...marked, status: { phase: 'Terminating' } } : marked
}
