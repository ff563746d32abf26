import type { KubeClient } from '../kube/client.ts'

/**
 * The client, whose calls end with `signal` where they bring none of their own: told to stop, the process must not wait for an
 * answer that does not come, be it to a read.
 */
export const endingWith = (client: KubeClient, signal: AbortSignal): KubeClient => ({
  absenceIsProof: client.absenceIsProof,
  listPage: (resource, options) => client.listPage(resource, { signal, ...options }),
  listMetadataPage: (resource, options) => client.listMetadataPage(resource, { signal, ...options }),
  get: (resource, ref, own = signal) => client.get(resource, ref, own),
  create: (resource, object, options) => client.create(resource, object, { signal, ...options }),
  update: (resource, object, options) => client.update(resource, object, { signal, ...options }),
  patchNamespace: (name, patch, options) => client.patchNamespace(name, patch, { signal, ...options }),
  delete: (resource, ref, options) => client.delete(resource, ref, { signal, ...options }),
  watch: (resource, options) => client.watch(resource, { signal, ...options }),
  watchMetadata: (resource, options) => client.watchMetadata(resource, { signal, ...options }),
  mayI: (access, own = signal) => client.mayI(access, own),
  whoAmI: (own = signal) => client.whoAmI(own),
  counters: () => client.counters(),
})
