import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT, run, type CliResult } from '../support/cli.ts'

const PARTS = ['bin', 'dist', 'package.json', 'oclif.manifest.json']

export interface Installation {
  readonly folder: string
  /** Where its user's caches go. */
  readonly caches: string
  /** Runs it by the name it is on PATH under; default `kubectl-registrar`. */
  readonly run: (
    words: readonly string[],
    options?: {
      readonly name?: string
      readonly env?: Readonly<Record<string, string>>
      readonly node?: readonly string[]
    },
  ) => Promise<CliResult>
  readonly remove: () => void
}

/** What is installed, apart from this checkout, with caches of its own. */
export const install = (): Installation => {
  const folder = mkdtempSync(join(tmpdir(), 'registrar-start-'))
  for (const part of PARTS) cpSync(join(ROOT, part), join(folder, part), { recursive: true })
  const caches = join(folder, 'caches')
  mkdirSync(caches, { mode: 0o700 })
  for (const name of ['kubectl-registrar', 'argocd-registrar', 'kubectl_complete-registrar'])
    symlinkSync(join(folder, 'bin/run.js'), join(folder, name))
  return {
    folder,
    caches,
    run: (words, { name = 'kubectl-registrar', env = {}, node = [] } = {}) =>
      run(process.execPath, [...node, join(folder, name), ...words], {
        PATH: process.env['PATH'] ?? '',
        HOME: '/nonexistent',
        XDG_CACHE_HOME: caches,
        ...env,
      }),
    remove: () => {
      rmSync(folder, { recursive: true })
    },
  }
}
