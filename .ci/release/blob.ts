import { execFileSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const ROOT = join(import.meta.dirname, '../..')

/** What the executable reads of an installation, by the path it has there. */
const ASSETS = [
  'dist/answers.json',
  'dist/completions.json',
  'dist/exec-auth.cjs',
  'dist/main.cjs',
  'dist/oidc-auth.cjs',
  'oclif.manifest.json',
  'package.json',
]

/** The launcher in one file: a single executable can require nothing but Node's own modules. */
const bundleLauncher = async (outfile: string): Promise<void> => {
  await build({
    absWorkingDir: ROOT,
    entryPoints: ['.ci/release/launcher.cjs'],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node22',
    format: 'cjs',
    minify: true,
    logLevel: 'warning',
  })
}

/** Compiles the bundle as this node does, with what the common verbs run. */
const compile = (node: string, to: string): void => {
  rmSync(to, { force: true })
  execFileSync(node, ['.ci/code-cache.js', to], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] })
}

export interface BlobOptions {
  /** A node of the version that the blob is for, which runs here. */
  readonly node: string
  /** Where files of the build go. */
  readonly folder: string
  /** With the compiled form of the bundle; only for the platform that `node` is of. */
  readonly compiled: boolean
}

/**
 * Makes what is injected into a node program: launcher, bundle and everything the bundle reads. The same for every
 * platform, but for the compiled form: `useCodeCache` and `useSnapshot` would bind it to this one.
 * @returns the file
 */
export const makeBlob = async ({ node, folder, compiled }: BlobOptions): Promise<string> => {
  const name = compiled ? 'compiled' : 'plain'
  // Relative to the folder: the blob holds the name of its main script, and says nothing of where it was made.
  const main = 'launcher.cjs'
  const output = `${name}.blob`
  const config = join(folder, `${name}.json`)
  await bundleLauncher(join(folder, main))
  const missing = ASSETS.find((file) => !existsSync(join(ROOT, file)))
  if (missing !== undefined) throw new Error(`${missing} is missing: npm run build`)
  const assets = Object.fromEntries(ASSETS.map((file) => [file, join(ROOT, file)]))
  if (compiled) compile(node, (assets['dist/main.v8'] = join(folder, 'main.v8')))
  writeFileSync(
    config,
    JSON.stringify({
      main,
      output,
      disableExperimentalSEAWarning: true,
      useSnapshot: false,
      useCodeCache: false,
      assets,
    }),
  )
  execFileSync(node, ['--experimental-sea-config', config], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  return join(folder, output)
}
