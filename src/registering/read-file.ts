import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'

/** What a Secret holds at most, so that nothing larger is of use on a hub. */
export const MAX_BYTES = 1024 * 1024

/** What is in a file, or why it can't be had, in kubectl's words. */
export type FileRead =
  { readonly ok: true; readonly bytes: Buffer } | { readonly ok: false; readonly why: string }

export type ReadFile = (path: string) => Promise<FileRead>

const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or directory',
  ENOTDIR: 'no such file or directory',
  ENAMETOOLONG: 'no such file or directory',
  EACCES: 'permission denied',
  EISDIR: 'is a directory',
}

const refused = (why: string): FileRead => ({ ok: false, why })

const TOO_LARGE = refused('is larger than 1 MiB')

const readOpen = async (file: FileHandle): Promise<FileRead> => {
  const status = await file.stat()
  if (status.isDirectory()) return refused('is a directory')
  if (!status.isFile()) return refused('is no regular file')
  if (status.size > MAX_BYTES) return TOO_LARGE
  // Some report no size (/proc), and others grow meanwhile.
  const buffer = Buffer.alloc(MAX_BYTES + 1)
  let length = 0
  for (;;) {
    const { bytesRead } = await file.read(buffer, length, buffer.length - length, null)
    length += bytesRead
    if (length > MAX_BYTES) return TOO_LARGE
    if (bytesRead === 0) return { ok: true, bytes: Buffer.from(buffer.subarray(0, length)) }
  }
}

/** Reads a regular file of at most 1 MiB whole; a device or a pipe, which may never end, is refused unread. */
export const readRegularFile: ReadFile = async (path) => {
  try {
    // Without O_NONBLOCK opening a pipe waits for somebody to write into it.
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
    try {
      return await readOpen(file)
    } finally {
      await file.close()
    }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown'
    return refused(WORDS[code] ?? `can't be read (${code})`)
  }
}
