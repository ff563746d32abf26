import { isDeepStrictEqual } from 'node:util'
import { UsageError } from '../errors.ts'
import type { KubeClient, WriteOptions } from '../kube/client.ts'
import { isConflict, isNotFound } from '../kube/errors.ts'
import { find } from '../kube/find.ts'
import type { Namespace } from '../kube/objects.ts'
import { labelling, patchOf, type Labelling } from './labelling.ts'

/** A namespace of the hub; undefined where the API server says that there is none. */
export const findNamespace = (client: KubeClient, name: string): Promise<Namespace | undefined> =>
  find(client, 'namespaces', { name })

/** @throws UsageError where it is going: nothing new is taken, and labels would go with it */
export const requireLasting = ({ metadata: { name, deletionTimestamp } }: Namespace): void => {
  if (deletionTimestamp !== undefined)
    throw new UsageError(
      `namespace ${name} is being deleted`,
      `wait until it is gone and made again: kubectl get namespace ${name} --watch`,
    )
}

/**
 * A namespace that is about to be labelled.
 * @throws UsageError where it is not there, or going
 */
export const readNamespaceToLabel = async (client: KubeClient, name: string): Promise<Namespace> => {
  const namespace = await findNamespace(client, name)
  if (!namespace)
    throw new UsageError(`namespace ${name} does not exist on this hub`, 'kubectl get namespaces')
  requireLasting(namespace)
  return namespace
}

/**
 * The namespace as it stands now, where it is still the one that was decided on.
 * @throws UsageError where another of its name has taken its place, none has, or it is going
 */
export const readSameNamespace = async (client: KubeClient, { metadata }: Namespace): Promise<Namespace> => {
  const now = await readNamespaceToLabel(client, metadata.name)
  if (now.metadata.uid === metadata.uid) return now
  throw new UsageError(
    `namespace ${metadata.name} was deleted and made again at the same moment: what it holds was not looked at`,
    'run it again',
  )
}

/**
 * Writes the labels on the namespace as it was read (decisions.md §4). Somebody else may have changed something else of it
 * meanwhile: where what is to change still stands as it did, that is no obstacle, once.
 * @throws UsageError where it does not; KubeError for what the hub refuses
 */
export const applyLabelling = async (
  client: KubeClient,
  planned: Labelling,
  options: WriteOptions,
): Promise<void> => {
  if (planned.changes.length === 0) return
  const { name } = planned.before.metadata
  try {
    await client.patchNamespace(name, patchOf(planned), options)
  } catch (error) {
    if (!isConflict(error) && !isNotFound(error, name)) throw error
    const now = labelling(await readSameNamespace(client, planned.before), planned.marks)
    if (!isDeepStrictEqual(now.changes, planned.changes))
      throw new UsageError(
        `namespace ${name} was labelled by somebody else at the same moment`,
        'run it again',
        { cause: error },
      )
    await client.patchNamespace(name, patchOf(now), options)
  }
}
