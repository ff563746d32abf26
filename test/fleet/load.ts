import type { Namespace, Secret } from '../../src/kube/objects.ts'
import type { Rest } from '../envtest/rest.ts'
import { fleetObjects, type Fleet } from './fleet.ts'

/** As many as the tests' client keeps connections: more would only queue. */
const CONCURRENCY = 16

const inParallel = async <T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> => {
  const queue = items.values()
  const worker = async (): Promise<void> => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))
}

export interface Loaded {
  readonly objects: number
  readonly seconds: number
}

/** Creates the fleet on a hub; the target namespace may be there already. @throws at anything else the hub refuses. */
export const loadFleet = async (rest: Rest, fleet: Fleet): Promise<Loaded> => {
  const start = performance.now()
  const create = async (object: Namespace | Secret): Promise<void> => {
    const { namespace } = object.metadata
    const path = namespace === undefined ? '/api/v1/namespaces' : `/api/v1/namespaces/${namespace}/secrets`
    const { status, text } = await rest.send('POST', path, object)
    if (status !== 201 && object !== fleet.targetNamespace)
      throw new Error(`${path} ${object.metadata.name}: ${status} ${text.slice(0, 300)}`)
  }
  const objects = fleetObjects(fleet)
  await inParallel(
    objects.filter(({ kind }) => kind === 'Namespace'),
    create,
  )
  await inParallel(
    objects.filter(({ kind }) => kind === 'Secret'),
    create,
  )
  return { objects: objects.length, seconds: (performance.now() - start) / 1000 }
}
