import type { KubeClient, WatchEvent } from '../kube/client.ts'
import { KubeError } from '../kube/errors.ts'

export const VERBS = ['get', 'list', 'watch', 'create', 'update', 'patch', 'delete'] as const
export type Verb = (typeof VERBS)[number]

/** Statuses that stand for themselves. Others may come from any proxy, and labels are of fixed sets. */
const CODES: ReadonlySet<number> = new Set([
  200, 201, 400, 401, 403, 404, 409, 410, 413, 422, 429, 500, 502, 503, 504,
])

/** `none` where no answer came, `other` for a status that is not among those expected. */
export const codeLabel = (code: number): string => {
  if (code === 0) return 'none'
  return CODES.has(code) ? String(code) : 'other'
}

export const successOf = (verb: Verb): number => (verb === 'create' ? 201 : 200)

const codeOf = (error: unknown): number => (error instanceof KubeError ? error.code : 0)

/**
 * The client, telling of each call what it came to: as its caller sees it, whatever the transport tried in between. A watch
 * is told of when its first event comes, or it ends.
 */
export const countedClient = (client: KubeClient, count: (verb: Verb, code: number) => void): KubeClient => {
  const told = async <T>(verb: Verb, call: Promise<T>): Promise<T> => {
    try {
      const answer = await call
      count(verb, successOf(verb))
      return answer
    } catch (error) {
      count(verb, codeOf(error))
      throw error
    }
  }
  return {
    absenceIsProof: client.absenceIsProof,
    listPage: (resource, options) => told('list', client.listPage(resource, options)),
    listMetadataPage: (resource, options) => told('list', client.listMetadataPage(resource, options)),
    get: (resource, ref, signal) => told('get', client.get(resource, ref, signal)),
    create: (resource, object, options) => told('create', client.create(resource, object, options)),
    update: (resource, object, options) => told('update', client.update(resource, object, options)),
    patchNamespace: (name, patch, options) => told('patch', client.patchNamespace(name, patch, options)),
    delete: (resource, ref, options) => told('delete', client.delete(resource, ref, options)),
    watch: (resource, options) => toldOnce(client.watch(resource, options), count),
    watchMetadata: (resource, options) => toldOnce(client.watchMetadata(resource, options), count),
    mayI: (access, signal) => told('create', client.mayI(access, signal)),
    whoAmI: (signal) => told('create', client.whoAmI(signal)),
    counters: () => client.counters(),
  }
}

async function* toldOnce<T>(
  events: AsyncIterable<WatchEvent<T>>,
  count: (verb: 'watch', code: number) => void,
): AsyncIterable<WatchEvent<T>> {
  let isTold = false
  const tell = (code: number): void => {
    if (!isTold) count('watch', code)
    isTold = true
  }
  try {
    for await (const event of events) {
      tell(successOf('watch'))
      yield event
    }
    tell(successOf('watch'))
  } catch (error) {
    tell(codeOf(error))
    throw error
  }
}
