import { microTime } from '../kube/micro-time.ts'
import type { KubeEvent } from '../kube/objects.ts'
import { printable } from '../output/printable.ts'
import { scrub } from './log-text.ts'

export interface EventSubject {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly uid?: string
}

/** What an Event says. */
export interface EventRequest {
  readonly type: 'Normal' | 'Warning'
  /** Why, in UpperCamelCase. */
  readonly reason: string
  /** What was done or was to be done, in UpperCamelCase. */
  readonly action: string
  readonly note: string
  readonly regarding: EventSubject
  readonly related?: EventSubject
}

interface Circumstances {
  /** Where it goes, and where what it is about is. */
  readonly namespace: string
  readonly instance: string
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Tells apart Events about one object in one millisecond. */
  readonly sequence: number
}

const CONTROLLER = 'kubectl-registrar'
/** Bytes; the API server refuses more with a 422. */
const MAX_NOTE = 1024
const MAX_NAME = 253

/** At most so many bytes, cut between characters. */
const cut = (text: string, bytes: number): string => {
  if (Buffer.byteLength(text) <= bytes) return text
  const room = bytes - Buffer.byteLength('…')
  let kept = ''
  let size = 0
  for (const character of text) {
    size += Buffer.byteLength(character)
    if (size > room) break
    kept += character
  }
  return `${kept}…`
}

/** Unique, and legal whatever the object is called: its name, and the time in nanoseconds as client-go appends it. */
const nameOf = ({ name }: EventSubject, { now, sequence }: Circumstances): string => {
  const time = (BigInt(Math.floor(now)) * 1_000_000n + BigInt(sequence % 1_000_000)).toString(16)
  const room = MAX_NAME - time.length - 1
  return `${name.slice(0, room).replace(/[^a-z0-9]+$/, '')}.${time}`
}

/** An Event of events.k8s.io/v1. Unlike those of the core group it may be about what has no namespace, if it says one. */
export const eventObject = (request: EventRequest, circumstances: Circumstances): KubeEvent => {
  const { type, reason, action, note, regarding, related } = request
  const { namespace, instance, now } = circumstances
  return {
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    metadata: { name: nameOf(regarding, circumstances), namespace },
    eventTime: microTime(now),
    reportingController: CONTROLLER,
    reportingInstance: instance,
    type,
    reason,
    action,
    note: cut(printable(scrub(note)), MAX_NOTE),
    regarding: { ...regarding, namespace },
    ...(related === undefined ? {} : { related }),
  }
}
