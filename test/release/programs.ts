/** Small programs, of nothing but what is read when they are signed. */

const segment = (name: string, offset: number, size: number): Buffer => {
  const command = Buffer.alloc(72)
  command.writeUInt32LE(0x19, 0)
  command.writeUInt32LE(72, 4)
  command.write(name, 8, 'latin1')
  command.writeBigUInt64LE(0x100000000n + BigInt(offset), 24)
  command.writeBigUInt64LE(BigInt(size), 32)
  command.writeBigUInt64LE(BigInt(offset), 40)
  command.writeBigUInt64LE(BigInt(size), 48)
  return command
}

/** Two segments of a page and a half each, and free space behind the load commands. */
export const macProgram = (filling = 0x90): Buffer => {
  const size = 6144
  const commands = Buffer.concat([segment('__TEXT', 0, size), segment('__LINKEDIT', size, size - 3)])
  const header = Buffer.alloc(32)
  header.writeUInt32LE(0xfeedfacf, 0)
  header.writeUInt32LE(2, 16)
  header.writeUInt32LE(commands.length, 20)
  const body = Buffer.alloc(2 * size - 3, filling)
  body.fill(0, 0, 1024)
  header.copy(body, 0)
  commands.copy(body, 32)
  return body
}

/** @param certificate bytes of the signature behind it; 0 for none */
export const windowsProgram = (certificate: number): Buffer => {
  const program = Buffer.alloc(1024 + certificate, 0xcc)
  program.fill(0, 0, 512)
  program.write('MZ', 0)
  program.writeUInt32LE(0x80, 0x3c)
  program.write('PE\0\0', 0x80)
  program.writeUInt16LE(0x20b, 0x98)
  program.writeUInt32LE(0x1234, 0x98 + 64)
  program.writeUInt32LE(certificate === 0 ? 0 : 1024, 0x98 + 112 + 32)
  program.writeUInt32LE(certificate, 0x98 + 112 + 36)
  return program
}
