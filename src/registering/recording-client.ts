import type { KubeClient } from '../kube/client.ts'
import type { Secret } from '../kube/objects.ts'

/** Keeps the Secrets that are written, as they were sent. They hold credentials: for `-o yaml` alone. */
export interface Recording {
  readonly client: KubeClient
  /** By name; of one written twice the last. */
  readonly secrets: ReadonlyMap<string, Secret>
}

/**
 * Watches the writes that go to the hub.
 * @param sends false: none of them does, and each counts as accepted; for a client dry run that shows what it would write
 */
export const recordingClient = (client: KubeClient, { sends }: { readonly sends: boolean }): Recording => {
  const secrets = new Map<string, Secret>()
  const keep = (resource: string, object: unknown): void => {
    if (resource === 'secrets') secrets.set((object as Secret).metadata.name, object as Secret)
  }
  return {
    secrets,
    client: {
      absenceIsProof: client.absenceIsProof,
      listPage: (resource, options) => client.listPage(resource, options),
      listMetadataPage: (resource, options) => client.listMetadataPage(resource, options),
      get: (resource, ref, signal) => client.get(resource, ref, signal),
      create: async (resource, object, options) => {
        const made = sends ? await client.create(resource, object, options) : object
        keep(resource, object)
        return made
      },
      update: async (resource, object, options) => {
        const made = sends ? await client.update(resource, object, options) : object
        keep(resource, object)
        return made
      },
      patchNamespace: (name, patch, options) =>
        sends ? client.patchNamespace(name, patch, options) : client.get('namespaces', { name }),
      delete: (resource, ref, options) => (sends ? client.delete(resource, ref, options) : Promise.resolve()),
      watch: (resource, options) => client.watch(resource, options),
      watchMetadata: (resource, options) => client.watchMetadata(resource, options),
      mayI: (access, signal) => client.mayI(access, signal),
      whoAmI: (signal) => client.whoAmI(signal),
      counters: () => client.counters(),
    },
  }
}
