#!/usr/bin/env node
'use strict'

const { basename, join } = require('node:path')
const { version } = require('../package.json')
const { main, processIo } = require('../dist/main.cjs')

// One executable under two names: `kubectl registrar` and `argocd registrar`.
const program = basename(process.argv[1]).startsWith('argocd-') ? 'argocd registrar' : 'kubectl registrar'

main(process.argv.slice(2), join(__dirname, '..'), processIo(program, version)).then((code) => {
  // Not to be able to say what was done is a failure of its own, and has set its code.
  process.exitCode ||= code
})
