import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Report } from '../../src/engine/report.ts'
import { runCli, type CliResult } from '../support/cli.ts'
import { controllerConfig, manifest, namespace, source } from './manifests.ts'

/** One namespace an owner value, so that the decisions tell which one was in force. */
const OWNERS = ['by-flag', 'by-env', 'by-file', 'by-hub', 'cluster-registrar'] as const

const HUB = [
  ...OWNERS.flatMap((owner, index) => [
    namespace(owner, owner, { managedBy: owner }),
    source(owner, `https://10.0.0.${index + 1}`),
  ]),
]

const DISCOVERED = controllerConfig('registrar', 'argocd', ['managedBy: by-hub', 'demotedTTL: 12h'])

const USED =
  'note: settings of the hub are used (configmap argocd/registrar); --no-discover-config turns that off\n'

describe('where settings come from', () => {
  const folder = mkdtempSync(join(tmpdir(), 'registrar-settings-'))
  const config = (...lines: readonly string[]): string => {
    const path = join(folder, 'config.yaml')
    writeFileSync(path, ['apiVersion: registrar/v1', 'kind: Config', ...lines, ''].join('\n'))
    return path
  }
  after(() => {
    rmSync(folder, { recursive: true })
  })

  const run = (
    words: readonly string[],
    objects: readonly object[],
    env: Readonly<Record<string, string>> = {},
  ): Promise<CliResult> =>
    runCli(['sync', '-f', '-', '-o', 'json', ...words], { stdin: manifest(...objects), env })

  const read = async (
    words: readonly string[],
    objects: readonly object[],
    env: Readonly<Record<string, string>> = {},
  ): Promise<{ readonly report: Report; readonly stderr: string }> => {
    const { stdout, stderr } = await run(words, objects, env)
    return { report: JSON.parse(stdout) as Report, stderr }
  }

  const owner = async (
    words: readonly string[],
    env: Readonly<Record<string, string>>,
    objects: readonly object[],
  ): Promise<readonly [string, readonly (string | null)[]]> => {
    const { report } = await read(words, objects, env)
    return [report.settings.managedBy, report.decisions.map(({ cluster }) => cluster)]
  }

  it('given all four, then the flag wins, then the environment, then the file, then the hub, then the default', async () => {
    const flag = ['--managed-by', 'by-flag']
    const env = { REGISTRAR_MANAGED_BY: 'by-env' }
    const file = ['--config', config('managedBy: by-file')]
    const hub = [...HUB, DISCOVERED]

    assert.deepEqual(await owner([...flag, ...file], env, hub), ['by-flag', ['by-flag']])
    assert.deepEqual(await owner(file, env, hub), ['by-env', ['by-env']])
    assert.deepEqual(await owner(file, {}, hub), ['by-file', ['by-file']])
    assert.deepEqual(await owner([], {}, hub), ['by-hub', ['by-hub']])
    assert.deepEqual(await owner([], {}, HUB), ['cluster-registrar', ['cluster-registrar']])
    assert.deepEqual(await owner(['--no-discover-config'], {}, hub), [
      'cluster-registrar',
      ['cluster-registrar'],
    ])
  })

  it('given settings of a controller, then it is said, and so is a flag that contradicts them', async () => {
    const hub = [...HUB, DISCOVERED]

    assert.deepEqual((await read([], hub)).stderr, USED)
    assert.equal(
      (await read(['--managed-by=by-flag', '--demoted-ttl=720m'], hub)).stderr,
      `${USED}note: --managed-by differs from the controller's managedBy (configmap argocd/registrar:3): each pass undoes the other's\n`,
    )
    assert.equal((await read(['--config', config('demotedTTL: 0s')], hub)).stderr, '')
  })

  it('given a controller, then its target namespace and a looser brake are not taken over', async () => {
    const loose = controllerConfig('registrar', 'argocd', ['targetNamespace: elsewhere', 'maxRemovals: 100%'])

    const { report } = await read(['--managed-by=by-flag'], [...HUB, loose])

    assert.equal(report.settings.targetNamespace, 'argocd')
    assert.deepEqual(
      report.decisions.map(({ action, result }) => [action, result]),
      [['register', 'planned']],
    )
  })

  it('given two controllers, then one has to be chosen', async () => {
    const hub = [...HUB, DISCOVERED, controllerConfig('second', 'argocd', ['managedBy: by-file'])]

    assert.deepEqual(await run([], hub), {
      code: 2,
      stdout: '',
      stderr:
        'error: several ConfigMaps hold settings in argocd: registrar, second\nchoose one with --settings-from NAME, or pass --no-discover-config\n',
    })
    assert.deepEqual(await owner(['--settings-from', 'second'], {}, hub), ['by-file', ['by-file']])
    assert.match(
      (await run(['--settings-from', 'third'], hub)).stderr,
      /^error: --settings-from: no ConfigMap argocd\/third /,
    )
  })

  it('given a mistake in the settings of a controller, then its line is named', async () => {
    const { code, stderr } = await run([], [controllerConfig('registrar', 'argocd', ['managedby: x'])])

    assert.equal(code, 2)
    assert.match(stderr, /^error: configmap argocd\/registrar:3: unknown key "managedby"\n[^\n]+\n$/)
  })

  it('given settings that do less than they seem to, then it is said on standard error alone', async () => {
    const { report, stderr } = await read(['--exec-credentials', '--provider', 'k3k'], HUB)

    assert.equal(report.settings.execCredentials, true)
    assert.equal(
      stderr,
      'note: exec credentials are on, but no provider may use them: nothing is translated; add capa-eks or capz-aks, or "=exec" to a provider of your own\n',
    )
  })

  it('given a REGISTRAR_ variable for an input, then it counts where the flag is absent', async () => {
    const twoOwners = [...HUB, namespace('second', 'second'), source('second', 'https://10.0.0.9')]
    const clusters = async (
      words: readonly string[],
      env: Readonly<Record<string, string>>,
    ): Promise<unknown> => (await read(words, twoOwners, env)).report.decisions.map(({ cluster }) => cluster)

    assert.deepEqual(await clusters([], { REGISTRAR_NAMESPACE: 'second' }), ['second'])
    assert.deepEqual(await clusters(['-n', 'cluster-registrar'], { REGISTRAR_NAMESPACE: 'second' }), [
      'cluster-registrar',
    ])
    assert.deepEqual(
      (await read([], HUB, { REGISTRAR_PROVIDER: 'vcluster  k3k' })).report.settings.providers.map(
        (spec) => spec.split('=')[0],
      ),
      ['vcluster', 'k3k'],
    )
  })
})
