import type { KubeClient, Page } from '../../src/kube/client.ts'
import { KubeError } from '../../src/kube/errors.ts'
import type { Resource } from '../../src/kube/objects.ts'
import { intercept } from './intercept.ts'
import type { Hiding } from './plans.ts'
import type { Place } from './words.ts'

interface Named {
  readonly metadata: { readonly name: string; readonly namespace?: string }
}

/** About as many reads as a pass over these small hubs makes before it plans. */
const FIRST = 9

/** As the API server itself says it, so that the answer alone gives nothing away. */
const notFound = (resource: Resource, name: string): KubeError =>
  new KubeError({
    kind: 'status',
    code: 404,
    reason: 'NotFound',
    message: `${resource} "${name}" not found`,
    call: `GET ${resource} ${name}`,
    details: { kind: resource, name },
  })

/**
 * A client behind a proxy that says of namespaces that are there what the API server says of one that is not: GET answers
 * its 404, and lists leave them out.
 */
export const hidingProxy = (
  client: KubeClient,
  { places, secrets, from = 1, until = Infinity }: Hiding,
  nameOf: (place: Place) => string,
): KubeClient => {
  const names = new Set(places.map(nameOf))
  let reads = 0
  const isOn = (): boolean => {
    reads += 1
    return reads >= from && reads <= until
  }
  const isHidingSecrets = (): boolean => secrets === 'empty' || (secrets === 'listed-later' && reads <= FIRST)
  const isHidden = (resource: Resource, { name, namespace = '' }: Named['metadata']): boolean =>
    resource === 'namespaces' ? names.has(name) : isHidingSecrets() && names.has(namespace)
  const without = <T extends Named>(resource: Resource, page: Page<T>): Page<T> => ({
    ...page,
    items: page.items.filter(({ metadata }) => !isHidden(resource, metadata)),
  })
  return {
    ...intercept(client, (_call, go) => go()),
    get: (resource, ref, signal) =>
      isOn() && isHidden(resource, ref)
        ? Promise.reject(notFound(resource, ref.name))
        : client.get(resource, ref, signal),
    listPage: async (resource, options) => {
      const isHiding = isOn()
      const page = await client.listPage(resource, options)
      return isHiding ? without(resource, page) : page
    },
    listMetadataPage: async (resource, options) => {
      const isHiding = isOn()
      const page = await client.listMetadataPage(resource, options)
      return isHiding ? without(resource, page) : page
    },
  }
}
