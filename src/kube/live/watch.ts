import type { WatchEvent } from '../client.ts'
import { KubeError } from '../errors.ts'
import { badBody } from './answers.ts'
import { codeOf, Fault } from './fault.ts'
import { frames } from './frames.ts'
import type { Call } from './requests.ts'
import { isObject, statusError } from './status.ts'
import type { Stream, Transport } from './transport.ts'

const versionOf = (object: unknown): string => {
  const metadata = isObject(object) ? object['metadata'] : undefined
  const version = isObject(metadata) ? metadata['resourceVersion'] : undefined
  return typeof version === 'string' ? version : ''
}

/** ERROR frames carry the status in their object: the HTTP answer was a 200 (decisions.md §5). */
const frameError = (object: unknown, call: string): KubeError => {
  const code = isObject(object) && typeof object['code'] === 'number' ? object['code'] : 0
  return statusError(object, code, call, []) ?? badBody(call, 'an ERROR frame without a Status')
}

const eventOf = <T>(
  frame: unknown,
  call: string,
  read: (object: unknown, call: string) => T,
): WatchEvent<T> => {
  if (!isObject(frame)) throw badBody(call, 'a frame that is no watch event')
  const { type, object } = frame
  const resourceVersion = versionOf(object)
  switch (type) {
    case 'ADDED':
    case 'MODIFIED':
    case 'DELETED':
      return { type, object: read(object, call), resourceVersion }
    case 'BOOKMARK':
      return { type, resourceVersion }
    case 'ERROR':
      throw frameError(object, call)
    default:
      throw badBody(call, 'a frame that is no watch event')
  }
}

/**
 * Events until the server ends the watch or the caller's signal fires; neither is an error. Anything else is a
 * `KubeError`: `timeout` at the client's deadline of `ms`, `network` when the connection breaks.
 */
export async function* watchEvents<T>(
  transport: Transport,
  call: Call,
  ms: number,
  read: (object: unknown, call: string) => T,
): AsyncGenerator<WatchEvent<T>, void, undefined> {
  let stream: Stream | undefined
  const received = (bytes: number): void => {
    transport.received(bytes)
  }
  try {
    stream = await transport.stream(call, ms)
    for await (const frame of frames(stream.response as AsyncIterable<Buffer>, received)) {
      yield eventOf(frame, call.name, read)
    }
  } catch (error) {
    if (call.signal?.aborted) return
    if (error instanceof KubeError || !stream) throw error
    // A connection that breaks under a watch is the network's doing; only a damaged frame is a bad body.
    throw transport.failure(error instanceof Fault ? error : new Fault(codeOf(error)), call, stream.scope)
  } finally {
    stream?.scope.dispose()
    stream?.response.destroy()
  }
}
