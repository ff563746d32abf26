import type { Access, DeleteOptions, ListOptions, ObjectRef, WatchOptions, WriteOptions } from '../client.ts'
import type { Resource } from '../objects.ts'
import { type Call, JSON_TYPE, nameOf, pathOf, queryOf, writeQuery } from './requests.ts'

const reading = {
  method: 'GET',
  accept: JSON_TYPE,
  compressed: false,
  persists: false,
  watch: false,
} as const

const signalOf = (signal: AbortSignal | undefined): { readonly signal?: AbortSignal } =>
  signal === undefined ? {} : { signal }

export const getCall = (resource: Resource, ref: ObjectRef, signal: AbortSignal | undefined): Call => ({
  ...reading,
  path: pathOf(resource, ref.namespace, ref.name),
  query: queryOf({}),
  name: nameOf('GET', resource, ref.namespace, ref.name),
  ...signalOf(signal),
})

export const versionCall = (): Call => ({
  ...reading,
  path: '/version',
  query: queryOf({}),
  name: 'GET /version',
})

const notOlderThan = (version: string | undefined) =>
  version === undefined ? {} : { resourceVersion: version, resourceVersionMatch: 'NotOlderThan' }

/** What a pod of one container wrote. */
export const logCall = ({ namespace, name }: ObjectRef): Call => ({
  ...reading,
  accept: '*/*',
  path: `${pathOf('pods', namespace, name)}/log`,
  query: queryOf({}),
  name: nameOf('GET', 'pods', namespace, `${name}/log`),
})

export const listCall = (resource: Resource, options: ListOptions, accept: string): Call => ({
  ...reading,
  accept,
  compressed: true,
  path: pathOf(resource, options.namespace),
  // Never resourceVersion=0: the watch cache that answers it ignores the limit.
  query: queryOf({
    limit: options.limit,
    continue: options.continue,
    ...notOlderThan(options.notOlderThan),
    labelSelector: options.labelSelector,
    fieldSelector: options.fieldSelector,
  }),
  name: nameOf('LIST', resource, options.namespace),
  ...signalOf(options.signal),
})

export const watchCall = (resource: Resource, options: WatchOptions, accept: string): Call => ({
  ...reading,
  accept,
  watch: true,
  path: pathOf(resource, options.namespace),
  query: queryOf({
    watch: 'true',
    allowWatchBookmarks: 'true',
    resourceVersion: options.resourceVersion,
    timeoutSeconds: options.timeoutSeconds,
    labelSelector: options.labelSelector,
    fieldSelector: options.fieldSelector,
  }),
  name: nameOf('WATCH', resource, options.namespace),
  ...signalOf(options.signal),
})

export const writeCall = (
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  resource: Resource,
  ref: ObjectRef,
  body: Buffer,
  options: WriteOptions = {},
): Call => ({
  ...reading,
  method,
  path: pathOf(resource, ref.namespace, method === 'POST' ? undefined : ref.name),
  query: writeQuery(options.dryRun),
  name: nameOf(method, resource, ref.namespace, ref.name),
  contentType: method === 'PATCH' ? 'application/merge-patch+json' : JSON_TYPE,
  body,
  persists: options.dryRun !== true,
  ...signalOf(options.signal),
})

/**
 * All options stand in the body, as the API server reads either the body or the query: `?dryRun=All` beside a body with
 * preconditions really deletes. The query repeats them for proxies that strip a DELETE's body (decisions.md §4).
 */
export const deleteCall = (resource: Resource, ref: ObjectRef, options: DeleteOptions): Call => {
  const { uid, resourceVersion, dryRun, propagation } = options
  const body = {
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    preconditions: { uid, resourceVersion },
    ...(dryRun && { dryRun: ['All'] }),
    ...(propagation && { propagationPolicy: propagation }),
  }
  return {
    ...writeCall('DELETE', resource, ref, Buffer.from(JSON.stringify(body)), options),
    query: queryOf({ uid, dryRun: dryRun ? 'All' : undefined }),
  }
}

/** A POST by form, and a question by nature: the API server answers it and keeps nothing. */
const reviewCall = (
  apiVersion: string,
  kind: string,
  fields: object,
  signal: AbortSignal | undefined,
): Call => ({
  ...reading,
  method: 'POST',
  path: `/apis/${apiVersion}/${kind.toLowerCase()}s`,
  query: queryOf({}),
  name: `POST ${kind.toLowerCase()}s`,
  contentType: JSON_TYPE,
  body: Buffer.from(JSON.stringify({ apiVersion, kind, ...fields })),
  ...signalOf(signal),
})

export const accessCall = (access: Access, signal: AbortSignal | undefined): Call =>
  reviewCall(
    'authorization.k8s.io/v1',
    'SelfSubjectAccessReview',
    { spec: { resourceAttributes: access } },
    signal,
  )

export const identityCall = (signal: AbortSignal | undefined): Call =>
  reviewCall('authentication.k8s.io/v1', 'SelfSubjectReview', {}, signal)
