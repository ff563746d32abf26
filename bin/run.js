#!/usr/bin/env node
'use strict'

const { basename, join } = require('node:path')

const root = join(__dirname, '..')
const words = process.argv.slice(2)
// One executable under two names: `kubectl registrar` and `argocd registrar`.
const program = basename(process.argv[1]).startsWith('argocd-') ? 'argocd registrar' : 'kubectl registrar'

if (!require('./answer.js').answer(root, words, program)) {
  const { load, keep } = require('./code-cache.js')
  const loaded = load(join(root, 'dist', 'main.cjs'))
  const { main, processIo } = loaded.exports
  main(words, root, processIo(program, require('../package.json').version)).then((code) => {
    // Not to be able to say what was done is a failure of its own, and has set its code.
    process.exitCode ||= code
    keep(loaded, words[0] ?? '')
  })
}
