import { canonicalServer } from '../../src/argocd/server.ts'
import type { ClusterHub } from '../../src/cli/hub.ts'
import { MemoryClient } from '../../src/kube/memory/client.ts'
import { MemoryStore } from '../../src/kube/memory/store.ts'
import { RESOURCE_NAMES, RESOURCES } from '../../src/kube/resources.ts'

const SERVER = 'https://hub.example:6443'

interface Plain {
  readonly kind: string
  readonly metadata: {
    readonly name: string
    readonly namespace?: string
    readonly labels?: Readonly<Record<string, string>>
  }
  readonly data?: Readonly<Record<string, string>>
  readonly stringData?: Readonly<Record<string, string>>
}

const KINDS = new Map(RESOURCE_NAMES.map((resource) => [RESOURCES[resource].kind, resource]))

/** A hub in memory on which commands work as on a live one. Its objects have telling uids. */
export interface MemoryHub extends ClusterHub {
  readonly client: MemoryClient
  readonly store: MemoryStore
  /** Puts objects there as somebody else would. */
  readonly put: (...objects: readonly object[]) => void
  /** Takes a namespace away with all that is in it. */
  readonly drop: (namespace: string) => void
  /** The same hub for another command, which counts its requests from the start. */
  readonly again: () => MemoryHub
}

/** What every hub has: the namespace Argo CD runs in, with its settings, and the one that tells hubs apart. */
const BASICS: readonly object[] = [
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'kube-system' } },
  { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'argocd' } },
  { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'argocd-cm', namespace: 'argocd' } },
]

const dataOf = ({ data, stringData }: Plain): object =>
  stringData
    ? {
        data: {
          ...data,
          ...Object.fromEntries(
            Object.entries(stringData).map(([key, value]) => [key, Buffer.from(value).toString('base64')]),
          ),
        },
      }
    : {}

const hubOn = (store: MemoryStore, now: () => number): MemoryHub => ({
  client: new MemoryClient(store, { absenceIsProof: true, namespacesMustExist: true, now }),
  store,
  put: (...objects) => {
    for (const object of objects) loadObject(store, object)
  },
  drop: (namespace) => {
    for (const resource of RESOURCE_NAMES)
      for (const { object } of store.all(resource, namespace)) store.remove(resource, object)
    store.remove('namespaces', store.find('namespaces', { name: namespace })!.object)
  },
  again: () => hubOn(store, now),
  about: { source: 'cluster', context: 'hub', server: SERVER },
  hubServers: [canonicalServer(SERVER)!],
  hubServices: [],
  explain: (error) => error,
  serverVersion: () => Promise.resolve('v1.34.1'),
  close: () => undefined,
})

/** Puts an object there as an API server has it: with a uid, a version and an age where it does not bring them. */
export const loadObject = (store: MemoryStore, given: object): void => {
  const object = given as Plain
  const { stringData: _text, ...rest } = object
  const { name, namespace } = object.metadata
  store.load(KINDS.get(object.kind)!, {
    ...rest,
    ...dataOf(object),
    metadata: {
      creationTimestamp: '2026-11-01T00:00:00Z',
      uid: `uid-${[namespace, name].filter(Boolean).join('-')}`,
      resourceVersion: String(Number(store.version) + 1),
      ...object.metadata,
    },
  })
}

/** @param now milliseconds since the epoch, stamped on what is made */
export const memoryHub = (now: () => number, ...objects: readonly object[]): MemoryHub => {
  const hub = hubOn(new MemoryStore(), now)
  hub.put(...BASICS, ...objects)
  return hub
}
