import type { KubeClient, WriteOptions } from '../kube/client.ts'
import { KubeError } from '../kube/errors.ts'

const refusal = (call: string): KubeError =>
  new KubeError({
    kind: 'aborted',
    code: 0,
    reason: '',
    call,
    message: `${call}: not sent, as it is not certain that this process still leads`,
  })

/**
 * The client, whose writes are refused while `isValid` says no: asked at the moment each is sent, however old the decision
 * behind it is. Dry runs and reads pass. A refused write rejects with a KubeError of kind `aborted`.
 */
export const leaseGuarded = (client: KubeClient, isValid: () => boolean): KubeClient => {
  const guarded = async <T>(
    call: string,
    options: WriteOptions | undefined,
    send: () => Promise<T>,
  ): Promise<T> => {
    if (!options?.dryRun && !isValid()) throw refusal(call)
    return send()
  }
  const nameOf = (verb: string, resource: string, ref: { namespace?: string; name: string }): string =>
    `${verb} ${resource} ${ref.namespace === undefined ? '' : `${ref.namespace}/`}${ref.name}`
  return {
    absenceIsProof: client.absenceIsProof,
    listPage: (resource, options) => client.listPage(resource, options),
    listMetadataPage: (resource, options) => client.listMetadataPage(resource, options),
    get: (resource, ref, signal) => client.get(resource, ref, signal),
    create: (resource, object, options) =>
      guarded(nameOf('POST', resource, object.metadata), options, () =>
        client.create(resource, object, options),
      ),
    update: (resource, object, options) =>
      guarded(nameOf('PUT', resource, object.metadata), options, () =>
        client.update(resource, object, options),
      ),
    patchNamespace: (name, patch, options) =>
      guarded(nameOf('PATCH', 'namespaces', { name }), options, () =>
        client.patchNamespace(name, patch, options),
      ),
    delete: (resource, ref, options) =>
      guarded(nameOf('DELETE', resource, ref), options, () => client.delete(resource, ref, options)),
    watch: (resource, options) => client.watch(resource, options),
    watchMetadata: (resource, options) => client.watchMetadata(resource, options),
    mayI: (access, signal) => client.mayI(access, signal),
    whoAmI: (signal) => client.whoAmI(signal),
    counters: () => client.counters(),
  }
}
