import { crc32, deflateRawSync } from 'node:zlib'
import { modeOf, type Entry } from './entries.ts'

/** Version 2.0 of the format, which knows deflate; made on Unix, so that modes are kept. */
const VERSION = 20
const MADE_ON_UNIX = 3 << 8
const DEFLATE = 8
const REGULAR_FILE = 0o100000

/** Little-endian numbers, each with its width in bytes. */
const pack = (...fields: readonly (readonly [number, 2 | 4])[]): Buffer => {
  const bytes = Buffer.alloc(fields.reduce((total, [, width]) => total + width, 0))
  let at = 0
  for (const [value, width] of fields) at = bytes.writeUIntLE(value, at, width)
  return bytes
}

/** As MS-DOS has it, two seconds exact, in UTC. */
const dosTime = (seconds: number): readonly [number, number] => {
  const date = new Date(Math.max(seconds, Date.UTC(1980, 0) / 1000) * 1000)
  return [
    (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1),
    ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate(),
  ]
}

/** A zip of these files, all of one time: the same files give the same bytes. @param seconds since the epoch */
export const zip = (entries: readonly Entry[], seconds: number): Buffer => {
  const [time, day] = dosTime(seconds)
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.path)
    const data = deflateRawSync(entry.bytes, { level: 9 })
    // What the header of a file and its line in the directory have in common (PKWARE's APPNOTE, 4.3.7 and 4.3.12).
    const common = pack(
      [VERSION, 2],
      [0, 2],
      [DEFLATE, 2],
      [time, 2],
      [day, 2],
      [crc32(entry.bytes), 4],
      [data.length, 4],
      [entry.bytes.length, 4],
      [name.length, 2],
      [0, 2],
    )
    const attributes = ((REGULAR_FILE | modeOf(entry)) << 16) >>> 0
    const local = Buffer.concat([pack([0x04034b50, 4]), common, name, data])
    directory.push(
      pack([0x02014b50, 4], [MADE_ON_UNIX | VERSION, 2]),
      common,
      pack([0, 2], [0, 2], [0, 2], [attributes, 4], [offset, 4]),
      name,
    )
    parts.push(local)
    offset += local.length
  }
  const lines = Buffer.concat(directory)
  const { length } = entries
  return Buffer.concat([
    ...parts,
    lines,
    pack([0x06054b50, 4], [0, 2], [0, 2], [length, 2], [length, 2], [lines.length, 4], [offset, 4], [0, 2]),
  ])
}
