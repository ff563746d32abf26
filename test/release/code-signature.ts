import { createHash } from 'node:crypto'

/*
 * A reader of Mach-O signatures that shares nothing with what writes them (.ci/release/ad-hoc-signature.ts). It goes the way
 * the kernel goes: from the last load command to the blob, to the directory, to the pages.
 */

/** What a signed program says of itself, and whether that is true. */
export interface CodeSignature {
  readonly flags: number
  readonly version: number
  readonly identifier: string
  /** Bytes from the beginning of the file that the hashes are of. */
  readonly covered: number
  readonly signatureAt: number
  readonly signatureSize: number
  readonly executableSegment: readonly [bigint, bigint, bigint]
  /** Pages whose hash is another than the directory says. */
  readonly wrongPages: readonly number[]
}

export interface Segment {
  readonly name: string
  readonly address: bigint
  readonly memory: bigint
  readonly offset: bigint
  readonly size: bigint
  /** Names and sizes of its sections. */
  readonly sections: Readonly<Record<string, bigint>>
}

const textAt = (view: DataView, at: number, most: number): string => {
  let text = ''
  for (let index = 0; index < most && view.getUint8(at + index) !== 0; index += 1)
    text += String.fromCharCode(view.getUint8(at + index))
  return text
}

const viewOf = (program: Buffer): DataView =>
  new DataView(program.buffer, program.byteOffset, program.byteLength)

/** Load commands, as [kind, offset]. */
function* loadCommands(view: DataView): Generator<readonly [number, number]> {
  const count = view.getUint32(16, true)
  let at = 32
  for (let index = 0; index < count; index += 1) {
    yield [view.getUint32(at, true), at]
    at += view.getUint32(at + 4, true)
  }
  if (at !== 32 + view.getUint32(20, true)) throw new Error('load commands and their size differ')
}

export const segmentsOf = (program: Buffer): readonly Segment[] => {
  const view = viewOf(program)
  return [...loadCommands(view)]
    .filter(([kind]) => kind === 0x19)
    .map(([, at]) => {
      const sections = Array.from(
        { length: view.getUint32(at + 64, true) },
        (_, index) => at + 72 + index * 80,
      )
      return {
        name: textAt(view, at + 8, 16),
        address: view.getBigUint64(at + 24, true),
        memory: view.getBigUint64(at + 32, true),
        offset: view.getBigUint64(at + 40, true),
        size: view.getBigUint64(at + 48, true),
        sections: Object.fromEntries(
          sections.map((section) => [textAt(view, section, 16), view.getBigUint64(section + 40, true)]),
        ),
      }
    })
}

/** @returns undefined for a program that is not signed */
export const signatureOf = (program: Buffer): CodeSignature | undefined => {
  const view = viewOf(program)
  const command = [...loadCommands(view)].find(([kind]) => kind === 0x1d)
  if (!command) return undefined
  const signatureAt = view.getUint32(command[1] + 8, true)
  const signatureSize = view.getUint32(command[1] + 12, true)
  if (view.getUint32(signatureAt) !== 0xfade0cc0) throw new Error('no embedded signature')
  const length = view.getUint32(signatureAt + 4)
  if (length > signatureSize) throw new Error('the signature is longer than its place')
  const count = view.getUint32(signatureAt + 8)
  const slots = Array.from({ length: count }, (_, index) => signatureAt + 12 + index * 8)
  const slot = slots.find((at) => view.getUint32(at) === 0)
  if (slot === undefined) throw new Error('no code directory')
  const directory = signatureAt + view.getUint32(slot + 4)
  if (view.getUint32(directory) !== 0xfade0c02) throw new Error('not a code directory')
  if (directory + view.getUint32(directory + 4) > signatureAt + length) throw new Error('it is cut off')

  const covered = view.getUint32(directory + 32)
  const hashSize = view.getUint8(directory + 36)
  if (hashSize !== 32 || view.getUint8(directory + 37) !== 2) throw new Error('not SHA-256')
  const pageSize = 1 << view.getUint8(directory + 39)
  const pages = view.getUint32(directory + 28)
  if (pages !== Math.ceil(covered / pageSize)) throw new Error('pages are missing')
  const hashes = directory + view.getUint32(directory + 16)
  const wrongPages: number[] = []
  for (let page = 0; page < pages; page += 1) {
    const bytes = program.subarray(page * pageSize, Math.min((page + 1) * pageSize, covered))
    const hash = createHash('sha256').update(bytes).digest()
    if (!hash.equals(program.subarray(hashes + page * hashSize, hashes + (page + 1) * hashSize)))
      wrongPages.push(page)
  }
  return {
    flags: view.getUint32(directory + 12),
    version: view.getUint32(directory + 8),
    identifier: textAt(view, directory + view.getUint32(directory + 20), 255),
    covered,
    signatureAt,
    signatureSize,
    executableSegment: [
      view.getBigUint64(directory + 64),
      view.getBigUint64(directory + 72),
      view.getBigUint64(directory + 80),
    ],
    wrongPages,
  }
}
