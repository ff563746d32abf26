import type { KubeClient } from '../kube/client.ts'
import { KubeError } from '../kube/errors.ts'

const outcome = (error: unknown): string =>
  error instanceof KubeError && error.code > 0 ? String(error.code) : 'failed'

/** Shows every request with its outcome and time, as kubectl's -v=6 does: names only, never a body or a header. */
export const traced = (client: KubeClient, write: (text: string) => void, now: () => number): KubeClient => {
  const show = async <T>(call: string, request: Promise<T>): Promise<T> => {
    const start = now()
    try {
      const result = await request
      write(`${call} ok in ${now() - start} ms\n`)
      return result
    } catch (error) {
      write(`${call} ${outcome(error)} in ${now() - start} ms\n`)
      throw error
    }
  }
  const path = (
    resource: string,
    { namespace, name }: { readonly namespace?: string; readonly name?: string },
  ): string => [resource, [namespace, name].filter((part) => part !== undefined).join('/')].join(' ').trim()
  const selection = (options: { readonly labelSelector?: string; readonly fieldSelector?: string }): string =>
    [options.labelSelector, options.fieldSelector]
      .filter((part) => part !== undefined)
      .map((part) => ` [${part}]`)
      .join('')
  const dry = (options: { readonly dryRun?: boolean } | undefined): string =>
    options?.dryRun ? ' (dry run)' : ''
  return {
    absenceIsProof: client.absenceIsProof,
    listPage: (resource, options) =>
      show(`LIST ${path(resource, options)}${selection(options)}`, client.listPage(resource, options)),
    listMetadataPage: (resource, options) =>
      show(
        `LIST ${path(resource, options)}${selection(options)} (metadata)`,
        client.listMetadataPage(resource, options),
      ),
    get: (resource, ref, signal) => show(`GET ${path(resource, ref)}`, client.get(resource, ref, signal)),
    create: (resource, object, options) =>
      show(
        `POST ${path(resource, object.metadata)}${dry(options)}`,
        client.create(resource, object, options),
      ),
    update: (resource, object, options) =>
      show(`PUT ${path(resource, object.metadata)}${dry(options)}`, client.update(resource, object, options)),
    patchNamespace: (name, patch, options) =>
      show(`PATCH namespaces ${name}${dry(options)}`, client.patchNamespace(name, patch, options)),
    delete: (resource, ref, options) =>
      show(`DELETE ${path(resource, ref)}${dry(options)}`, client.delete(resource, ref, options)),
    watch: (resource, options) => client.watch(resource, options),
    watchMetadata: (resource, options) => client.watchMetadata(resource, options),
    mayI: (access, signal) =>
      show(
        `POST selfsubjectaccessreviews ${access.verb} ${path(access.resource, access)}`,
        client.mayI(access, signal),
      ),
    whoAmI: (signal) => show('POST selfsubjectreviews', client.whoAmI(signal)),
    counters: () => client.counters(),
  }
}
