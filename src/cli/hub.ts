import { canonicalServer } from '../argocd/server.ts'
import type { KubeClient, ObjectRef } from '../kube/client.ts'
import type { ConnectionFlags, HubConnection } from '../kube/live/connection.ts'
import type { MemoryClient } from '../kube/memory/client.ts'
import type { MemoryStore } from '../kube/memory/store.ts'
import type { ReportHub } from '../engine/report.ts'
import { KubeError } from '../kube/errors.ts'
import type { ConnectOptions, Io } from './io.ts'
import { traced } from './trace.ts'

/** Requests in flight, and connections opened, at most. */
export const CONCURRENCY = 16

/** What a command works on: a live hub, or manifests. */
export interface OpenHub {
  readonly client: KubeClient
  readonly about: ReportHub
  /** Canonical addresses that are the hub itself; a child may have none of them. Empty with manifests. */
  readonly hubServers: readonly string[]
  /** `host:port` of the API service, where the process runs in the hub. */
  readonly hubServices: readonly string[]
  /** A client with a connection of its own, for calls that must not queue behind others; default `client`. */
  readonly apart?: KubeClient
  /** What the only container of a pod wrote; absent with manifests. */
  readonly podLog?: (pod: ObjectRef) => Promise<string>
  /** Turns a failed call into the error the command ends with. */
  readonly explain: (error: unknown) => unknown
  readonly close: () => void
}

/** A hub that is reached over the network. */
export interface ClusterHub extends OpenHub {
  readonly serverVersion: () => Promise<string>
}

export interface FilesHub extends OpenHub {
  readonly client: MemoryClient
  readonly store: MemoryStore
}

/** Reads manifests into a hub in memory. Nothing is contacted. */
export const openFiles = async (io: Io, paths: readonly string[], recursive: boolean): Promise<FilesHub> => {
  const { loadManifests } = await import('../kube/memory/manifests.ts')
  const { MemoryClient } = await import('../kube/memory/client.ts')
  const store = await loadManifests(paths, { recursive, readStdin: io.readStdin })
  return {
    client: new MemoryClient(store, { now: io.now }),
    store,
    about: { source: 'files' },
    hubServers: [],
    hubServices: [],
    explain: (error) => error,
    close: () => undefined,
  }
}

const servicesOf = ({
  KUBERNETES_SERVICE_HOST: host,
  KUBERNETES_SERVICE_PORT: port,
}: NodeJS.ProcessEnv): string[] => (host ? [`${host}:${port ?? '443'}`] : [])

const aboutConnection = ({ context, server }: HubConnection): ReportHub => ({
  source: 'cluster',
  ...(context === undefined ? {} : { context }),
  server,
})

/** Finds the hub as kubectl does; connects with the first call. */
export const openCluster = async (
  io: Pick<Io, 'env' | 'stderr' | 'now' | 'version'>,
  flags: ConnectionFlags,
  { verbosity }: ConnectOptions,
): Promise<ClusterHub> => {
  const { resolveConnection } = await import('../kube/live/resolve.ts')
  const { createLiveClient } = await import('../kube/live/client.ts')
  const { describeConnectionFault } = await import('../kube/live/describe.ts')
  const connection = await resolveConnection(flags, io.env)
  const { requestTimeout } = connection
  const open = (concurrency: number) =>
    createLiveClient(connection, {
      concurrency,
      version: io.version,
      ...(requestTimeout === undefined ? {} : { requestTimeout }),
    })
  const live = open(CONCURRENCY)
  const apart = open(1)
  const own = canonicalServer(connection.server)
  return {
    client: verbosity >= 6 ? traced(live, io.stderr, io.now) : live,
    apart,
    about: aboutConnection(connection),
    hubServers: own === undefined ? [] : [own],
    hubServices: servicesOf(io.env),
    explain: (error) => (error instanceof KubeError ? describeConnectionFault(error, connection) : error),
    serverVersion: () => live.serverVersion(),
    podLog: (pod) => live.podLog(pod),
    close: () => {
      live.close()
      apart.close()
    },
  }
}

/** `context kind-hub, https://127.0.0.1:6443`, or where the manifests come from. */
export const hubName = ({ source, context, server }: ReportHub): string =>
  source === 'files'
    ? 'manifests'
    : [context === undefined ? undefined : `context ${context}`, server].filter(Boolean).join(', ')
