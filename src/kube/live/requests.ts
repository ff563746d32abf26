import type { OutgoingHttpHeaders } from 'node:http'
import { FIELD_MANAGER } from '../field-manager.ts'
import type { Objects, Resource, WritableResource } from '../objects.ts'
import { RESOURCES } from '../resources.ts'
import type { HubConnection } from './connection.ts'
import type { AuthMaterial } from './material.ts'

/** One call, before it is tried. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the server's own path. */
  readonly path: string
  readonly query: URLSearchParams
  /** What messages call it: `GET secrets argocd/cluster-a`. */
  readonly name: string
  readonly accept: string
  readonly contentType?: string
  readonly body?: Buffer
  /** Asks for a gzipped answer. */
  readonly compressed: boolean
  /** A write that is no dry run. */
  readonly persists: boolean
  readonly watch: boolean
  readonly signal?: AbortSignal
}

export const JSON_TYPE = 'application/json'
export const METADATA_LIST_TYPE = `${JSON_TYPE};as=PartialObjectMetadataList;g=meta.k8s.io;v=v1`
export const METADATA_TYPE = `${JSON_TYPE};as=PartialObjectMetadata;g=meta.k8s.io;v=v1`

export const pathOf = (resource: Resource, namespace: string | undefined, name?: string): string => {
  const { apiVersion } = RESOURCES[resource]
  const root = apiVersion === 'v1' ? '/api/v1' : `/apis/${apiVersion}`
  const scope = namespace === undefined ? '' : `/namespaces/${encodeURIComponent(namespace)}`
  return `${root}${scope}/${resource}${name === undefined ? '' : `/${encodeURIComponent(name)}`}`
}

export const nameOf = (
  verb: string,
  resource: Resource,
  namespace: string | undefined,
  name?: string,
): string =>
  [verb, resource, [namespace, name].filter((part) => part !== undefined).join('/')].join(' ').trim()

/** Query parameters that are set; `undefined` ones are left out. */
export const queryOf = (
  parameters: Readonly<Record<string, string | number | undefined>>,
): URLSearchParams => {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(parameters)) {
    if (value !== undefined) query.set(key, String(value))
  }
  return query
}

export const writeQuery = (dryRun: boolean | undefined): URLSearchParams =>
  queryOf({ dryRun: dryRun ? 'All' : undefined, fieldManager: FIELD_MANAGER })

/** What items of a list lack. */
export const typeOf = (resource: Resource): { readonly apiVersion: string; readonly kind: string } => {
  const { apiVersion, kind } = RESOURCES[resource]
  return { apiVersion, kind }
}

/** The object with the kind and version that items of a list lack. `managedFields` are the server's own to keep. */
export const bodyOf = <R extends WritableResource>(resource: R, object: Objects[R]): Buffer => {
  const { managedFields: _kept, ...metadata } = object.metadata
  return Buffer.from(JSON.stringify({ ...object, ...typeOf(resource), metadata }))
}

export const pathAndQuery = ({ path, query }: Call): string => {
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}

const GO_NAMES: Readonly<Record<string, string>> = { win32: 'windows', x64: 'amd64', ia32: '386' }
/** As client-go writes it: program, version, operating system and architecture. */
export const userAgent = (version: string): string => {
  const os = GO_NAMES[process.platform] ?? process.platform
  return `kubectl-registrar/${version} (${os}/${GO_NAMES[process.arch] ?? process.arch})`
}

export const headersOf = (
  call: Call,
  connection: HubConnection,
  material: AuthMaterial,
  agent: string,
): OutgoingHttpHeaders => ({
  Accept: call.accept,
  'Accept-Encoding': call.compressed && !connection.disableCompression ? 'gzip' : 'identity',
  'User-Agent': agent,
  ...(call.contentType !== undefined && { 'Content-Type': call.contentType }),
  ...(call.body !== undefined && { 'Content-Length': call.body.length }),
  ...(material.authorization !== undefined && { Authorization: material.authorization }),
  ...(connection.impersonation as OutgoingHttpHeaders),
})
