import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { UsageError } from '../../errors.ts'
import type { ConfigMap, Namespace, ObjectMeta, Objects, Place, Resource, Secret } from '../objects.ts'
import { isStdBase64 } from './admission.ts'
import { readDocuments, type RawDocument } from './documents.ts'
import { MemoryStore } from './store.ts'

export interface ManifestOptions {
  /** Walk folders within folders. */
  readonly recursive: boolean
  /** Reads standard input, for the file name `-`. */
  readonly readStdin: () => Promise<string>
}

const EXTENSIONS = /\.(?:ya?ml|json)$/

const KINDS: Readonly<Record<string, Resource>> = {
  Namespace: 'namespaces',
  Secret: 'secrets',
  ConfigMap: 'configmaps',
}

const unreadable = (path: string, error: unknown): UsageError => {
  const code = (error as NodeJS.ErrnoException).code
  const why = code === 'ENOENT' ? 'does not exist' : code === 'EACCES' ? 'is not readable' : `can't be read (${code})`
  return new UsageError(`the path "${path}" ${why}`, 'name an existing file or folder with --filename, or - for standard input')
}

const filesOf = async (path: string, recursive: boolean, top: boolean): Promise<string[]> => {
  const info = await stat(path).catch((error: unknown) => {
    throw unreadable(path, error)
  })
  if (!info.isDirectory()) return top || EXTENSIONS.test(path) ? [path] : []
  if (!top && !recursive) return []
  const names = await readdir(path).catch((error: unknown) => {
    throw unreadable(path, error)
  })
  const found: string[] = []
  for (const name of names.sort())
    if (name !== 'node_modules' && !name.startsWith('.')) found.push(...(await filesOf(join(path, name), recursive, false)))
  return found
}

const broken = ({ file, line }: Place, fault: string, remedy: string): UsageError =>
  new UsageError(`${file}:${line}: ${fault}`, remedy)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The API server takes text only; an unquoted `true` or `1` is the usual slip. */
const textMap = (value: unknown, path: string, place: Place): Record<string, string> | undefined => {
  if (value === undefined || value === null) return undefined
  if (!isRecord(value)) throw broken(place, `${path} must be a map`, `write ${path} as "key: value" lines`)
  for (const [key, entry] of Object.entries(value))
    if (typeof entry !== 'string')
      throw broken(place, `${path}[${key}] must be text, not ${entry === null ? 'null' : typeof entry}`, 'put the value in quotes')
  return value as Record<string, string>
}

const metadataOf = (value: Record<string, unknown>, place: Place, namespaced: boolean): ObjectMeta => {
  const metadata = value['metadata']
  if (!isRecord(metadata)) throw broken(place, 'metadata is missing', 'add metadata.name')
  const { name, namespace } = metadata
  if (typeof name !== 'string' || name === '')
    throw broken(place, 'metadata.name is missing or not text', 'give the object a name')
  if (namespace !== undefined && namespace !== null && typeof namespace !== 'string')
    throw broken(place, 'metadata.namespace must be text', 'put the value in quotes')
  const labels = textMap(metadata['labels'], 'metadata.labels', place)
  const annotations = textMap(metadata['annotations'], 'metadata.annotations', place)
  for (const field of ['uid', 'resourceVersion', 'creationTimestamp', 'deletionTimestamp'])
    if (metadata[field] !== undefined && metadata[field] !== null && typeof metadata[field] !== 'string')
      throw broken(place, `metadata.${field} must be text`, 'put the value in quotes')
  for (const field of ['ownerReferences', 'finalizers'])
    if (metadata[field] !== undefined && metadata[field] !== null && !Array.isArray(metadata[field]))
      throw broken(place, `metadata.${field} must be a list`, `write metadata.${field} as a list`)
  const entries = Object.entries({ ...metadata, labels, annotations }).filter(
    ([key, entry]) => entry !== undefined && entry !== null && key !== 'managedFields' && key !== 'namespace',
  )
  return {
    ...(Object.fromEntries(entries) as object),
    name,
    ...(namespaced ? { namespace: (namespace as string | undefined) || 'default' } : {}),
  }
}

const secretOf = (value: Record<string, unknown>, metadata: ObjectMeta, place: Place): Secret => {
  const data = { ...textMap(value['data'], 'data', place) }
  for (const [key, text] of Object.entries(data))
    if (!isStdBase64(text))
      throw broken(place, `data[${key}] is not base64`, 'write the value under stringData, or encode it with base64')
  for (const [key, text] of Object.entries(textMap(value['stringData'], 'stringData', place) ?? {}))
    data[key] = Buffer.from(text).toString('base64')
  if (value['type'] !== undefined && typeof value['type'] !== 'string')
    throw broken(place, 'type must be text', 'put the value in quotes')
  const { stringData: _folded, ...rest } = value
  return { ...rest, type: value['type'] ?? 'Opaque', metadata, data } as Secret
}

const objectOf = ({ value, place }: RawDocument): readonly [Resource, Objects[Resource]] | undefined => {
  if (!isRecord(value) || typeof value['kind'] !== 'string' || typeof value['apiVersion'] !== 'string')
    throw broken(place, 'not a Kubernetes object: apiVersion or kind is missing', 'leave the file out of --filename')
  const resource = value['apiVersion'] === 'v1' ? KINDS[value['kind']] : undefined
  if (!resource) return undefined
  const metadata = metadataOf(value, place, resource !== 'namespaces')
  if (resource === 'secrets') return [resource, secretOf(value, metadata, place)]
  if (resource === 'configmaps')
    return [resource, { ...value, metadata, data: textMap(value['data'], 'data', place) ?? {} } as ConfigMap]
  return [resource, { ...value, metadata } as Namespace]
}

const sameObject = (a: Objects[Resource], b: Objects[Resource]): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * Fills a store from manifests: files, folders and standard input, YAML or JSON, documents and Lists. Kinds other than
 * Namespace, Secret and ConfigMap are passed over; names, labels and data are checked as the API server would.
 * @throws UsageError with file and line for what can't be read or has two meanings.
 */
export const loadManifests = async (paths: readonly string[], options: ManifestOptions): Promise<MemoryStore> => {
  const store = new MemoryStore()
  const read = async (path: string): Promise<string> =>
    path === '-'
      ? options.readStdin()
      : readFile(path, 'utf8').catch((error: unknown) => {
          throw unreadable(path, error)
        })
  for (const path of paths) {
    for (const file of path === '-' ? ['-'] : await filesOf(path, options.recursive, true)) {
      for (const document of readDocuments(await read(file), file === '-' ? 'standard input' : file)) {
        const found = objectOf(document)
        if (!found) continue
        const [resource, object] = found
        const known = store.find(resource, object.metadata)
        if (known && !sameObject(known.object, object)) {
          const first = known.place ? ` (first at ${known.place.file}:${known.place.line})` : ''
          const name = [object.metadata.namespace, object.metadata.name].filter(Boolean).join('/')
          throw broken(document.place, `${resource} ${name} is defined twice${first}`, 'keep one of the two')
        }
        store.load(resource, object, document.place)
      }
    }
  }
  return store
}
