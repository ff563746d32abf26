// What `npm run demo` shows once everything is built: a folder of manifests, and what would be registered from it.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

// Reads the folder and writes nothing; some of its clusters are refused on purpose, hence --exit-zero.
const words = 'sync -f examples/hub --config examples/settings.yaml --exit-zero'.split(' ')

const show = (...more) => {
  const line = [...words, ...more]
  process.stdout.write(`$ kubectl registrar ${line.join(' ')}\n`)
  const { status, error } = spawnSync(process.execPath, [join('bin', 'run.js'), ...line], {
    cwd: root,
    stdio: 'inherit',
  })
  if (error) throw error
  process.stdout.write('\n')
  return status ?? 2
}

process.exitCode = show() || show('-o', 'json')
