import { isUtf8 } from 'node:buffer'
import type { Dirent } from 'node:fs'
import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { UsageError } from '../../errors.ts'
import { broken } from './broken.ts'

const EXTENSIONS = /\.(?:ya?ml|json)$/
const PASSED_OVER = new Set(['node_modules', 'vendor'])

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EACCES: 'is not readable: permission denied',
  EPERM: 'is not readable: permission denied',
  ELOOP: 'is a symbolic link to itself',
  ERR_FS_FILE_TOO_LARGE: 'is too large',
  ERR_STRING_TOO_LONG: 'is too large',
}

const unreadable = (path: string, error: unknown): UsageError => {
  const code = (error as NodeJS.ErrnoException).code ?? 'unknown fault'
  return new UsageError(
    `the path "${path}" ${REASONS[code] ?? `can't be read (${code})`}`,
    'name an existing file or folder with --filename, or - for standard input',
  )
}

const readable = async <T>(path: string, work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    throw unreadable(path, error)
  }
}

/** Links are followed to files within the folder that was named; what leads out of it is somebody else's, and a linked
 *  folder within it is walked under its own name. */
const isOwnFile = async (path: string, root: string): Promise<boolean> => {
  const target = await realpath(path).catch(() => undefined)
  if (target === undefined || !target.startsWith(root + sep)) return false
  return (await stat(target)).isFile()
}

const walk = async (folder: string, root: string, recursive: boolean): Promise<string[]> => {
  const entries: Dirent[] = await readable(folder, readdir(folder, { withFileTypes: true }))
  const found: string[] = []
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (entry.name.startsWith('.') || PASSED_OVER.has(entry.name)) continue
    if (entry.isDirectory()) {
      if (recursive) found.push(...(await walk(path, root, recursive)))
    } else if (EXTENSIONS.test(entry.name) && (entry.isFile() || (await isOwnFile(path, root))))
      found.push(path)
  }
  return found
}

/**
 * The files a `--filename` names: the file itself, whatever it is called, or the `.yaml`, `.yml` and `.json` files of a
 * folder, sorted. Hidden entries, `node_modules`, `vendor` and links out of the folder are passed over.
 * @throws UsageError for a path that can't be read
 */
export const manifestFiles = async (path: string, recursive: boolean): Promise<readonly string[]> => {
  const info = await readable(path, stat(path))
  if (!info.isDirectory()) return [path]
  return walk(path, await readable(path, realpath(path)), recursive)
}

/** @throws UsageError for a file that can't be read or is no UTF-8 text */
export const readManifest = async (path: string): Promise<string> => {
  const bytes = await readable(path, readFile(path))
  if (!isUtf8(bytes)) {
    const head = bytes.toString('utf8').split('\uFFFD', 1)[0] ?? ''
    throw broken(
      { file: path, line: head.split('\n').length },
      'not a UTF-8 text',
      'save the file as UTF-8, or leave it out of --filename',
    )
  }
  return readable(path, Promise.resolve(bytes.toString('utf8')))
}
