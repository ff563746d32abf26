import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Namespace } from '../../src/kube/objects.ts'
import { NOW, P } from '../engine/test-hub.ts'
import { runCli, type CliOptions, type CliResult } from '../support/cli.ts'
import { testTerminal, type TestTerminal } from '../support/terminal.ts'
import { memoryHub, type MemoryHub } from './memory-hub.ts'

const KUBECONFIG = JSON.stringify({
  apiVersion: 'v1',
  kind: 'Config',
  clusters: [{ name: 'c', cluster: { server: 'https://10.0.0.1:6443' } }],
  users: [{ name: 'u', user: { token: 'tok' } }],
  contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
  'current-context': 'x',
})

const namespace = (name: string): object => ({
  kind: 'Namespace',
  metadata: { name, labels: { [`${P}managed-by`]: 'cluster-registrar', [`${P}cluster`]: name } },
})

const kubeconfig = (name: string): object => ({
  kind: 'Secret',
  metadata: { namespace: name, name: `k3k-${name}-kubeconfig` },
  stringData: { 'kubeconfig.yaml': KUBECONFIG },
})

const settingsOfHub = (text: string): object => ({
  kind: 'ConfigMap',
  metadata: {
    name: 'registrar',
    namespace: 'argocd',
    labels: { 'app.kubernetes.io/name': 'kubectl-registrar' },
  },
  data: { 'config.yaml': `apiVersion: registrar/v1\nkind: Config\n${text}\n` },
})

/** A `watch` under way. */
interface Watching {
  readonly hub: MemoryHub
  readonly terminal: TestTerminal
  /** Resolves when a line of the screen, or of the log, is like this. */
  readonly until: (line: RegExp) => Promise<void>
}

/** Looks, 20 ms apart, until something is taken not to come. */
const MOST_LOOKS = 600

/** Runs `watch` for as long as the steps take, and has it stop. */
const watch = async (
  words: readonly string[],
  steps: (watching: Watching) => Promise<void>,
  options: CliOptions & { readonly objects?: readonly object[]; readonly isTerminal?: boolean } = {},
): Promise<{ readonly result: CliResult; readonly terminal: TestTerminal }> => {
  const { objects = [namespace('a'), kubeconfig('a')], isTerminal = true } = options
  const hub = memoryHub(() => NOW, ...objects)
  const terminal = testTerminal()
  const written = { log: '' }
  const ctrlC: { press: () => void } = { press: () => undefined }
  const stopped = new Promise<void>((resolve) => {
    ctrlC.press = resolve
  })
  const running = runCli(['watch', '--health-probe-bind-address', '0', ...words], {
    hub,
    ...(isTerminal ? { screen: terminal } : {}),
    terminal: isTerminal,
    stopped,
    wrote: (stdout) => {
      written.log = stdout
      if (isTerminal && !stdout.startsWith('time=')) terminal.write(stdout)
    },
    ...options,
  })
  const lines = (): readonly string[] => [
    ...terminal.scrolled(),
    ...terminal.screen(),
    ...written.log.split('\n'),
  ]
  const until = async (line: RegExp): Promise<void> => {
    for (let looks = 0; !lines().some((text) => line.test(text)); looks += 1) {
      if (looks > MOST_LOOKS) throw new Error(`no line is like ${line.source}: ${lines().join('\n')}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  try {
    await Promise.race([steps({ hub, terminal, until }), running])
  } finally {
    ctrlC.press()
  }
  return { result: await running, terminal }
}

const ESCAPED = new RegExp(String.fromCharCode(27) + String.raw`\[3\dm`)

describe('watch on a terminal', function () {
  this.timeout(20_000)

  it('given a terminal, then it shows a table instead of its log, and leaves it there when it is stopped', async () => {
    const { result, terminal } = await watch([], async ({ hub, until }) => {
      await until(/^a .* active .* first-registration/)
      hub.store.write('namespaces', namespace('b') as Namespace)
      await until(/^b .* waiting .* source-missing/)
    })
    assert.deepEqual(result, { code: 0, stdout: 'stopped: what is registered stays so\n', stderr: '' })
    const screen = terminal.screen().map((line) => line.replaceAll(/\d+m?\d*s$/g, '…s'))
    assert.deepEqual(
      screen.map((line) => line.replace(/^\d\d:\d\d:\d\dZ/, 'TIME')),
      [
        'context hub, https://hub.example:6443 · 1 waiting, 1 active · watching',
        '',
        'CLUSTER  NAMESPACE  STATE    REASON              SINCE',
        'b        b          waiting  source-missing      …s',
        'a        a          active   first-registration  …s',
        '',
        'TIME registered cluster=a server=https://10.0.0.1:6443 namespace=a',
        'TIME kubeconfig is not there yet namespace=b cluster=b reason="no kubeconf…',
        'stopped: what is registered stays so',
      ],
    )
    assert.deepEqual([terminal.isCursorShown(), terminal.held()], [true, 0])
    assert.ok(ESCAPED.test(terminal.raw()))
    assert.ok(!terminal.raw().includes('tok'))
  })

  it('given NO_COLOR, then there is none; given a dry run, then it says so', async () => {
    const { terminal } = await watch(['--dry-run'], ({ until }) => until(/^a .* planned /), {
      env: { NO_COLOR: '1' },
    })
    assert.equal(ESCAPED.test(terminal.raw()), false)
    assert.equal(
      terminal.screen()[0],
      'context hub, https://hub.example:6443 · 1 planned · watching · dry run',
    )
  })

  for (const words of [
    ['--log-format', 'text'],
    ['--v', '1'],
  ])
    it(`given ${words.join(' ')}, then it logs there too`, async () => {
      const { result, terminal } = await watch(words, ({ until }) => until(/msg=registered/))
      assert.equal(terminal.raw(), '')
      assert.match(result.stdout, /level=INFO msg=stopped\n$/)
      assert.equal(result.stderr, 'hub: context hub, https://hub.example:6443\n')
    })

  it('given no terminal to draw on, then it logs', async () => {
    const { result, terminal } = await watch([], ({ until }) => until(/msg=registered/), {
      isTerminal: false,
    })
    assert.equal(terminal.raw(), '')
    assert.match(result.stdout, /level=INFO msg=stopped\n$/)
  })

  it('given a hub without Argo CD, then there is no table, and the error says which hub', async () => {
    const hub = memoryHub(() => NOW)
    hub.store.remove(
      'configmaps',
      hub.store.find('configmaps', { namespace: 'argocd', name: 'argocd-cm' })!.object,
    )
    const { result, terminal } = await watch([], () => new Promise(() => undefined), { hub })
    assert.equal(terminal.raw(), '')
    assert.deepEqual(result, {
      code: 2,
      stdout: '',
      stderr:
        'hub: context hub, https://hub.example:6443\n' +
        'error: namespace argocd holds no Argo CD (configmap argocd-cm is not there)\n' +
        'name the namespace Argo CD runs in: --target-namespace NAME\n',
    })
  })

  it('given it may not start, then what it has drawn stays, and the cursor comes back', async () => {
    const { result, terminal } = await watch(
      ['--metrics-bind-address', '192.0.2.1:1'],
      () => new Promise(() => undefined),
    )
    assert.equal(result.code, 2)
    assert.match(result.stderr, /^error: --metrics-bind-address/)
    assert.deepEqual([terminal.isCursorShown(), terminal.held()], [true, 0])
  })
})

describe('settings that change while watch runs', function () {
  this.timeout(20_000)
  const folder = mkdtempSync(join(tmpdir(), 'registrar-watch-'))
  const file = join(folder, 'config.yaml')
  after('remove the file', () => {
    rmSync(folder, { recursive: true })
  })
  const write = (text: string): void => {
    writeFileSync(file, `apiVersion: registrar/v1\nkind: Config\ninterval: 50ms\n${text}\n`)
  }

  it('given the file of --config is written anew, then the foot of the table says so, and a line that scrolls', async () => {
    write('demotedTTL: 24h')
    const { terminal } = await watch(['--config', file], async ({ until }) => {
      await until(/ active /)
      write('demotedTTL: 48h')
      await until(/^! settings have changed/)
    })
    const lines = [...terminal.scrolled(), ...terminal.screen()].filter((line) => line.includes('settings'))
    assert.deepEqual(
      lines.map((line) => line.replace(/^\d\d:\d\d:\d\dZ/, 'TIME')),
      [
        'TIME WARN settings have changed, restart to use them keys=demotedTTL',
        '! settings have changed, restart to use them: demotedTTL',
      ],
    )
  })

  it('given what a flag says is changed in the file, then nothing changes', async () => {
    write('demotedTTL: 24h')
    const { result } = await watch(
      ['--config', file, '--demoted-ttl', '1h'],
      async ({ until }) => {
        write('demotedTTL: 48h')
        await until(/msg=registered/)
        write('demotedTTL: 48h\nuidGrace: 2d')
        await until(/settings have changed/)
      },
      { isTerminal: false },
    )
    assert.deepEqual(result.stdout.match(/use them" keys=.*/g), ['use them" keys=uidGrace'])
  })

  it('given the ConfigMap of the hub is changed, then the log says so once', async () => {
    const { result } = await watch(
      ['--interval', '50ms'],
      async ({ hub, until }) => {
        await until(/msg=registered/)
        hub.put(settingsOfHub('demotedTTL: 48h'))
        await until(/settings have changed/)
      },
      {
        isTerminal: false,
        objects: [namespace('a'), kubeconfig('a'), settingsOfHub('demotedTTL: 24h')],
      },
    )
    const said = result.stdout.split('\n').filter((line) => line.includes('settings have changed'))
    assert.deepEqual(
      said.map((line) => line.replace(/^time=\S+ /, '')),
      ['level=WARN msg="settings have changed, restart to use them" keys=demotedTTL'],
    )
  })
})
