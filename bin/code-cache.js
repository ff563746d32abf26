'use strict'

/*
 * V8's compiled form of the bundle, kept between runs: compiling takes longer than most verbs run, and 20 MB. It is machine
 * code of sorts, so it is taken only from a file, in a folder, that this user owns and nobody else may write; or beside the
 * bundle from whoever owns that. Whatever is wrong with it, the bundle is compiled as if there were none.
 */
const fs = require('node:fs')
const { dirname, join } = require('node:path')
const { Script } = require('node:vm')

const HEADER = 'kubectl-registrar code cache 1\n'

/** Undefined before Node 20.15, which then goes without. */
const checksum = (bytes) => require('node:zlib').crc32?.(bytes)

/** Where caches of this user go; undefined where that is not known. */
const cacheHome = ({ XDG_CACHE_HOME, LOCALAPPDATA, HOME }) => {
  if (process.platform === 'win32') return LOCALAPPDATA
  if (XDG_CACHE_HOME?.startsWith('/')) return XDG_CACHE_HOME
  if (!HOME?.startsWith('/')) return undefined
  return process.platform === 'darwin' ? join(HOME, 'Library', 'Caches') : join(HOME, '.cache')
}

/** Belongs to that user, and nobody else can write it. Windows keeps such a folder to its user by itself. */
const isOf = (owner, { uid, mode }) => process.getuid === undefined || (uid === owner && (mode & 0o022) === 0)

const isOwn = (stat) => isOf(process.getuid?.(), stat)

/** What a cache is of and by: another bundle or another V8 has another. */
const keyOf = (source) => [source.length, checksum(source), process.version, process.arch].join(' ')

/** One a checkout or installation, so that two of them do not drive each other out. */
const fileFor = (folder, bundle) => join(folder, `${checksum(Buffer.from(bundle)).toString(16)}.v8`)

/** @returns {{key: string, verbs: string[], data: Buffer} | undefined} */
const parse = (bytes) => {
  const head = bytes.indexOf('\n\n')
  const text = bytes.toString('latin1', 0, head)
  const data = bytes.subarray(head + 2)
  if (head < 0 || !text.startsWith(HEADER)) return undefined
  const { key, verbs, sum } = JSON.parse(text.slice(HEADER.length))
  return sum === checksum(data) ? { key, verbs, data } : undefined
}

const read = (path, owner) => {
  const file = fs.openSync(
    path,
    fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0) | (fs.constants.O_NONBLOCK ?? 0),
  )
  try {
    const stat = fs.fstatSync(file)
    return stat.isFile() && isOf(owner, stat) ? parse(fs.readFileSync(file)) : undefined
  } finally {
    fs.closeSync(file)
  }
}

/** What `find` gives, and where it fails nothing. */
const orNone = (find) => {
  try {
    return find()
  } catch {
    return undefined
  }
}

/** Beside the bundle, for the Node it is delivered with. */
const deliveredFile = (bundle) => bundle.replace(/\.cjs$/, '.v8')

/** What is part of the executable has been trusted by running it. */
const delivered = ({ bundle, cache }) =>
  cache === undefined ? read(deliveredFile(bundle), fs.statSync(bundle).uid) : parse(cache)

const own = (folder, bundle) =>
  folder !== undefined && isOwn(fs.lstatSync(folder))
    ? read(fileFor(folder, bundle), process.getuid?.())
    : undefined

const isOff = ({ NODE_DISABLE_COMPILE_CACHE }) =>
  NODE_DISABLE_COMPILE_CACHE === '1' || checksum(Buffer.alloc(0)) === undefined

const folderOf = (env) => {
  const home = isOff(env) ? undefined : cacheHome(env)
  return home === undefined ? undefined : join(home, 'kubectl-registrar')
}

/**
 * Loads a CommonJS bundle as `require` does, with the code cache if there is one.
 * @param source `bundle`: the name it goes by; `bytes`: its text, ASCII; `require`: what it is given; `cache`: the delivered
 *   compiled form, where that is not a file beside it
 */
exports.load = (source) => {
  const { bundle, bytes, require: given } = source
  const folder = folderOf(process.env)
  const key = keyOf(bytes)
  const isFor = (found) => (found?.key === key ? found : undefined)
  const known = isOff(process.env)
    ? undefined
    : (isFor(orNone(() => delivered(source))) ?? isFor(orNone(() => own(folder, bundle))))
  const text = `(function (exports, require, module, __filename, __dirname) {${bytes.toString('latin1')}\n})`
  const script = new Script(text, { filename: bundle, ...(known ? { cachedData: known.data } : {}) })
  const module = { exports: {} }
  script.runInThisContext()(module.exports, given, module, bundle, dirname(bundle))
  const isTaken = known !== undefined && script.cachedDataRejected === false
  return { exports: module.exports, script, bundle, folder, key, verbs: isTaken ? known.verbs : [] }
}

/** The file's whole content. */
const contentOf = ({ script, key, verbs }) => {
  const data = script.createCachedData()
  const head = `${HEADER}${JSON.stringify({ key, verbs, sum: checksum(data) })}\n\n`
  return Buffer.concat([Buffer.from(head, 'latin1'), data])
}

/** Never half written: two first runs at once each write a file of their own, and the last stays. */
const write = (file, content, mode) => {
  const half = `${file}.${process.pid}`
  try {
    fs.writeFileSync(half, content, { flag: 'wx', mode })
    fs.renameSync(half, file)
  } catch (error) {
    fs.rmSync(half, { force: true })
    throw error
  }
}

const keepIn = (folder, loaded) => {
  const home = dirname(folder)
  // Not in somebody else's home, where it would only be in their way (`sudo` may keep HOME).
  if (!fs.existsSync(home) && isOwn(fs.lstatSync(dirname(home)))) fs.mkdirSync(home, { mode: 0o700 })
  // Never with `recursive`, which does not end where a folder can't be made for ENOENT (/proc).
  if (!fs.existsSync(folder) && isOwn(fs.lstatSync(home))) fs.mkdirSync(folder, { mode: 0o700 })
  if (!isOwn(fs.lstatSync(home)) || !isOwn(fs.lstatSync(folder))) return
  write(fileFor(folder, loaded.bundle), contentOf(loaded), 0o600)
}

/**
 * Keeps what was compiled, after the first run of each verb: only functions that have run are compiled.
 * @param verb what was run
 */
exports.keep = (loaded, verb) => {
  const { folder, verbs } = loaded
  if (folder === undefined || verbs.includes('*') || verbs.includes(verb)) return
  // A file system that can't be written, a disk that is full: the next run compiles again.
  orNone(() => keepIn(folder, { ...loaded, verbs: [...verbs, verb] }))
}

/** Puts it beside the bundle, to be delivered with it, or there: what has run until now is what every verb gets. */
exports.deliver = (loaded, file = deliveredFile(loaded.bundle)) => {
  write(file, contentOf({ ...loaded, verbs: ['*'] }), 0o644)
}
