import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { ROOT, run, type CliResult } from '../support/cli.ts'
import { install, type Installation } from './installation.ts'

const WORDS = ['sync', '--help']

describe('the code cache', function () {
  this.timeout(30_000)
  let at: Installation
  let expected: CliResult

  beforeEach(async () => {
    at = install()
    expected = await at.run(WORDS, { env: { NODE_DISABLE_COMPILE_CACHE: '1' } })
    assert.equal(expected.code, 0)
    assert.deepEqual(readdirSync(at.caches), [])
  })
  afterEach(() => {
    at.remove()
  })

  const folder = (): string => join(at.caches, 'kubectl-registrar')
  const file = (): string => {
    const [name, ...others] = readdirSync(folder())
    assert.deepEqual(others, [])
    return join(folder(), name!)
  }
  const runs = async (options: Parameters<Installation['run']>[1] = {}): Promise<void> => {
    assert.deepEqual(await at.run(WORDS, options), expected)
  }
  /** Which file it is, and when it was written. */
  const state = (): string => {
    const { ino, mtimeNs } = statSync(file(), { bigint: true })
    return `${ino} ${mtimeNs}`
  }
  const change = (edit: (bytes: Buffer) => Buffer): void => {
    writeFileSync(file(), edit(readFileSync(file())))
  }

  it('is written after the first run, for its user alone, and then used', async () => {
    await runs()
    const written = state()
    assert.equal(statSync(folder()).mode & 0o777, 0o700)
    assert.equal(statSync(file()).mode & 0o777, 0o600)

    await runs()

    assert.equal(state(), written)
  })

  it('is written once more when a verb runs that had not run before', async () => {
    await runs()
    const written = state()

    await at.run(['prune', '--help'])
    const both = state()
    await at.run(['prune', '--help'])
    await runs()

    assert.notEqual(both, written)
    assert.equal(state(), both)
  })

  it('is made anew for another bundle, of the same length too', async () => {
    const unknown = ['no-such-verb']
    assert.match((await at.run(unknown)).stderr, /unknown command/)
    const written = state()
    const bundle = join(at.folder, 'dist/main.cjs')
    writeFileSync(bundle, readFileSync(bundle, 'utf8').replaceAll('unknown command', 'unheard command'))

    assert.match((await at.run(unknown)).stderr, /unheard command/)

    assert.notEqual(state(), written)
  })

  const withSum = (data: Buffer): ((bytes: Buffer) => Buffer) => {
    return (bytes) => {
      const head = bytes.toString('latin1', 0, bytes.indexOf('\n\n'))
      const own = head.replace(/"sum":\d+/, `"sum":${crc32(data)}`)
      return Buffer.concat([Buffer.from(`${own}\n\n`, 'latin1'), data])
    }
  }

  const damages: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
    'cut off': (bytes) => bytes.subarray(0, bytes.length >> 1),
    'cut off in its first line': (bytes) => bytes.subarray(0, 10),
    empty: () => Buffer.alloc(0),
    'of other bytes': () => Buffer.from('\0'.repeat(100)),
    'damaged in the middle': (bytes) => {
      const copy = Buffer.from(bytes)
      copy[copy.length >> 1]! ^= 0xff
      return copy
    },
    'damaged where it says what it is of': (bytes) => Buffer.from(`x${bytes.toString('latin1')}`, 'latin1'),
    'whole, and none that V8 takes': withSum(Buffer.from('not machine code')),
  }
  for (const [what, damage] of Object.entries(damages))
    it(`is made anew where it is ${what}`, async () => {
      await runs()
      change(damage)
      const damaged = readFileSync(file())

      await runs()

      assert.notDeepEqual(readFileSync(file()), damaged)
      const remade = state()
      await runs()
      assert.equal(state(), remade)
    })

  it('is not followed where it is a link, and replaced', async () => {
    await runs()
    const elsewhere = join(at.folder, 'elsewhere')
    const name = file()
    renameSync(name, elsewhere)
    symlinkSync(elsewhere, name)
    const before = readFileSync(elsewhere)

    await runs()

    assert.ok(statSync(file()).isFile())
    assert.deepEqual(readFileSync(elsewhere), before)
  })

  it('is not waited for where it is a pipe that nobody writes to, and replaced', async () => {
    await runs()
    const name = file()
    rmSync(name)
    execFileSync('mkfifo', [name])

    await runs()

    assert.ok(statSync(name).isFile())
  })

  it('is not taken from a file that others may write, and replaced', async () => {
    await runs()
    chmodSync(file(), 0o666)

    await runs()

    assert.equal(statSync(file()).mode & 0o777, 0o600)
  })

  for (const mode of [0o777, 0o770])
    it(`is neither taken from nor put into a folder of mode ${mode.toString(8)}`, async () => {
      await runs()
      chmodSync(folder(), mode)
      change(() => Buffer.from('as it was'))

      await runs()

      assert.equal(readFileSync(file(), 'utf8'), 'as it was')
    })

  it('is not put into a home that others may write', async () => {
    chmodSync(at.caches, 0o777)
    await runs()
    assert.deepEqual(readdirSync(at.caches), [])
  })

  it('is neither taken from nor put into what another user owns', async function () {
    // Only root may give files away; CI is root.
    if (process.getuid?.() !== 0) return
    await runs()
    const own = readFileSync(file())
    chownSync(file(), 65534, 65534)
    await runs()
    assert.equal(statSync(file()).uid, 0)

    chownSync(folder(), 65534, 65534)
    change(() => Buffer.from('as it was'))
    await runs()
    assert.equal(readFileSync(file(), 'utf8'), 'as it was')

    assert.notEqual(own.length, 0)
  })

  it('is done without where the home is missing, can not be written, or is not a folder', async () => {
    writeFileSync(join(at.folder, 'file'), '')
    for (const home of ['/nonexistent/deep/down', '/proc', join(at.folder, 'file'), 'relative'])
      await runs({ env: { XDG_CACHE_HOME: home } })
    assert.deepEqual(readdirSync(at.caches), [])
  })

  it('is whole after several first runs at once', async () => {
    await Promise.all([1, 2, 3, 4].map(() => runs()))

    const written = state()
    await runs()
    assert.equal(state(), written)
  })

  it('goes to .cache of the home where no other place is named', async () => {
    mkdirSync(join(at.folder, 'home'), { mode: 0o700 })
    await runs({ env: { XDG_CACHE_HOME: '', HOME: join(at.folder, 'home') } })
    assert.deepEqual(readdirSync(join(at.folder, 'home/.cache')), ['kubectl-registrar'])
  })

  describe('that is delivered with the bundle', () => {
    const delivered = (): string => join(at.folder, 'dist/main.v8')

    beforeEach(async () => {
      cpSync(join(ROOT, '.ci/code-cache.js'), join(at.folder, '.ci/code-cache.js'))
      cpSync(join(ROOT, 'examples/hub'), join(at.folder, 'examples/hub'), { recursive: true })
      const made = await run(process.execPath, [join(at.folder, '.ci/code-cache.js')], {})
      assert.deepEqual(made, { code: 0, stdout: '', stderr: '' })
      assert.equal(statSync(delivered()).mode & 0o777, 0o644)
    })

    it('serves every verb, and another is not written', async () => {
      await runs()
      assert.deepEqual(readdirSync(at.caches), [])
    })

    it('is passed over where others may write it', async () => {
      chmodSync(delivered(), 0o666)
      await runs()
      assert.equal(readdirSync(at.caches).length, 1)
    })

    it('is passed over by another bundle', async () => {
      writeFileSync(join(at.folder, 'dist/main.cjs'), '\n', { flag: 'a' })
      await runs()
      assert.equal(readdirSync(at.caches).length, 1)
    })
  })
})
