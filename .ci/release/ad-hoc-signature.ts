import { createHash } from 'node:crypto'

/*
 * macOS on arm64 ends every program that is not signed, so that a program that was changed needs a new signature. Ad hoc
 * means: hashes of its pages, by nobody. Layout: Apple's xnu, osfmk/kern/cs_blobs.h and mach-o/loader.h.
 */
const MAGIC_64 = 0xfeedfacf
const HEADER = 32
const LC_SEGMENT_64 = 0x19
const LC_CODE_SIGNATURE = 0x1d
const SUPER_BLOB = 0xfade0cc0
const CODE_DIRECTORY = 0xfade0c02
const VERSION = 0x20400
const DIRECTORY_HEADER = 88
const AD_HOC = 0x2
const SHA256 = 2
const HASH = 32
const PAGE = 4096
const MAIN_BINARY = 1n

const align = (value: number, to: number): number => Math.ceil(value / to) * to

interface Command {
  readonly kind: number
  readonly at: number
  readonly size: number
}

const commandsOf = (program: Buffer): readonly Command[] => {
  if (program.readUInt32LE(0) !== MAGIC_64) throw new Error('not a 64-bit Mach-O program')
  const commands: Command[] = []
  let at = HEADER
  for (let left = program.readUInt32LE(16); left > 0; left -= 1) {
    const size = program.readUInt32LE(at + 4)
    commands.push({ kind: program.readUInt32LE(at), at, size })
    at += size
  }
  return commands
}

const segmentOf = (program: Buffer, commands: readonly Command[], name: string): number => {
  const found = commands.find(
    ({ kind, at }) =>
      kind === LC_SEGMENT_64 && program.toString('latin1', at + 8, at + 24).replaceAll('\0', '') === name,
  )
  if (!found) throw new Error(`no segment ${name}`)
  return found.at
}

/** Adds the load command where there is none, in the free space before the first section. */
const addCommand = (program: Buffer, commands: readonly Command[]): number => {
  const used = program.readUInt32LE(20)
  const at = HEADER + used
  if (program.subarray(at, at + 16).some((byte) => byte !== 0)) throw new Error('no room for a load command')
  program.writeUInt32LE(commands.length + 1, 16)
  program.writeUInt32LE(used + 16, 20)
  program.writeUInt32LE(LC_CODE_SIGNATURE, at)
  program.writeUInt32LE(16, at + 4)
  return at
}

/** Big-endian, as everything in a signature. */
const codeDirectory = (code: Buffer, identifier: string, textSize: bigint): Buffer => {
  const pages = Math.ceil(code.length / PAGE)
  const hashes = DIRECTORY_HEADER + identifier.length + 1
  const directory = Buffer.alloc(hashes + pages * HASH)
  // Magic, length, version, flags, where the hashes and the identifier are, special pages, pages, what is covered.
  const words = [
    CODE_DIRECTORY,
    directory.length,
    VERSION,
    AD_HOC,
    hashes,
    DIRECTORY_HEADER,
    0,
    pages,
    code.length,
  ]
  for (const [index, word] of words.entries()) directory.writeUInt32BE(word, index * 4)
  directory.set([HASH, SHA256, 0, Math.log2(PAGE)], 36)
  directory.writeBigUInt64BE(textSize, 72)
  directory.writeBigUInt64BE(MAIN_BINARY, 80)
  directory.write(identifier, DIRECTORY_HEADER, 'latin1')
  for (let page = 0; page < pages; page += 1)
    createHash('sha256')
      .update(code.subarray(page * PAGE, (page + 1) * PAGE))
      .digest()
      .copy(directory, hashes + page * HASH)
  return directory
}

/** Signs a macOS program ad hoc. Its old signature is dropped. @param identifier name it goes by */
export const signAdHoc = (signed: Buffer, identifier: string): Buffer => {
  const program = Buffer.from(signed)
  const commands = commandsOf(program)
  const text = segmentOf(program, commands, '__TEXT')
  const linkEdit = segmentOf(program, commands, '__LINKEDIT')
  const old = commands.find(({ kind }) => kind === LC_CODE_SIGNATURE)
  const start = Number(program.readBigUInt64LE(linkEdit + 40))
  const end = old ? program.readUInt32LE(old.at + 8) : start + Number(program.readBigUInt64LE(linkEdit + 48))
  if (!old && end !== program.length) throw new Error('something follows the last segment')
  const covered = align(end, 16)
  const size = align(20 + DIRECTORY_HEADER + identifier.length + 1 + Math.ceil(covered / PAGE) * HASH, 16)

  const command = old?.at ?? addCommand(program, commands)
  program.writeUInt32LE(covered, command + 8)
  program.writeUInt32LE(size, command + 12)
  program.writeBigUInt64LE(BigInt(align(covered + size - start, 0x4000)), linkEdit + 32)
  program.writeBigUInt64LE(BigInt(covered + size - start), linkEdit + 48)

  const code = Buffer.concat([program.subarray(0, end), Buffer.alloc(covered - end)])
  const directory = codeDirectory(code, identifier, program.readBigUInt64LE(text + 48))
  const blob = Buffer.alloc(size)
  // One entry: of kind 0, the code directory, 20 bytes on.
  for (const [index, word] of [SUPER_BLOB, 20 + directory.length, 1, 0, 20].entries())
    blob.writeUInt32BE(word, index * 4)
  directory.copy(blob, 20)
  return Buffer.concat([code, blob])
}
