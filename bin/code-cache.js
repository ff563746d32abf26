'use strict'

/*
 * V8's compiled form of the bundle, kept between runs: compiling takes longer than most verbs run. It is machine code of
 * sorts, so it is taken only from a folder and a file that this user owns and nobody else may write, and only whole.
 * Whatever is wrong with it, the bundle is compiled as if there were none.
 */
const fs = require('node:fs')
const { createRequire } = require('node:module')
const { dirname, join } = require('node:path')
const { Script } = require('node:vm')

/** Verbs that run for months, or in a container whose file system can't be written. */
const NOT_KEPT = new Set(['watch'])

const HEADER = 'kubectl-registrar code cache 1\n'

const checksum = (bytes) => require('node:zlib').crc32?.(bytes)

/** Where caches of this user go; undefined where that is not known. */
const cacheHome = ({ XDG_CACHE_HOME, LOCALAPPDATA, HOME }) => {
  if (process.platform === 'win32') return LOCALAPPDATA
  if (XDG_CACHE_HOME?.startsWith('/')) return XDG_CACHE_HOME
  if (!HOME?.startsWith('/')) return undefined
  return process.platform === 'darwin' ? join(HOME, 'Library', 'Caches') : join(HOME, '.cache')
}

/** Ours, and nobody else can write it. Windows keeps the folder to its user by itself. */
const isOwn = ({ uid, mode }) =>
  process.getuid === undefined || (uid === process.getuid() && (mode & 0o022) === 0)

/** What a cache was made of and by: another bundle or another V8 has another. */
const keyOf = ({ size, mtimeMs, ctimeMs, ino }) =>
  [size, mtimeMs, ctimeMs, ino, process.version, process.arch, process.execArgv.join(' ')].join(' ')

/** One a checkout or installation, so that two of them do not drive each other out. */
const fileFor = (folder, bundle) => join(folder, `${checksum(Buffer.from(bundle)).toString(16)}.v8`)

/** @returns {{key: string, verbs: string[], data: Buffer} | undefined} */
const read = (folder, bundle) => {
  if (!isOwn(fs.lstatSync(folder))) return undefined
  const file = fs.openSync(fileFor(folder, bundle), fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0))
  try {
    const stat = fs.fstatSync(file)
    if (!stat.isFile() || !isOwn(stat)) return undefined
    const bytes = fs.readFileSync(file)
    const head = bytes.indexOf('\n\n')
    const text = bytes.toString('latin1', 0, head)
    const data = bytes.subarray(head + 2)
    if (head < 0 || !text.startsWith(HEADER)) return undefined
    const { key, verbs, sum } = JSON.parse(text.slice(HEADER.length))
    return sum === checksum(data) ? { key, verbs, data } : undefined
  } finally {
    fs.closeSync(file)
  }
}

/** The same, and whatever fails is no cache. */
const readIfSound = (folder, bundle) => {
  try {
    return folder === undefined ? undefined : read(folder, bundle)
  } catch {
    return undefined
  }
}

/** Loads a CommonJS bundle as `require` does, with the code cache if there is one. */
exports.load = (bundle) => {
  const isOff = process.env.NODE_DISABLE_COMPILE_CACHE === '1' || checksum(Buffer.alloc(0)) === undefined
  const home = isOff ? undefined : cacheHome(process.env)
  const folder = home === undefined ? undefined : join(home, 'kubectl-registrar')
  const key = keyOf(fs.statSync(bundle))
  const known = readIfSound(folder, bundle)
  const cachedData = known?.key === key ? known.data : undefined
  const source = `(function (exports, require, module, __filename, __dirname) {${fs.readFileSync(bundle, 'latin1')}\n})`
  const script = new Script(source, { filename: bundle, ...(cachedData ? { cachedData } : {}) })
  const module = { exports: {} }
  script.runInThisContext()(module.exports, createRequire(bundle), module, bundle, dirname(bundle))
  const isTaken = cachedData !== undefined && script.cachedDataRejected === false
  return { exports: module.exports, script, bundle, folder, key, verbs: isTaken ? known.verbs : [] }
}

/** A file of this name is never half written: two first runs at once each write one of their own, and the last stays. */
const write = ({ script, bundle, folder, key, verbs }, verb) => {
  const home = dirname(folder)
  // Not in somebody else's home, where it would only be in their way (`sudo` may keep HOME).
  if (!fs.existsSync(home)) {
    if (!isOwn(fs.lstatSync(dirname(home)))) return
    fs.mkdirSync(home, { mode: 0o700 })
  }
  if (!isOwn(fs.lstatSync(home))) return
  fs.mkdirSync(folder, { mode: 0o700, recursive: true })
  if (!isOwn(fs.lstatSync(folder))) return
  const data = script.createCachedData()
  const head = `${HEADER}${JSON.stringify({ key, verbs: [...verbs, verb], sum: checksum(data) })}\n\n`
  const file = fileFor(folder, bundle)
  const own = `${file}.${process.pid}`
  try {
    fs.writeFileSync(own, Buffer.concat([Buffer.from(head, 'latin1'), data]), { flag: 'wx', mode: 0o600 })
    fs.renameSync(own, file)
  } catch {
    fs.rmSync(own, { force: true })
  }
}

/**
 * Keeps what was compiled, after the first run of each verb: only functions that have run are compiled.
 * @param verb what was run
 */
exports.keep = (loaded, verb) => {
  if (loaded.folder === undefined || loaded.verbs.includes(verb) || NOT_KEPT.has(verb)) return
  try {
    write(loaded, verb)
  } catch {
    // A file system that can't be written, a disk that is full: the next run compiles again.
  }
}
