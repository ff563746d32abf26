import { isDeepStrictEqual } from 'node:util'
import { isMicroTime } from '../micro-time.ts'
import { isLabelKey } from '../names.ts'
import type { KubeEvent, Lease, Objects, Resource } from '../objects.ts'
import { without } from './fields.ts'

/** Bytes a note may have, and a word such as the reason (pkg/apis/core/validation/events.go). */
const MAX_NOTE = 1024
const MAX_WORD = 128

type Times = Readonly<Record<string, string | undefined>>

const timesOf = <R extends Resource>(resource: R, object: Objects[R]): Times => {
  if (resource === 'events') return { eventTime: (object as KubeEvent).eventTime }
  const { acquireTime, renewTime } = resource === 'leases' ? ((object as Lease).spec ?? {}) : {}
  return { acquireTime, renewTime }
}

/** The first time of a Lease or an Event that is not in microseconds, which the API server can't decode. */
export const unreadableTime = <R extends Resource>(resource: R, object: Objects[R]): string | undefined => {
  const wrong = Object.entries(timesOf(resource, object)).find(
    ([, time]) => time !== undefined && !isMicroTime(time),
  )
  return wrong && `${wrong[0]} is not in microseconds`
}

const leaseFault = ({ spec = {} }: Lease): string | undefined => {
  const { leaseDurationSeconds = 1, leaseTransitions = 0 } = spec
  if (leaseDurationSeconds <= 0) return 'spec.leaseDurationSeconds: must be greater than 0'
  return leaseTransitions < 0 ? 'spec.leaseTransitions: must be greater than or equal to 0' : undefined
}

const wordFault = (event: KubeEvent): string | undefined => {
  for (const field of ['reportingInstance', 'action', 'reason'] as const) {
    const word = event[field] ?? ''
    if (word === '') return `${field}: Required value`
    if (Buffer.byteLength(word) > MAX_WORD) return `${field}: can have at most ${MAX_WORD} characters`
  }
  return undefined
}

const eventFault = (event: KubeEvent): string | undefined => {
  // Only `default` and `kube-system` take events about what stands in no namespace; a hub's target namespace is neither.
  if (!event.regarding?.namespace) return 'involvedObject.namespace: does not match event.namespace'
  if (event.eventTime === undefined) return 'eventTime: Required value'
  if (!isLabelKey(event.reportingController ?? '')) return 'reportingController: no qualified name'
  const fault = wordFault(event)
  if (fault !== undefined) return fault
  if (Buffer.byteLength(event.note ?? '') > MAX_NOTE)
    return `message: can have at most ${MAX_NOTE} characters`
  return event.type === 'Normal' || event.type === 'Warning' ? undefined : 'type: has invalid value'
}

/** What the API server would refuse a Lease or an Event for with a 422. */
export const recordFault = <R extends Resource>(resource: R, object: Objects[R]): string | undefined => {
  if (resource === 'leases') return leaseFault(object as Lease)
  return resource === 'events' ? eventFault(object) : undefined
}

/** Of an Event nothing can be changed but its metadata and its series. */
export const isSameEvent = (a: object, b: object): boolean =>
  isDeepStrictEqual(
    without(a as KubeEvent, 'metadata', 'series'),
    without(b as KubeEvent, 'metadata', 'series'),
  )
