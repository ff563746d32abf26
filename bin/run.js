#!/usr/bin/env node
'use strict'

const { basename, join } = require('node:path')
const { version } = require('../package.json')
const { main, processIo } = require('../dist/main.cjs')

// One executable under two names: `kubectl registrar` and `argocd registrar`.
const program = basename(process.argv[1]).startsWith('argocd-') ? 'argocd registrar' : 'kubectl registrar'

// A reader that has seen enough (`| head`) closes the pipe; that is no failure of ours.
process.stdout.on('error', (error) => process.exit(error.code === 'EPIPE' ? 0 : 2))

main(process.argv.slice(2), join(__dirname, '..'), processIo(program, version)).then((code) => {
  process.exitCode = code
})
