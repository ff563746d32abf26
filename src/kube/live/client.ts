import type { KubeClient, ObjectRef, WatchOptions } from '../client.ts'
import type { Objects, Resource } from '../objects.ts'
import {
  type Answered,
  metadataFrom,
  objectReader,
  readDeleted,
  readIdentity,
  readObject,
  readPage,
  readReview,
  readVersion,
} from './answers.ts'
import * as calls from './calls.ts'
import type { HubConnection } from './connection.ts'
import type { TransportOptions } from './options.ts'
import * as requests from './requests.ts'
import { Transport } from './transport.ts'
import { watchEvents } from './watch.ts'

export type LiveOptions = TransportOptions

export type LiveClient = KubeClient & {
  /** The hub's Kubernetes version, such as `v1.34.1`. */
  readonly serverVersion: () => Promise<string>
  /** What the only container of a pod wrote, both streams of it. */
  readonly podLog: (pod: ObjectRef) => Promise<string>
  /** Drops every connection; calls in flight fail. */
  readonly close: () => void
}

/** Seconds between the server's own end of a watch and ours: a half-open connection ends by it (decisions.md §5). */
const WATCH_GRACE = 5

const refOf = (object: Objects[Resource]): ObjectRef => {
  const { namespace, name } = object.metadata
  return namespace === undefined ? { name } : { namespace, name }
}

/** The adapter of the port to a real hub, over HTTPS. Opens no connection until the first call. */
export const createLiveClient = (connection: HubConnection, options: LiveOptions = {}): LiveClient => {
  const transport = new Transport(connection, options)
  const send = async (call: requests.Call): Promise<Answered> => ({ call, body: await transport.send(call) })
  const deadline = (watch: WatchOptions): number => (watch.timeoutSeconds + WATCH_GRACE) * 1000

  return {
    absenceIsProof: true,
    listPage: async (resource, list) =>
      readPage(
        [`${requests.typeOf(resource).kind}List`],
        await send(calls.listCall(resource, list, requests.JSON_TYPE)),
        objectReader(resource),
      ),
    listMetadataPage: async (resource, list) =>
      readPage(
        ['PartialObjectMetadataList'],
        await send(calls.listCall(resource, list, requests.METADATA_LIST_TYPE)),
        metadataFrom,
      ),
    get: async (resource, ref, signal) =>
      readObject(resource, await send(calls.getCall(resource, ref, signal))),
    create: async (resource, object, write) => {
      const body = requests.bodyOf(resource, object)
      return readObject(resource, await send(calls.writeCall('POST', resource, refOf(object), body, write)))
    },
    update: async (resource, object, write) => {
      const body = requests.bodyOf(resource, object)
      return readObject(resource, await send(calls.writeCall('PUT', resource, refOf(object), body, write)))
    },
    patchNamespace: async (name, patch, write) => {
      const body = Buffer.from(JSON.stringify(patch))
      return readObject(
        'namespaces',
        await send(calls.writeCall('PATCH', 'namespaces', { name }, body, write)),
      )
    },
    delete: async (resource, ref, precise) => {
      readDeleted(resource, await send(calls.deleteCall(resource, ref, precise)))
    },
    watch: (resource, watch) =>
      watchEvents(
        transport,
        calls.watchCall(resource, watch, requests.JSON_TYPE),
        deadline(watch),
        objectReader(resource),
      ),
    watchMetadata: (resource, watch) =>
      watchEvents(
        transport,
        calls.watchCall(resource, watch, requests.METADATA_TYPE),
        deadline(watch),
        metadataFrom,
      ),
    serverVersion: async () => readVersion(await send(calls.versionCall())),
    podLog: async (pod) => (await send(calls.logCall(pod))).body.toString('utf8'),
    mayI: async (access, signal) => readReview(await send(calls.accessCall(access, signal))),
    whoAmI: async (signal) => readIdentity(await send(calls.identityCall(signal))),
    counters: () => transport.counters(),
    close: () => {
      transport.close()
    },
  }
}
