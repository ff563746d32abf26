/** What of a Windows program decides whether it starts, and finds what was put into it. */
export interface WindowsProgram {
  readonly machine: string
  /** Of its own pages and those of its headers, from its beginning to its end. */
  readonly certificateTable: readonly [number, number]
  /** Size by name, of the resources that are plain data. */
  readonly data: Readonly<Record<string, number>>
}

const RCDATA = 10
const DIRECTORY = 0x80000000

interface Reader {
  readonly program: Buffer
  /** Where the tree of resources begins in the file. */
  readonly root: number
}

/** Entries of one level: by number or by name, with where they lead. */
const entriesOf = (
  { program, root }: Reader,
  at: number,
): readonly (readonly [number | string, number])[] => {
  const count = program.readUInt16LE(root + at + 12) + program.readUInt16LE(root + at + 14)
  return Array.from({ length: count }, (_, index) => {
    const entry = root + at + 16 + index * 8
    const id = program.readUInt32LE(entry)
    const target = program.readUInt32LE(entry + 4)
    if (id < DIRECTORY) return [id, target] as const
    const name = root + (id - DIRECTORY)
    const length = program.readUInt16LE(name)
    return [program.toString('utf16le', name + 2, name + 2 + length * 2), target] as const
  })
}

const sizeOf = (reader: Reader, target: number): number => {
  if (target < DIRECTORY) return reader.program.readUInt32LE(reader.root + target + 4)
  const [first] = entriesOf(reader, target - DIRECTORY)
  if (!first) throw new Error('an empty directory')
  return sizeOf(reader, first[1])
}

/** File offset of an address, by the sections. */
const offsetOf = (program: Buffer, header: number, address: number): number => {
  const sections = header + 24 + program.readUInt16LE(header + 20)
  for (let index = 0; index < program.readUInt16LE(header + 6); index += 1) {
    const section = sections + index * 40
    const start = program.readUInt32LE(section + 12)
    const size = program.readUInt32LE(section + 16)
    if (start <= address && address < start + size)
      return program.readUInt32LE(section + 20) + address - start
  }
  throw new Error('an address outside of every section')
}

export const readWindowsProgram = (program: Buffer): WindowsProgram => {
  const header = program.readUInt32LE(0x3c)
  if (program.toString('latin1', header, header + 4) !== 'PE\0\0') throw new Error('not a Windows program')
  const directories = header + 24 + 112
  const root = offsetOf(program, header, program.readUInt32LE(directories + 16))
  const reader = { program, root }
  const plain = entriesOf(reader, 0).find(([kind]) => kind === RCDATA)
  const names = plain ? entriesOf(reader, plain[1] - DIRECTORY) : []
  return {
    machine: { 0x8664: 'amd64', 0xaa64: 'arm64' }[program.readUInt16LE(header + 4)] ?? 'another',
    certificateTable: [program.readUInt32LE(directories + 32), program.readUInt32LE(directories + 36)],
    data: Object.fromEntries(names.map(([name, target]) => [String(name), sizeOf(reader, target)])),
  }
}
