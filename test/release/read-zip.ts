import { inflateRawSync } from 'node:zlib'

/** A file of a zip, as its directory has it. */
export interface Unzipped {
  readonly path: string
  readonly bytes: Buffer
  readonly mode: number
  readonly time: string
}

const padded = (value: number): string => String(value).padStart(2, '0')

/** Reads a zip from its end, as programs that unpack do (PKWARE's APPNOTE). */
export const readZip = (zip: Buffer): readonly Unzipped[] => {
  const end = zip.length - 22
  if (zip.readUInt32LE(end) !== 0x06054b50) throw new Error('no end of the directory')
  const files: Unzipped[] = []
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error('no line of the directory')
    const [time, day] = [zip.readUInt16LE(at + 12), zip.readUInt16LE(at + 14)]
    const [packed, size] = [zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24)]
    const nameLength = zip.readUInt16LE(at + 28)
    const local = zip.readUInt32LE(at + 42)
    const data = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const bytes = inflateRawSync(zip.subarray(data, data + packed))
    if (bytes.length !== size) throw new Error('a file of another size')
    files.push({
      path: zip.toString('utf8', at + 46, at + 46 + nameLength),
      bytes,
      mode: zip.readUInt32LE(at + 38) >>> 16,
      time: [
        [1980 + (day >> 9), padded((day >> 5) & 15), padded(day & 31)].join('-'),
        [padded(time >> 11), padded((time >> 5) & 63), padded((time & 31) * 2)].join(':'),
      ].join(' '),
    })
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return files
}
