'use strict'

// Where the single executable starts: bin/run.js, with everything it reads in the executable itself.
const { basename, dirname, join } = require('node:path')
const { getRawAsset } = require('node:sea')

const read = (name) => Buffer.from(getRawAsset(name))
const bundle = join(dirname(process.execPath), 'main.cjs')
// The name it was started by; execPath has followed links.
const name = basename(process.argv0)
const words = process.argv.slice(2)
const program = name.startsWith('argocd-') ? 'argocd registrar' : 'kubectl registrar'

const cacheOf = () => {
  try {
    return read('dist/main.v8')
  } catch {
    // Made for one platform only.
    return undefined
  }
}

const load = () =>
  require('../../bin/code-cache.js').load({
    bundle,
    bytes: read('dist/main.cjs'),
    cache: cacheOf(),
    require: given,
  })

/** Node's own modules and the parts of the bundle that are kept apart: never a file that lies somewhere near. */
const given = (id) => {
  const { compileFunction } = require('node:vm')
  if (!id.startsWith('./')) return process.getBuiltinModule(id) ?? missing(id)
  const filename = join(dirname(bundle), id)
  const module = { exports: {} }
  const text = read(`dist/${basename(id)}`).toString()
  compileFunction(text, ['exports', 'require', 'module'], { filename })(module.exports, given, module)
  return module.exports
}
const missing = (id) => {
  throw Object.assign(new Error(`Cannot find module '${id}'`), { code: 'MODULE_NOT_FOUND' })
}
given.resolve = missing

const packed = () => ({
  root: dirname(bundle),
  packageJson: read('package.json').toString(),
  manifest: read('oclif.manifest.json').toString(),
})

if (name.startsWith('kubectl_complete-') || words[0] === '__complete')
  require('../../bin/completing.js').complete({ read, load, name, words, program })
else if (!require('../../bin/answer.js').answer(read, words, program)) {
  const loaded = load()
  const { main, processIo } = loaded.exports
  const installed = packed()
  main(words, installed, processIo(program, JSON.parse(installed.packageJson).version)).then((code) => {
    process.exitCode ||= code
    require('../../bin/code-cache.js').keep(loaded, words[0] ?? '')
  })
}
