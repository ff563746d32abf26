import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import { DEFAULT_VALUES } from '../../src/manifests/default-values.ts'
import { renderManifests } from '../../src/manifests/index.ts'
import type { Manifest } from '../../src/manifests/names.ts'
import { runCli, type CliOptions, type CliResult } from '../support/cli.ts'
import { assertGolden } from './golden.ts'

const documentsOf = (text: string): readonly Manifest[] =>
  parseAllDocuments(text).map((document) => document.toJS() as Manifest)

interface Container {
  readonly args: readonly string[]
  readonly image: string
}

interface Deployment {
  readonly spec: {
    readonly replicas: number
    readonly template: { readonly spec: { readonly containers: readonly [Container] } }
  }
}

/** What of an installation flags decide. */
interface Shown {
  readonly args: readonly string[]
  readonly config: Readonly<Record<string, unknown>>
}

const shownIn = ({ code, stderr, stdout }: CliResult): Shown => {
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
  const manifests = documentsOf(stdout)
  const find = (kind: string): Manifest => manifests.find((manifest) => manifest.kind === kind)!
  const { spec } = find('Deployment') as unknown as Deployment
  const data = find('ConfigMap')['data'] as Readonly<Record<string, string>>
  return {
    args: spec.template.spec.containers[0].args,
    config: parse(data['config.yaml'] ?? '') as Shown['config'],
  }
}

describe('manifests', () => {
  const folder = mkdtempSync(join(tmpdir(), 'registrar-manifests-'))
  after(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  const file = (name: string, text: string): string => {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  }
  const manifests = (words: readonly string[], options?: CliOptions): Promise<CliResult> =>
    runCli(['manifests', ...words], options)
  const shown = async (words: readonly string[], options?: CliOptions): Promise<Shown> =>
    shownIn(await manifests(words, options))

  it('given no flag, then the installation is that of the chart as it comes', async () => {
    const ran = await manifests([])
    const release = {
      name: 'kubectl-registrar',
      namespace: 'argocd',
      version: '0.0.0-test',
      service: 'kubectl-registrar',
    }

    assertGolden('manifests', 'kubectl registrar manifests', ran)
    assert.deepEqual(
      documentsOf(ran.stdout),
      JSON.parse(JSON.stringify(renderManifests(DEFAULT_VALUES, release))),
    )
  })

  it('given flags of settings, then they stand in the ConfigMap', async () => {
    const words = [
      ...['-t', 'argo', '--label-prefix', 'example.com/', '--managed-by', 'me', '--exec-credentials'],
      ...['--provider', 'capi', '--provider', 'edge=e-*=a,b=exec', '--demoted-ttl', '12h'],
      ...['--max-removals', '10%', '--interval', '2m'],
    ]
    const { config } = await shown(words)
    assert.deepEqual(config, {
      apiVersion: 'registrar/v1',
      kind: 'Config',
      targetNamespace: 'argo',
      labelPrefix: 'example.com/',
      managedBy: 'me',
      providers: [
        'capi',
        { name: 'edge', secretNamePattern: 'e-*', secretKeys: ['a', 'b'], allowExec: true },
      ],
      execCredentials: true,
      execHosts: [],
      execProxies: [],
      interval: '2m',
      demotedTTL: '12h',
      maxRemovals: '10%',
      renames: 'apply',
      updatesPerMinute: 60,
      uidGrace: '24h',
    })
  })

  it('given flags of watch, then the pod is started with them', async () => {
    const words = [
      ...['--workers', '3', '--dry-run', '--no-prune', '--leader-elect', '--leader-election-id', 'mine'],
      ...[
        '--health-probe-bind-address',
        '0',
        '--metrics-bind-address',
        ':9090',
        '--log-format',
        'json',
        '-v',
        '6',
      ],
    ]
    const { args } = await shown(words)
    assert.deepEqual(args, [
      'watch',
      '--config=/etc/kubectl-registrar/config.yaml',
      '--workers=3',
      '--log-format=json',
      '--leader-elect',
      '--leader-election-id=mine',
      '--health-probe-bind-address=0',
      '--metrics-bind-address=:9090',
      '--dry-run',
      '--no-prune',
      '-v=6',
    ])
  })

  it('given flags that say what is the default, then the pod is started as it comes', async () => {
    const { args } = await shown([
      '--prune',
      '--leader-elect=false',
      '--dry-run=none',
      '--metrics-bind-address=',
    ])
    assert.deepEqual(args, (await shown([])).args)
  })

  it('given one setting in several places, then --set counts before flag, variable, file and values file', async () => {
    const values = file('values.yaml', 'managedBy: of-values\nrbac:\n  events: true\n')
    const config = file('config.yaml', 'apiVersion: registrar/v1\nkind: Config\nmanagedBy: of-config\n')
    const places = [
      ['--set', 'managedBy=of-set'],
      ['--managed-by', 'of-flag'],
      ['of-variable'],
      ['--config', config],
      ['--values', values],
    ]
    const owners: unknown[] = []
    for (const [index] of places.entries()) {
      const words = places.slice(index).flatMap((place) => (place.length === 1 ? [] : place))
      const env: Record<string, string> = index <= 2 ? { REGISTRAR_MANAGED_BY: 'of-variable' } : {}
      owners.push((await shown(words, { env })).config['managedBy'])
    }
    assert.deepEqual(owners, ['of-set', 'of-flag', 'of-variable', 'of-config', 'of-values'])
  })

  it('given values in --set, then each is read as YAML, and put where its path leads', async () => {
    const { stdout } = await manifests([
      ...['--set', 'image.repository=registry.example.com/a', '--set', 'image.tag="1.10"'],
      ...[
        '--set',
        'replicaCount=2',
        '--set',
        'leaderElection.enabled=true',
        '--set',
        'providers=[capi, kamaji]',
      ],
    ])
    const { spec } = documentsOf(stdout).find(({ kind }) => kind === 'Deployment') as unknown as Deployment
    assert.deepEqual(
      [spec.replicas, spec.template.spec.containers[0].image],
      [2, 'registry.example.com/a:1.10'],
    )
  })

  it('given values files, then the last counts most', async () => {
    const first = file('first.yaml', 'workers: 1\nlogFormat: json\n')
    const second = file('second.yaml', 'workers: 2\n')
    const { args } = await shown(['--values', first, '--values', second, '--values', file('empty.yaml', '')])
    assert.deepEqual(args.slice(2, 4), ['--workers=2', '--log-format=json'])
  })

  it('given another namespace for the pod, then the settings are there too, and the rights where Argo CD is', async () => {
    const { stdout } = await manifests(['-n', 'tools', '--name', 'mine'])
    const places = documentsOf(stdout).map(
      ({ kind, metadata: { name, namespace = '-' } }) => `${kind} ${namespace} ${name}`,
    )
    assert.deepEqual(places, [
      'ServiceAccount tools mine-kubectl-registrar-sa',
      'ClusterRole - mine-kubectl-registrar-role',
      'ClusterRoleBinding - mine-kubectl-registrar-rolebinding',
      'Role argocd mine-kubectl-registrar-write',
      'RoleBinding argocd mine-kubectl-registrar-write',
      'ConfigMap argocd mine-kubectl-registrar-config',
      'ConfigMap tools mine-kubectl-registrar-config',
      'Deployment tools mine-kubectl-registrar',
    ])
  })

  for (const [title, words, said] of [
    ['a flag that is wrong', ['--interval', '0s'], '--interval: "0s" is not a positive duration'],
    ['a dry run that watch has not', ['--dry-run=server'], '--dry-run: not one of none, client'],
    ['a number that is none', ['--workers', 'many'], '--workers: not a number'],
    ['a number out of range', ['--workers', '0'], 'value workers: is not from 1 to 999'],
    [
      'an address for one host',
      ['--metrics-bind-address', '127.0.0.1:80'],
      'metrics.bindAddress is not of the form :PORT',
    ],
    ['a value that is not there', ['--set', 'metrics.port=1'], 'value metrics.port: there is no such value'],
    ['a value of another kind', ['--set', 'replicaCount=two'], 'value replicaCount: is not a whole number'],
    ['a path that is none', ['--set', 'a..b=1'], '--set: not of the form PATH=VALUE'],
    ['a value that is not YAML', ['--set', 'providers=[a'], '--set providers: the value is not YAML'],
    ['a file that is not there', ['--values', 'no-such-file.yaml'], '--values no-such-file.yaml:'],
    ['a release that is no name', ['--name', 'A b'], '--name: not a name'],
    [
      'providers twice',
      ['--set', 'providers=[capi, capi]'],
      'rendered config.yaml:6: provider capi is listed twice',
    ],
    ['an unknown preset', ['--set', 'providers=[cappy]'], 'value providers[0]: is not of the right form'],
    ['two that would undo each other', ['--set', 'replicaCount=2'], 'replicaCount is above 1'],
  ] as const)
    it(`given ${title}, then it says so, and prints nothing`, async () => {
      const { code, stderr, stdout } = await manifests(words)
      assert.deepEqual([code, stdout], [2, ''])
      assert.ok(stderr.startsWith(`error: ${said}`), stderr)
    })

  for (const [title, text, said] of [
    ['not YAML', 'a: [', 'not valid YAML'],
    ['a list', '- a', 'not a values file: expected a map'],
  ] as const)
    it(`given a values file that is ${title}, then it says so`, async () => {
      const { code, stderr } = await manifests(['--values', file('bad.yaml', text)])
      assert.deepEqual([code, stderr.includes(said)], [2, true], stderr)
    })

  it('given a variable that narrows a pass, then it is not passed over', async () => {
    const { code, stderr } = await manifests([], { env: { REGISTRAR_NAMESPACE: 'one' } })
    assert.equal(code, 2)
    assert.match(stderr, /^error: REGISTRAR_NAMESPACE is set/)
  })
})
