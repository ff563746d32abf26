import { execFileSync } from 'node:child_process'
import { build } from 'esbuild'

const commit = () => {
  try {
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return 'n/a'
  }
}

// SOURCE_DATE_EPOCH makes a release reproducible; a build without it is not dated.
const date = process.env.SOURCE_DATE_EPOCH
  ? new Date(Number(process.env.SOURCE_DATE_EPOCH) * 1000).toISOString()
  : 'n/a'

await build({
  entryPoints: { main: 'src/main.ts' },
  outdir: 'dist',
  outExtension: { '.js': '.cjs' },
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'cjs',
  minify: true,
  keepNames: true,
  legalComments: 'none',
  logLevel: 'warning',
  define: { __COMMIT__: JSON.stringify(commit()), __BUILD_DATE__: JSON.stringify(date) },
})
