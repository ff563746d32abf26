import { readFileSync, writeFileSync } from 'node:fs'
import { inject } from 'postject'
import { signAdHoc } from './ad-hoc-signature.ts'
import { withoutAuthenticode } from './authenticode.ts'
import { extractNode } from './node-binaries.ts'
import { fileOf, type Target } from './targets.ts'

/** Where node looks for the blob, and the mark in the program that tells it to (Node's documentation of single executables). */
export const RESOURCE = 'NODE_SEA_BLOB'
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2'
const SEGMENT = 'NODE_SEA'

const edit = (file: string, change: (bytes: Buffer) => Buffer): void => {
  writeFileSync(file, change(readFileSync(file)))
}

/**
 * Makes the executable of a platform: its node program, with the blob in it.
 * @param file where it goes
 */
export const makeExecutable = async (target: Target, blob: string, file: string): Promise<void> => {
  extractNode(target, file)
  // Its signature is of the program without the blob.
  if (target.form === 'pe') edit(file, withoutAuthenticode)
  await inject(file, RESOURCE, readFileSync(blob), { sentinelFuse: FUSE, machoSegmentName: SEGMENT })
  if (target.form === 'mach-o') edit(file, (bytes) => signAdHoc(bytes, fileOf(target)))
}
