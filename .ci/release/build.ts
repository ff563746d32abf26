import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { makeArchive, type Archive } from './archive.ts'
import { makeBlob } from './blob.ts'
import { makeExecutable } from './executable.ts'
import { extractNode, extractNodeLicence } from './node-binaries.ts'
import { fileOf, nameOf, NATIVE, TARGETS, type Target } from './targets.ts'

/** Which of the targets runs here. */
const native = (): Target => {
  const found = TARGETS.find((target) => nameOf(target) === NATIVE)
  if (!found || process.platform !== found.os || process.arch !== 'x64')
    throw new Error(`executables are built on ${NATIVE}: the blob is made by the node of that platform`)
  return found
}

/** Where the executable of a target is, below the folder of the build. */
export const executableIn = (folder: string, target: Target): string =>
  join(folder, nameOf(target), fileOf(target))

/** Makes the executables of these targets. `npm run build` has to have run. */
export const buildExecutables = async (folder: string, targets: readonly Target[]): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  const node = join(folder, 'node')
  extractNode(native(), node)
  const plain = await makeBlob({ node, folder, compiled: false })
  const compiled = await makeBlob({ node, folder, compiled: true })
  for (const target of targets) {
    const file = executableIn(folder, target)
    mkdirSync(join(folder, nameOf(target)), { recursive: true })
    await makeExecutable(target, nameOf(target) === NATIVE ? compiled : plain, file)
  }
}

export interface ArchivesOptions {
  readonly version: string
  /** Time of every file in them, in seconds since the epoch. */
  readonly seconds: number
}

/** Packs the executables of these targets, which are there already. */
export const buildArchives = (
  folder: string,
  targets: readonly Target[],
  { version, seconds }: ArchivesOptions,
): readonly Archive[] => {
  const nodeLicence = join(folder, 'LICENSE-node.txt')
  extractNodeLicence(native(), nodeLicence)
  return targets.map((target) =>
    makeArchive(target, { version, folder, executable: executableIn(folder, target), nodeLicence, seconds }),
  )
}
