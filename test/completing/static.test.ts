import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { COMMANDS } from '../../src/main.ts'
import { PRESET_NAMES } from '../../src/providers/presets.ts'
import { install } from '../start/installation.ts'
import { ROOT } from '../support/cli.ts'

const VERBS = [...Object.keys(COMMANDS), 'get', 'help']
const NO_FILES = ':4'
const FILES = ':0'

describe('completion', function () {
  this.timeout(30_000)
  const at = install()
  const folder = mkdtempSync(join(tmpdir(), 'registrar-completing-'))

  after(() => {
    at.remove()
    rmSync(folder, { recursive: true })
  })

  /** Candidates without what they are, and what the shell is to do. */
  const complete = async (
    words: readonly string[],
    { name = 'kubectl_complete-registrar', env = {} }: { name?: string; env?: Record<string, string> } = {},
  ): Promise<{ readonly names: readonly string[]; readonly directive: string }> => {
    const { code, stdout, stderr } = await at.run(words, { name, env })
    assert.deepEqual([code, stderr], [0, ''])
    const lines = stdout.trimEnd().split('\n')
    const directive = lines.pop() ?? ''
    return { names: lines.map((line) => line.split('\t')[0] ?? ''), directive }
  }

  const offers = async (
    words: readonly string[],
    names: readonly string[],
    directive = NO_FILES,
  ): Promise<void> => {
    const found = await complete(words)
    assert.deepEqual([[...found.names].sort(), found.directive], [[...names].sort(), directive])
  }

  it('given nothing typed, then it offers every verb, each with what it does', async () => {
    const { stdout } = await at.run([''], { name: 'kubectl_complete-registrar' })

    await offers([''], VERBS)
    assert.match(stdout, /^sync\tRegister, refresh and repair every labelled child cluster in one pass$/m)
  })

  it('given the beginning of a verb, then it offers those that begin so', async () => {
    await offers(['re'], ['register', 'revert'])
    await offers(['help', 're'], ['register', 'revert'])
    await offers(['--context', 're', 'wa'], ['watch'])
  })

  for (const [verb, command] of Object.entries(COMMANDS))
    it(`given -, then it offers all flags of ${verb}`, async () => {
      await offers(
        [verb, '--'],
        [...Object.keys(command.flags), 'help'].map((name) => `--${name}`),
      )
    })

  it('given a flag that was typed, then it is not offered again, unless it may be repeated', async () => {
    const { names } = await complete(['sync', '-o', 'json', '-n', 'one', '-y', '--'])
    assert.ok(!names.includes('--output') && !names.includes('--yes'))
    assert.ok(names.includes('--namespace') && names.includes('--filename'))
  })

  it('given a flag with fixed values, then it offers these, behind a blank and behind an equals sign', async () => {
    await offers(['sync', '--output', ''], ['table', 'wide', 'name', 'json', 'yaml'])
    await offers(['sync', '-o', 'j'], ['json'])
    await offers(['sync', '--output=y'], ['yaml'])
    await offers(['version', '-o', ''], ['json', 'yaml'])
    await offers(['sync', '--provider', ''], PRESET_NAMES)
  })

  it('given a flag that may stand alone, then only an equals sign asks for its values', async () => {
    await offers(['sync', '--dry-run='], ['none', 'client', 'server'])
    await offers(['sync', '--dry-run', 'j'], [])
  })

  it('given a flag that names a file, then the shell offers files', async () => {
    for (const words of [
      ['sync', '-f', ''],
      ['sync', '--kubeconfig='],
      ['register', '--import', 'x'],
    ])
      await offers(words, [], FILES)
  })

  it('given a value that could be anything, or a verb that is none, then it offers nothing', async () => {
    for (const words of [
      ['sync', '--token', ''],
      ['sync', ''],
      ['frobnicate', ''],
      ['frobnicate', '--'],
      ['sync', '--nothing='],
    ])
      await offers(words, words[0] === 'frobnicate' && words[1] === '--' ? ['--help'] : [])
  })

  it('given the executable by its own name, then its hidden verb answers the same', async () => {
    const asked = await complete(['sync', '--o'])
    for (const name of ['kubectl-registrar', 'argocd-registrar'])
      assert.deepEqual(await complete(['__complete', 'sync', '--o'], { name }), asked)
  })

  it('given what is known beforehand, then it loads nothing but the table', async () => {
    const told = join(folder, 'read.json')
    await at.run(['sync', '--o'], {
      name: 'kubectl_complete-registrar',
      env: { READ_FILES: told },
      node: ['--require', join(ROOT, 'test/start/read-files.cjs')],
    })
    assert.deepEqual(
      (JSON.parse(readFileSync(told, 'utf8')) as string[]).map((path) => relative(at.folder, path)),
      ['bin/run.js', 'bin/completing.js', 'bin/answer.js', 'dist/completions.json'],
    )
  })

  it('given contexts, clusters and users of the kubeconfig, then it offers them', async () => {
    const KUBECONFIG = join(folder, 'config')
    const names = ['b', 'arn:aws:eks:eu-west-1:1:cluster/a', 'two words']
    writeFileSync(
      KUBECONFIG,
      JSON.stringify({
        contexts: names.map((name) => ({ name, context: { cluster: 'c', user: 'u' } })),
        clusters: [{ name: 'c', cluster: { server: 'https://127.0.0.1:1' } }],
        users: [{ name: 'u', user: { token: 'MARKEDSECRET' } }],
      }),
    )
    const by = async (flag: string): Promise<readonly string[]> =>
      (await complete(['sync', flag, ''], { env: { KUBECONFIG } })).names

    // What is several words to a shell can not be offered.
    assert.deepEqual(await by('--context'), ['arn:aws:eks:eu-west-1:1:cluster/a', 'b'])
    assert.deepEqual(await by('--cluster'), ['c'])
    assert.deepEqual(await by('--user'), ['u'])
    const typed = await complete(['sync', '--kubeconfig', KUBECONFIG, '--context', 'a'])
    assert.deepEqual(typed.names, ['arn:aws:eks:eu-west-1:1:cluster/a'])
  })

  it('given no kubeconfig, one that is broken, or a hub that does not answer, then it offers nothing, and is quiet', async () => {
    const broken = join(folder, 'broken')
    const dead = join(folder, 'dead')
    writeFileSync(broken, ': : :')
    writeFileSync(
      dead,
      JSON.stringify({
        'current-context': 'x',
        contexts: [{ name: 'x', context: { cluster: 'c' } }],
        clusters: [{ name: 'c', cluster: { server: 'https://127.0.0.1:1' } }],
      }),
    )
    for (const KUBECONFIG of ['/nonexistent/config', broken, dead])
      for (const words of [
        ['register', ''],
        ['demote', ''],
      ]) {
        const found = await complete(words, { env: { KUBECONFIG } })
        assert.deepEqual(found, { names: [], directive: NO_FILES })
      }
  })
})
