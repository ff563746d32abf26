import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Entry } from './entries.ts'
import { tarGz } from './tar.ts'
import { fileOf, nameOf, type Target } from './targets.ts'
import { zip } from './zip.ts'

const ROOT = join(import.meta.dirname, '../..')

export interface Archive {
  readonly target: Target
  /** `kubectl-registrar_v0.1.0_linux-amd64.tar.gz` */
  readonly name: string
  readonly file: string
  readonly sha256: string
  readonly bytes: number
}

export interface ArchiveOptions {
  readonly version: string
  /** Where the archive goes. */
  readonly folder: string
  readonly executable: string
  /** File with the licences of Node. */
  readonly nodeLicence: string
  /** Time of every file, in seconds since the epoch. */
  readonly seconds: number
}

const plain = (path: string, file: string): Entry => ({ path, bytes: readFileSync(file), executable: false })

/** Packs an executable with the licences: of this project, of the libraries in it, and of Node. */
export const makeArchive = (target: Target, options: ArchiveOptions): Archive => {
  const { version, folder, executable, nodeLicence, seconds } = options
  const isWindows = target.os === 'windows'
  const name = `kubectl-registrar_v${version}_${nameOf(target)}.${isWindows ? 'zip' : 'tar.gz'}`
  const entries: readonly Entry[] = [
    plain('LICENSE', join(ROOT, 'LICENSE')),
    plain('LICENSE-libraries.txt', join(ROOT, 'dist/licenses.txt')),
    plain('LICENSE-node.txt', nodeLicence),
    { path: fileOf(target), bytes: readFileSync(executable), executable: true },
  ]
  const bytes = isWindows ? zip(entries, seconds) : tarGz(entries, seconds)
  const file = join(folder, name)
  writeFileSync(file, bytes)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { target, name, file, sha256, bytes: bytes.length }
}

/** As `sha256sum --check` reads it. */
export const checksums = (archives: readonly Pick<Archive, 'sha256' | 'name'>[]): string =>
  archives.map(({ sha256, name }) => `${sha256}  ${name}\n`).join('')
