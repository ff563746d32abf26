import { isAbsolute, resolve } from 'node:path'
import { UsageError } from '../errors.ts'
import { MASK } from '../kubeconfig/printable.ts'
import { isJsonMap } from './kubeconfig-document.ts'
import type { ReadFile } from './read-file.ts'
import type { Entry, ReducedKubeconfig } from './reduce-kubeconfig.ts'
import { shownPath } from './shown-path.ts'

const FILES = {
  cluster: ['certificate-authority'],
  user: ['client-certificate', 'client-key'],
} as const

const readEmbedded = async (
  path: string,
  field: string,
  folder: string,
  readFile: ReadFile,
): Promise<string> => {
  const file = isAbsolute(path) ? path : resolve(folder, path)
  const read = await readFile(file)
  if (read.ok) return read.bytes.toString('base64')
  const shown = shownPath(file)
  throw shown === MASK
    ? new UsageError(
        `${field} names no file: what stands there looks like the content of one`,
        `put it into ${field.replace(/.*\./, '')}-data, in base64`,
      )
    : new UsageError(
        `${field} names ${shown}: ${read.why}`,
        'make it readable, or embed it: kubectl config view --flatten --minify',
      )
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
    embedded.delete(field)
    embedded.set(`${field}-data`, await readEmbedded(path, `${part}.${field}`, folder, readFile))
  }
  return { ...entry, [part]: Object.fromEntries(embedded) }
}

/**
 * Puts the certificates and keys that the kubeconfig names by path into it, as `kubectl config view --flatten` does: on
 * the hub there are no such files.
 * @param folder what relative paths are relative to
 * @throws UsageError for a file that can't be read; it never shows what might be the key itself
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
