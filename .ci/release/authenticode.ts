/** Offset of the PE header's own offset, and of what is read in it (Microsoft's PE format). */
const PE_OFFSET = 0x3c
const OPTIONAL_HEADER = 24
const CHECKSUM = 64
const PE32_PLUS = 0x20b
const DATA_DIRECTORIES = 112
const CERTIFICATE_TABLE = 4

/** Takes the signature off a Windows program: the table of certificates at its end, and what points to it. */
export const withoutAuthenticode = (program: Buffer): Buffer => {
  const header = program.readUInt32LE(PE_OFFSET)
  const optional = header + OPTIONAL_HEADER
  if (
    program.toString('latin1', header, header + 4) !== 'PE\0\0' ||
    program.readUInt16LE(optional) !== PE32_PLUS
  )
    throw new Error('not a 64-bit Windows program')
  const entry = optional + DATA_DIRECTORIES + CERTIFICATE_TABLE * 8
  const start = program.readUInt32LE(entry)
  const size = program.readUInt32LE(entry + 4)
  if (start === 0) return program
  // Padded to eight bytes, and the last thing in the file: nothing else moves.
  if (start + size !== program.length) throw new Error('what follows the signature would be lost')
  const bare = Buffer.from(program.subarray(0, start))
  bare.writeBigUInt64LE(0n, entry)
  // Checked for drivers only; a wrong one is worse than none.
  bare.writeUInt32LE(0, optional + CHECKSUM)
  return bare
}
