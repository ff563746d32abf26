import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { build } from 'esbuild'
import { writeLicences } from './.ci/licences.js'

const commit = () => {
  try {
    const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], options).trim()
  } catch {
    return 'n/a'
  }
}

// SOURCE_DATE_EPOCH makes a release reproducible; a build without it is not dated.
const epoch = process.env.SOURCE_DATE_EPOCH
const date = epoch ? new Date(Number(epoch) * 1000).toISOString() : 'n/a'

/** Loaded by users with exec plugins or OIDC only, and four times the size of everything else: files of their own. */
const AUTHENTICATORS = {
  'exec-auth': '@kubernetes/client-node/dist/exec_auth.js',
  'oidc-auth': '@kubernetes/client-node/dist/oidc_auth.js',
}

const apart = {
  name: 'authenticators-apart',
  setup: ({ onResolve }) => {
    for (const [name, path] of Object.entries(AUTHENTICATORS))
      onResolve({ filter: new RegExp(`^${path.replaceAll(/[.]/g, '\\$&')}$`) }, ({ kind }) =>
        kind === 'entry-point' ? undefined : { path: `./${name}.cjs`, external: true },
      )
  },
}

const { metafile } = await build({
  entryPoints: { main: 'src/main.ts', ...AUTHENTICATORS },
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'cjs',
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
  define: { __COMMIT__: JSON.stringify(commit()), __BUILD_DATE__: JSON.stringify(date) },
  // What runs in a vm.Script can require, and not import (bin/code-cache.js).
  supported: { 'dynamic-import': false },
  // oclif would compile commands written in TypeScript with it; ours are in the bundle.
  external: ['typescript'],
  plugins: [apart],
  metafile: true,
})
writeLicences(metafile)

// The bundle is read byte by byte, as twice as fast. esbuild escapes what is not ASCII but in regular expressions.
const bundle = 'dist/main.cjs'
const escaped = readFileSync(bundle, 'utf8').replaceAll(
  /[^\0-\x7f]/g,
  (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
)
writeFileSync(bundle, escaped)
