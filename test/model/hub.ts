import type { KubeClient } from '../../src/kube/client.ts'
import { MemoryClient } from '../../src/kube/memory/client.ts'
import { MemoryStore } from '../../src/kube/memory/store.ts'
import { remove } from './objects.ts'
import { NOW } from '../engine/test-hub.ts'

/** A hub that a history runs on: in memory, or a share of a real one. */
export interface ModelHub {
  /** What passes go through. */
  readonly client: KubeClient
  /** What the world goes through, and the checks. */
  readonly admin: KubeClient
  readonly owner: string
  readonly target: string
  /** Goes before the names of source namespaces. */
  readonly prefix: string
  /** Milliseconds since the epoch, by the injected clock. */
  now(): number
  advance(milliseconds: number): void
  /** What the namespace controller does once a namespace is empty. */
  finalize(namespace: string): Promise<void>
  /** Puts another hub in its place, as far as one can be told from another; a shared hub stays. */
  swap(): Promise<void>
}

export const memoryHub = async (): Promise<ModelHub> => {
  const clock = { now: NOW }
  const now = (): number => clock.now
  const store = new MemoryStore()
  const client = (): KubeClient =>
    new MemoryClient(store, { absenceIsProof: true, namespacesMustExist: true, now })
  const admin = client()
  const make = (name: string): Promise<unknown> =>
    admin.create('namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
  for (const name of ['kube-system', 'argocd']) await make(name)
  return {
    client: client(),
    admin,
    owner: 'cluster-registrar',
    target: 'argocd',
    prefix: '',
    now,
    advance: (milliseconds) => {
      clock.now += milliseconds
    },
    // The memory adapter lets an emptied namespace go by itself.
    finalize: () => Promise.resolve(),
    swap: async () => {
      await remove(admin, 'namespaces', { name: 'kube-system' })
      await make('kube-system')
    },
  }
}
