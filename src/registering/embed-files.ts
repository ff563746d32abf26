import { isAbsolute, resolve } from 'node:path'
import { UsageError } from '../errors.ts'
import { isJsonMap } from './kubeconfig-document.ts'
import type { Entry, ReducedKubeconfig } from './reduce-kubeconfig.ts'

/** Reads a file whole. @throws an error with a `code`, as node does */
export type ReadFile = (path: string) => Promise<Buffer>

const FILES = {
  cluster: ['certificate-authority'],
  user: ['client-certificate', 'client-key'],
} as const

const readEmbedded = async (path: string, field: string, readFile: ReadFile): Promise<string> => {
  try {
    return (await readFile(path)).toString('base64')
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown'
    throw new UsageError(
      `${field} names ${path}, which can't be read (${code})`,
      'make it readable, or embed it: kubectl config view --flatten --minify',
      { cause: error },
    )
  }
}

const embedIn = async (
  entry: Entry,
  part: keyof typeof FILES,
  folder: string,
  readFile: ReadFile,
): Promise<Entry> => {
  const body = entry[part]
  if (!isJsonMap(body)) return entry
  const embedded = new Map(Object.entries(body))
  for (const field of FILES[part]) {
    const path = body[field]
    // A file beside its data is kubectl's error too; the translation says so.
    if (typeof path !== 'string' || path === '' || body[`${field}-data`]) continue
    const file = isAbsolute(path) ? path : resolve(folder, path)
    embedded.delete(field)
    embedded.set(`${field}-data`, await readEmbedded(file, `${part}.${field}`, readFile))
  }
  return { ...entry, [part]: Object.fromEntries(embedded) }
}

/**
 * Puts the certificates and keys that the kubeconfig names by path into it, as `kubectl config view --flatten` does: on
 * the hub there are no such files.
 * @param folder what relative paths are relative to
 * @throws UsageError for a file that can't be read
 */
export const embedFiles = async (
  kubeconfig: ReducedKubeconfig,
  folder: string,
  readFile: ReadFile,
): Promise<ReducedKubeconfig> => ({
  ...kubeconfig,
  clusters: [await embedIn(kubeconfig.clusters[0], 'cluster', folder, readFile)],
  users: [await embedIn(kubeconfig.users[0], 'user', folder, readFile)],
})
