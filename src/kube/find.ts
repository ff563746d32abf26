import type { KubeClient, ObjectRef } from './client.ts'
import { isNotFound } from './errors.ts'
import type { Objects, Resource } from './objects.ts'

/** One object; undefined where the API server says that there is none. @throws KubeError where that is not known */
export const find = async <R extends Resource>(
  client: KubeClient,
  resource: R,
  ref: ObjectRef,
  signal?: AbortSignal,
): Promise<Objects[R] | undefined> => {
  try {
    return await client.get(resource, ref, signal)
  } catch (error) {
    if (isNotFound(error, ref.name)) return undefined
    throw error
  }
}
