import type { KubeClient, ListOptions, ObjectRef, Page } from '../kube/client.ts'
import { compileSelection } from '../kube/memory/selection.ts'
import type { Namespace, ObjectMetadata, Objects, Resource, Secret } from '../kube/objects.ts'

/** Objects as they will stand, to be seen in place of what the hub has under their names. */
export interface Preview {
  readonly namespaces: readonly Namespace[]
  readonly secrets?: readonly Secret[]
}

const isSame = (a: ObjectRef, b: ObjectRef): boolean =>
  a.name === b.name && (a.namespace ?? '') === (b.namespace ?? '')

const metadataOnly = ({ metadata }: Objects[Resource]): ObjectMetadata => {
  const { annotations: _annotations, managedFields: _managed, ...rest } = metadata
  return { metadata: rest }
}

/**
 * The hub as it would be with a few namespaces and Secrets more, or otherwise labelled: what a plan comes to before
 * anything is written. Only reads are changed; a watch sees the hub as it is.
 */
export const previewClient = (client: KubeClient, { namespaces, secrets = [] }: Preview): KubeClient => {
  const shown: { readonly [R in Resource]?: readonly Objects[R][] } = { namespaces, secrets }
  const of = <R extends Resource>(resource: R): readonly Objects[R][] => shown[resource] ?? []

  const merged = <R extends Resource, T extends { readonly metadata: ObjectRef }>(
    resource: R,
    options: ListOptions,
    page: Page<T>,
    toItem: (object: Objects[R]) => T,
  ): Page<T> => {
    const objects = of(resource)
    const items = page.items.filter(
      ({ metadata }) => !objects.some((object) => isSame(object.metadata, metadata)),
    )
    // A page may be longer than its limit, which no reader minds; all of these stand on the last one.
    if (page.continue) return { ...page, items }
    const matches = compileSelection(resource, options, `LIST ${resource}`)
    return { ...page, items: [...items, ...objects.filter(matches).map(toItem)] }
  }

  return {
    absenceIsProof: client.absenceIsProof,
    listPage: async (resource, options) =>
      merged(resource, options, await client.listPage(resource, options), (object) => object),
    listMetadataPage: async (resource, options) =>
      merged(resource, options, await client.listMetadataPage(resource, options), metadataOnly),
    get: async (resource, ref, signal) =>
      of(resource).find(({ metadata }) => isSame(metadata, ref)) ?? client.get(resource, ref, signal),
    create: (resource, object, options) => client.create(resource, object, options),
    update: (resource, object, options) => client.update(resource, object, options),
    patchNamespace: (name, patch, options) => client.patchNamespace(name, patch, options),
    delete: (resource, ref, options) => client.delete(resource, ref, options),
    watch: (resource, options) => client.watch(resource, options),
    watchMetadata: (resource, options) => client.watchMetadata(resource, options),
    mayI: (access, signal) => client.mayI(access, signal),
    whoAmI: (signal) => client.whoAmI(signal),
    counters: () => client.counters(),
  }
}
