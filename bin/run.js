#!/usr/bin/env node
'use strict'

const { readFileSync } = require('node:fs')
const { basename, join } = require('node:path')

const root = join(__dirname, '..')
const read = (file) => readFileSync(join(root, file))
const name = basename(process.argv[1])
const words = process.argv.slice(2)
// One executable under two names: `kubectl registrar` and `argocd registrar`; and a third, by which kubectl asks what a
// word could be.
const program = name.startsWith('argocd-') ? 'argocd registrar' : 'kubectl registrar'

const bundle = join(root, 'dist', 'main.cjs')
const load = () => {
  const given = require('node:module').createRequire(bundle)
  return require('./code-cache.js').load({ bundle, bytes: read('dist/main.cjs'), require: given })
}

const run = () => {
  const loaded = load()
  const { main, processIo } = loaded.exports
  const { version } = JSON.parse(read('package.json'))
  main(words, root, processIo(program, version)).then((code) => {
    // Not to be able to say what was done is a failure of its own, and has set its code.
    process.exitCode ||= code
    require('./code-cache.js').keep(loaded, words[0] ?? '')
  })
}

if (name.startsWith('kubectl_complete-') || words[0] === '__complete')
  require('./completing.js').complete({ read, load, root, name, words, program })
else if (!require('./answer.js').answer(read, words, program)) {
  try {
    run()
  } catch (error) {
    // No verb has begun: a file of ours is missing, or is not what was installed.
    process.stderr.write(
      `error: this installation is damaged (${error.code ?? error.name})\ninstall it again in ${root}\n`,
    )
    process.exitCode = 2
  }
}
