import { gzipSync } from 'node:zlib'
import { modeOf, type Entry } from './entries.ts'

const BLOCK = 512

const octal = (value: number, width: number): string => `${value.toString(8).padStart(width - 1, '0')}\0`

/** The fields of a ustar header, in order, with their widths (POSIX.1-1988, pax). */
const headerOf = (entry: Entry, seconds: number): Buffer => {
  const fields: readonly (readonly [string, number])[] = [
    [entry.path, 100],
    [octal(modeOf(entry), 8), 8],
    [octal(0, 8), 8],
    [octal(0, 8), 8],
    [octal(entry.bytes.length, 12), 12],
    [octal(seconds, 12), 12],
    // Blanks while it is summed.
    ['        ', 8],
    ['0', 1],
    ['', 100],
    ['ustar\x0000', 8],
    ['root', 32],
    ['root', 32],
  ]
  const header = Buffer.alloc(BLOCK)
  let at = 0
  for (const [text, width] of fields) {
    if (text.length > width) throw new Error(`${text} does not fit`)
    header.write(text, at, 'latin1')
    at += width
  }
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${octal(sum, 7)} `, 148, 'latin1')
  return header
}

/** A tar.gz of these files, all of one time: the same files give the same bytes. @param seconds since the epoch */
export const tarGz = (entries: readonly Entry[], seconds: number): Buffer =>
  gzipSync(
    Buffer.concat([
      ...entries.flatMap((entry) => [
        headerOf(entry, seconds),
        entry.bytes,
        Buffer.alloc((BLOCK - (entry.bytes.length % BLOCK)) % BLOCK),
      ]),
      Buffer.alloc(2 * BLOCK),
    ]),
    { level: 9 },
  )
