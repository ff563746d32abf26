import { isDeepStrictEqual } from 'node:util'
import { UsageError } from '../../errors.ts'
import { RESOURCES } from '../resources.ts'
import { broken } from './broken.ts'
import { readDocuments } from './documents.ts'
import { manifestFiles, readManifest } from './manifest-files.ts'
import { objectOf, type Found } from './manifest-objects.ts'
import type { RawDocument } from './raw-document.ts'
import { MemoryStore } from './store.ts'

export interface ManifestOptions {
  /** Walk folders within folders. */
  readonly recursive: boolean
  /** Reads standard input, for the file name `-`. */
  readonly readStdin: () => Promise<string>
}

const nameOf = ({ resource, object: { metadata } }: Found): string =>
  `${resource} ${[metadata.namespace, metadata.name].filter(Boolean).join('/')}`

/** Twice the same is once: a folder and a file in it may both be named. Of what is only looked at the last one stands, as
 *  with `kubectl apply`: a base and its overlays are often in one folder. */
const put = (store: MemoryStore, found: Found, place: RawDocument['place']): void => {
  const { resource, object } = found
  const known = store.find(resource, object.metadata)
  if (known && isDeepStrictEqual(known.object, object)) return
  if (known && !RESOURCES[resource].readOnly) {
    const first = known.place ? ` (first at ${known.place.file}:${known.place.line})` : ''
    throw broken(place, `${nameOf(found)} is defined twice${first}`, 'keep one of the two')
  }
  store.load(resource, object, place)
}

/** Each file's name and text; a file is read when its turn comes, so that one text is held at a time. */
async function* textsOf(
  paths: readonly string[],
  { recursive, readStdin }: ManifestOptions,
): AsyncGenerator<readonly [file: string, text: string]> {
  for (const path of paths) {
    if (path === '-') yield ['standard input', await readStdin()]
    else for (const file of await manifestFiles(path, recursive)) yield [file, await readManifest(file)]
  }
}

/**
 * Fills a store from manifests: files, folders and standard input, YAML or JSON, documents and Lists. Kinds that are not
 * among the resources are passed over; names, labels and data are checked as the API server would.
 * @throws UsageError, with file and line where there is one, for what can't be read, has two meanings, or holds nothing
 */
export const loadManifests = async (
  paths: readonly string[],
  options: ManifestOptions,
): Promise<MemoryStore> => {
  if (paths.filter((path) => path === '-').length > 1)
    throw new UsageError('standard input is named twice', 'give --filename - once')
  const store = new MemoryStore()
  let objects = 0
  for await (const [file, text] of textsOf(paths, options)) {
    for (const document of readDocuments(text, file)) {
      objects += 1
      const found = objectOf(document)
      if (found) put(store, found, document.place)
    }
  }
  if (objects > 0) return store
  throw new UsageError(
    `no Kubernetes object in ${paths.map((path) => (path === '-' ? 'standard input' : path)).join(', ')}`,
    'name files of manifests, or folders with .yaml, .yml or .json files',
  )
}
