import { KubeError } from '../../src/kube/errors.ts'
import type { ObjectMeta, Objects, Resource, WritableResource } from '../../src/kube/objects.ts'
import type { KubeClient, ObjectRef } from '../../src/kube/client.ts'

/** Undefined where there is none. */
export const find = async <R extends Resource>(
  client: KubeClient,
  resource: R,
  ref: ObjectRef,
): Promise<Objects[R] | undefined> => {
  try {
    return await client.get(resource, ref)
  } catch (error) {
    if (error instanceof KubeError && error.code === 404) return undefined
    throw error
  }
}

/** Others write too (the namespace controller, a pass half-way): tried until it fits what is there. */
const untilItFits = async (work: () => Promise<void>): Promise<void> => {
  for (let tries = 0; ; tries += 1)
    try {
      await work()
      return
    } catch (error) {
      if (error instanceof KubeError && error.code === 404) return
      if (!(error instanceof KubeError) || error.code !== 409 || tries === 20) throw error
    }
}

/** Changes an object if it is there. */
export const edit = <R extends WritableResource>(
  client: KubeClient,
  resource: R,
  ref: ObjectRef,
  change: (object: Objects[R]) => Objects[R],
): Promise<void> =>
  untilItFits(async () => {
    const object = await find(client, resource, ref)
    if (object) await client.update(resource, change(object))
  })

/** Deletes an object if it is there. */
export const remove = (client: KubeClient, resource: WritableResource, ref: ObjectRef): Promise<void> =>
  untilItFits(async () => {
    const object = await find(client, resource, ref)
    if (!object) return
    const { uid = '', resourceVersion = '' } = object.metadata
    await client.delete(resource, ref, { uid, resourceVersion })
  })

type Words = Readonly<Record<string, string>>

/** Keys set to undefined are left out. */
const merged = (
  words: Words | undefined,
  changes: Readonly<Record<string, string | undefined>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...words, ...changes }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  )

export const withLabels = <T extends { readonly metadata: ObjectMeta }>(
  object: T,
  changes: Readonly<Record<string, string | undefined>>,
): T => ({ ...object, metadata: { ...object.metadata, labels: merged(object.metadata.labels, changes) } })

export const withAnnotations = <T extends { readonly metadata: ObjectMeta }>(
  object: T,
  changes: Readonly<Record<string, string | undefined>>,
): T => ({
  ...object,
  metadata: { ...object.metadata, annotations: merged(object.metadata.annotations, changes) },
})

export const base64 = (text: string): string => Buffer.from(text).toString('base64')
export const text = (value: string | undefined): string => Buffer.from(value ?? '', 'base64').toString()
