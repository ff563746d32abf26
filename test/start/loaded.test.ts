import assert from 'node:assert/strict'
import { mkdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { ROOT } from '../support/cli.ts'
import { install } from './installation.ts'
import { buildReadable, loadedIn, type Bundle } from './loaded.ts'

describe('what a command loads', function () {
  this.timeout(60_000)
  const at = install()
  let bundle: Bundle
  let runs = 0

  before('the bundle, with names', async () => {
    bundle = await buildReadable(join(at.folder, 'dist/main.cjs'))
  })
  after(() => {
    at.remove()
  })

  const filesReadBy = async (words: readonly string[]): Promise<readonly string[]> => {
    const told = join(at.folder, 'read.json')
    const { code } = await at.run(words, {
      env: { READ_FILES: told, NODE_DISABLE_COMPILE_CACHE: '1' },
      node: ['--require', join(ROOT, 'test/start/read-files.cjs')],
    })
    assert.equal(code, 0)
    return (JSON.parse(readFileSync(told, 'utf8')) as string[])
      .map((path) => relative(at.folder, path))
      .filter((path) => path !== relative(at.folder, told))
  }

  /** Packages and folders of ours. */
  const partsOf = (paths: ReadonlySet<string>): string[] => {
    const parts = [...paths].map((path) => {
      const [, first = '', second = ''] = /^(?:node_modules|src)\/([^/]+)(?:\/([^/]+))?/.exec(path) ?? []
      if (path.startsWith('src/')) return `src/${first}`
      return first.startsWith('@') ? `${first}/${second}` : first
    })
    return [...new Set(parts)].sort()
  }

  const loadedBy = async (words: readonly string[]): Promise<ReadonlySet<string>> => {
    runs += 1
    const folder = join(at.folder, `coverage-${runs}`)
    mkdirSync(folder)
    const { code, stderr } = await at.run(words, {
      env: { NODE_V8_COVERAGE: folder, NODE_DISABLE_COMPILE_CACHE: '1' },
    })
    assert.equal(code, 0, stderr)
    return loadedIn(folder, bundle)
  }

  for (const word of ['--help', 'version'])
    it(`reads for ${word} the launcher and the answer`, async () => {
      assert.deepEqual(await filesReadBy([word]), ['bin/run.js', 'bin/answer.js', 'dist/answers.json'])
    })

  it('reads for sync the bundle once, its version, and the manifests', async () => {
    const manifest = join(ROOT, 'examples/hub/k3k.yaml')

    const read = await filesReadBy(['sync', '-f', manifest])

    assert.deepEqual(
      read.filter((path) => !path.startsWith('..')),
      ['bin/run.js', 'bin/answer.js', 'bin/code-cache.js', 'dist/main.cjs', 'package.json'],
    )
  })

  const HEAVY = [
    'listr2',
    'prom-client',
    'socks',
    'oauth4webapi',
    'src/controller',
    'src/doctor',
    'src/manifests',
  ]
  const isHeavy = (part: string): boolean => HEAVY.includes(part)

  it('knows the heavy parts by their names', () => {
    assert.deepEqual(
      HEAVY.filter((part) => !partsOf(bundle.all).includes(part)),
      [],
    )
  })

  it('loads none of the heavy parts before it knows the verb', () => {
    assert.deepEqual(partsOf(bundle.eager).filter(isHeavy), [])
  })

  it('loads none of them for sync with manifests, of which it reads the plain ones by itself', async () => {
    const parts = partsOf(await loadedBy(['sync', '-f', join(ROOT, 'examples/hub/k3k.yaml')]))
    assert.deepEqual(parts.filter(isHeavy), [])
    assert.ok(parts.includes('src/engine'))
  })

  it('loads none of them for list, and no plan', async () => {
    const loaded = await loadedBy(['list', '-f', join(ROOT, 'examples/hub/k3k.yaml')])
    assert.deepEqual(partsOf(loaded).filter(isHeavy), [])
    assert.ok(!loaded.has('src/engine/plan/index.ts'))
  })
})
