import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** Bytes that the package may have. */
export const PACKAGE_LIMIT = 1_500_000

interface Packed {
  readonly file: string
  readonly bytes: number
  readonly paths: readonly string[]
}

/** Packs the checkout, which has been built, as `npm publish` would. */
export const packPackage = (folder: string): Packed => {
  const words = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]
  const output = execFileSync('npm', words, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [packed] = JSON.parse(output) as readonly { filename: string; files: readonly { path: string }[] }[]
  if (!packed) throw new Error('npm pack wrote nothing')
  const file = join(folder, packed.filename)
  return { file, bytes: statSync(file).size, paths: packed.files.map(({ path }) => path) }
}

/**
 * Installs the package into an empty folder, with no registry to ask, and runs it.
 * @returns what it says of its version
 */
export const tryPackage = (file: string): string => {
  const scratch = mkdtempSync(join(tmpdir(), 'registrar-package-'))
  try {
    mkdirSync(join(scratch, 'cache'))
    writeFileSync(join(scratch, 'package.json'), '{"private": true}')
    const words = ['install', '--offline', '--cache', join(scratch, 'cache'), '--no-audit', '--no-fund', file]
    execFileSync('npm', words, { cwd: scratch, stdio: ['ignore', 'ignore', 'pipe'] })
    const program = join(scratch, 'node_modules/.bin/kubectl-registrar')
    return execFileSync(program, ['version'], { encoding: 'utf8', env: { PATH: process.env['PATH'] } }).trim()
  } finally {
    rmSync(scratch, { recursive: true })
  }
}
