import assert from 'node:assert/strict'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RESOURCE } from '../../.ci/release/executable.ts'
import { makeSite } from '../e2e/site.ts'
import { useHub } from '../envtest/shared-hub.ts'
import { ROOT, run, type CliResult } from '../support/cli.ts'
import { machineOf, notesOf } from './elf.ts'
import { useNativeBuild } from './native.ts'

const HUB = join(ROOT, 'examples/hub')

describe('the executable', function () {
  this.timeout(120_000)
  const hub = useHub()
  const build = useNativeBuild()
  const folder = mkdtempSync(join(tmpdir(), 'registrar-executable-'))
  const caches = join(folder, 'caches')

  before('it stands alone', () => {
    mkdirSync(caches, { mode: 0o700 })
    mkdirSync(join(folder, 'bin'))
    cpSync(build().executable, join(folder, 'bin/kubectl-registrar'))
    for (const name of ['argocd-registrar', 'kubectl_complete-registrar'])
      symlinkSync('kubectl-registrar', join(folder, 'bin', name))
  })
  after(() => {
    rmSync(folder, { recursive: true })
  })

  const env = { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent', XDG_CACHE_HOME: caches }
  const started = (
    name: string,
    words: readonly string[],
    more: Record<string, string> = {},
  ): Promise<CliResult> => run(join(folder, 'bin', name), words, { ...env, ...more })
  /** The same by node, of another version. */
  const installed = async (words: readonly string[]): Promise<CliResult> =>
    run(process.execPath, [join(ROOT, 'bin/run.js'), ...words], { ...env, XDG_CACHE_HOME: '/nonexistent' })

  it('given its form, then node finds the blob in it', () => {
    const program = readFileSync(build().executable)
    assert.equal(machineOf(program), 'amd64')
    const blob = notesOf(program).find(({ name }) => name === RESOURCE)
    assert.ok(blob && blob.size > 2_000_000)
  })

  for (const line of [
    'sync --help',
    `sync -f ${HUB}`,
    `sync -f ${HUB} -o json`,
    `doctor -f ${HUB}`,
    `list -f ${HUB} -o yaml`,
    'version -o json',
    'frobnicate',
  ])
    it(`given ${line.replace(HUB, 'examples/hub')}, then it says what the package says`, async () => {
      const words = line.split(' ')
      assert.deepEqual(await started('kubectl-registrar', words), await installed(words))
    })

  it('given no verb, then it names its platform and its own node', async () => {
    const { stdout } = await started('kubectl-registrar', [])
    assert.match(stdout, /^ {2}kubectl-registrar\/\S+ linux-x64 node-v22\.23\.2$/m)
  })

  it('given another name, then it is a plugin of argocd, or answers what kubectl asks', async () => {
    const help = await started('argocd-registrar', ['sync', '--help'])
    const asked = await started('kubectl_complete-registrar', ['sync', '--outp'])

    assert.match(help.stdout, /^ {2}\$ argocd registrar sync/m)
    assert.deepEqual(asked, {
      code: 0,
      stdout: '--output\tform of the output (default table)\n:4\n',
      stderr: '',
    })
  })

  it('given a verb, then it reads no file but those that are asked for, and writes none', async () => {
    const told = join(folder, 'read.json')
    const read = async (words: readonly string[]): Promise<readonly string[]> => {
      const NODE_OPTIONS = `--require=${join(ROOT, 'test/start/read-files.cjs')}`
      const { code, stderr } = await started('kubectl-registrar', words, { NODE_OPTIONS, READ_FILES: told })
      assert.equal(code, 0, stderr)
      return (JSON.parse(readFileSync(told, 'utf8')) as string[]).filter((path) => path !== told)
    }
    const manifest = join(HUB, 'k3k.yaml')

    assert.deepEqual(await read(['version']), [])
    assert.deepEqual(
      (await read(['list', '-f', manifest])).filter(
        (path) => !path.includes('theme.json') && !path.startsWith('/proc'),
      ),
      [manifest],
    )
    assert.deepEqual(readdirSync(caches), [])
  })

  it('given a user with an exec plugin, then what is loaded for it is in the executable too', async () => {
    const site = await makeSite(hub(), 'executable-exec')
    const config = join(folder, 'exec-config')
    const plugin = join(folder, 'plugin')
    const credential = {
      apiVersion: 'client.authentication.k8s.io/v1',
      kind: 'ExecCredential',
      status: { token: hub().token('reference') },
    }
    writeFileSync(plugin, `#!/bin/sh\ncat <<'END'\n${JSON.stringify(credential)}\nEND\n`, { mode: 0o755 })
    writeFileSync(
      config,
      JSON.stringify({
        'current-context': 'x',
        contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
        clusters: [{ name: 'c', cluster: { server: hub().server, 'certificate-authority': hub().caFile } }],
        users: [
          {
            name: 'u',
            user: {
              exec: {
                apiVersion: 'client.authentication.k8s.io/v1',
                command: plugin,
                interactiveMode: 'Never',
              },
            },
          },
        ],
      }),
    )

    const where = ['--managed-by', site.owner, '-t', site.target]
    const words = ['sync', '--kubeconfig', config, ...where, '-o', 'json']
    const { code, stderr } = await started('kubectl-registrar', words)

    assert.equal(code, 0, stderr)
  })
})
