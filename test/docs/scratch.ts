import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from './pages.ts'

/** A copy of the checkout, with a home of its own. */
export interface Scratch {
  /** Runs a block as a person would paste it; the first command that fails ends it. */
  run(script: string, env?: Readonly<Record<string, string>>): Promise<Ran>
  remove(): void
}

export interface Ran {
  readonly code: number
  /** stdout and stderr, as they came. */
  readonly output: string
}

/** The sources: everything but what is large, or made. */
const LEFT_OUT = new Set(['.git', 'bench', 'coverage', 'dist', 'node_modules', 'test'])

/** Copies the checkout. node_modules is linked, so it must never look stale: installing anew would empty the original. */
const copyCheckout = (to: string): void => {
  for (const name of readdirSync(ROOT))
    if (!LEFT_OUT.has(name)) cpSync(join(ROOT, name), join(to, name), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(to, 'node_modules'))
  utimesSync(join(to, 'package-lock.json'), 0, 0)
}

export const hasKubectl = (): boolean => spawnSync('kubectl', ['version', '--client']).error === undefined

/** Where there is no kubectl (in CI that is a fault), what it does for a plugin: run the executable of that name. */
const standIn = (folder: string): void => {
  writeFileSync(join(folder, 'kubectl'), '#!/bin/sh\nplugin=kubectl-$1\nshift\nexec "$plugin" "$@"\n')
  chmodSync(join(folder, 'kubectl'), 0o755)
}

/**
 * @param installed puts the plugin on the PATH; a page that shows how to do that does it by itself
 */
export const makeScratch = (installed: boolean): Scratch => {
  if (!hasKubectl() && process.env['CI'] === 'true') throw new Error('kubectl is missing')
  const top = mkdtempSync(join(tmpdir(), 'registrar-docs-'))
  const checkout = join(top, 'checkout')
  const home = join(top, 'home')
  const tools = join(top, 'tools')
  for (const folder of [checkout, home, tools]) mkdirSync(folder)
  copyCheckout(checkout)
  if (!hasKubectl()) standIn(tools)
  if (installed) symlinkSync(join(checkout, 'bin/run.js'), join(tools, 'kubectl-registrar'))
  const built = spawnSync(process.execPath, ['esbuild.config.js'], { cwd: checkout, encoding: 'utf8' })
  if (built.status !== 0) {
    rmSync(top, { recursive: true, force: true })
    throw new Error(`the build failed: ${built.stderr}`)
  }

  const environment = {
    HOME: home,
    PATH: [join(home, '.local/bin'), tools, process.env['PATH'] ?? ''].join(':'),
    LANG: 'C.UTF-8',
  }
  return {
    run: (script, env = {}) =>
      new Promise((resolve, reject) => {
        const child = spawn('bash', ['-ec', `exec 2>&1\n${script}`], {
          cwd: checkout,
          env: { ...environment, ...env },
          stdio: ['ignore', 'pipe', 'inherit'],
        })
        const parts: Buffer[] = []
        child.stdout.on('data', (part: Buffer) => parts.push(part))
        child.on('error', reject)
        child.on('close', (code) => {
          resolve({ code: code ?? -1, output: Buffer.concat(parts).toString() })
        })
      }),
    remove: () => {
      rmSync(top, { recursive: true, force: true })
    },
  }
}
