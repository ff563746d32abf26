import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'

// Writes FILE, by default dist/main.v8: the bundle as V8 compiled it, with what the common verbs run. For images and
// executables that bring their own Node; another version of it passes the file over.
//
//     node .ci/code-cache.js [FILE]
const root = join(import.meta.dirname, '..')
const { load, deliver } = createRequire(import.meta.url)(join(root, 'bin', 'code-cache.js'))
const bundle = join(root, 'dist', 'main.cjs')
const [file] = process.argv.slice(2)
const loaded = load({
  // Its name stands in what is compiled; where that goes elsewhere, it says nothing of this machine.
  bundle: file === undefined ? bundle : basename(bundle),
  bytes: readFileSync(bundle),
  require: createRequire(bundle),
})
const { main, processIo } = loaded.exports

const io = {
  ...processIo('kubectl registrar', '0.0.0'),
  env: {},
  stdout: () => undefined,
  stderr: () => undefined,
}
const hub = ['-f', join(root, 'examples', 'hub')]
// Nobody listens there: as far as that takes it, a hub is reached.
const nowhere = [
  '--server=https://127.0.0.1:1',
  '--token=none',
  '--insecure-skip-tls-verify',
  '--kubeconfig=/dev/null',
]
for (const words of [
  ['sync', ...hub],
  ['sync', ...hub, '-o', 'json'],
  ['list', ...hub],
  ['list', ...nowhere],
  ['watch', '--help'],
])
  await main(words, root, io)
deliver(loaded, file)
