/** A note of an ELF program that is mapped into memory. */
export interface Note {
  readonly name: string
  readonly size: number
}

const PT_LOAD = 1
const PT_NOTE = 4

interface ProgramHeader {
  readonly kind: number
  readonly offset: number
  readonly size: number
}

const headersOf = (program: Buffer): readonly ProgramHeader[] => {
  const start = Number(program.readBigUInt64LE(32))
  const width = program.readUInt16LE(54)
  return Array.from({ length: program.readUInt16LE(56) }, (_, index) => {
    const at = start + index * width
    return {
      kind: program.readUInt32LE(at),
      offset: Number(program.readBigUInt64LE(at + 8)),
      size: Number(program.readBigUInt64LE(at + 32)),
    }
  })
}

const align = (value: number): number => Math.ceil(value / 4) * 4

function* notesIn(program: Buffer, { offset, size }: ProgramHeader): Generator<Note> {
  let at = offset
  while (at + 12 <= offset + size) {
    const nameSize = program.readUInt32LE(at)
    const noteSize = program.readUInt32LE(at + 4)
    const name = program.toString('latin1', at + 12, at + 12 + nameSize).replace(/\0.*$/s, '')
    yield { name, size: noteSize }
    at += 12 + align(nameSize) + align(noteSize)
  }
}

/** Processor of a 64-bit little-endian program: `amd64` or `arm64`. */
export const machineOf = (program: Buffer): string => {
  if (program.toString('latin1', 0, 6) !== '\x7fELF\x02\x01') throw new Error('not a 64-bit ELF program')
  return { 0x3e: 'amd64', 0xb7: 'arm64' }[program.readUInt16LE(18)] ?? 'another'
}

/** The notes that node can find: those in a segment that is loaded. */
export const notesOf = (program: Buffer): readonly Note[] => {
  const headers = headersOf(program)
  const loaded = headers.filter(({ kind }) => kind === PT_LOAD)
  return headers
    .filter(({ kind }) => kind === PT_NOTE)
    .filter(({ offset, size }) =>
      loaded.some((load) => load.offset <= offset && offset + size <= load.offset + load.size),
    )
    .flatMap((header) => [...notesIn(program, header)])
}
