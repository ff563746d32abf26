import assert from 'node:assert/strict'
import { runCli, type CliOptions, type CliResult } from '../support/cli.ts'
import { CREDENTIALS, entrySecret, everyState, NOW, P } from '../listing/secrets.ts'
import { diverted, forbidden } from './diverted-hub.ts'
import { assertGolden } from './golden.ts'
import { controllerConfig, manifest } from './manifests.ts'
import { memoryHub, type MemoryHub } from './memory-hub.ts'

const fullHub = (): MemoryHub => memoryHub(() => NOW, ...everyState())

const listOn = (hub: MemoryHub, line: string, options: CliOptions = {}): Promise<CliResult> =>
  runCli(line.split(' ').filter(Boolean), { now: NOW, hub, ...options })

const names = ({ stdout }: CliResult): readonly string[] =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/\s+/)[0] ?? '')

const requests = ({ client }: MemoryHub): object => {
  const { requests: made, writes } = client.counters()
  return { made, writes }
}

interface Transcript {
  readonly name: string
  readonly line: string
  readonly options?: CliOptions
}

const TRANSCRIPTS: readonly Transcript[] = [
  { name: 'list-table', line: 'list' },
  { name: 'list-all', line: 'list --all' },
  { name: 'list-wide', line: 'list --all -o wide' },
  { name: 'list-name', line: 'list --all -o name' },
  { name: 'list-json', line: 'list --all -o json' },
  { name: 'list-yaml', line: 'list -l tier=gold -o yaml' },
  { name: 'list-no-headers', line: 'get --no-headers' },
  { name: 'list-color', line: 'list --all', options: { terminal: true, columns: 160 } },
  { name: 'list-narrow', line: 'list --all --color never', options: { terminal: true, columns: 100 } },
  { name: 'list-sorted', line: 'list --all --sort-by EXPIRES' },
  { name: 'list-named', line: 'list cluster-held plain secret/cluster-expired' },
  { name: 'list-unknown', line: 'list plain plai -t argocd' },
  { name: 'list-none', line: 'list -l tier=lead' },
  { name: 'list-bad-column', line: 'list --sort-by expire' },
  { name: 'list-bad-selector', line: 'list -l a=b=c' },
]

describe('list', () => {
  for (const { name, line, options } of TRANSCRIPTS)
    it(`given ${line}${options ? ` on a terminal ${options.columns ?? 0} wide` : ''}, then it is test/golden/${name}.txt`, async () => {
      const result = await listOn(fullHub(), line, options)

      assertGolden(name, `kubectl registrar ${line}`, result)
    })

  it('given secrets in every place, when listed in any form, then none is printed', async () => {
    for (const form of ['table', 'wide', 'name', 'json', 'yaml']) {
      const { stdout, stderr } = await listOn(fullHub(), `list --all -o ${form} -v 9`)
      for (const credential of CREDENTIALS) assert.ok(!`${stdout}${stderr}`.includes(credential), form)
    }
  })

  it('given any hub, when listed, then Secrets are listed once, and the settings looked up', async () => {
    const hub = fullHub()

    await listOn(hub, 'list')

    assert.deepEqual(requests(hub), { made: 2, writes: 0 })
  })

  it('given --no-discover-config, then the one list is the only request', async () => {
    const hub = fullHub()

    await listOn(hub, 'list plain -o wide --sort-by age -l tier -n team-plain --no-discover-config')

    assert.deepEqual(requests(hub), { made: 1, writes: 0 })
  })

  it("given --all, then others' cluster Secrets are listed apart, so that no other Secret is read", async () => {
    const hub = fullHub()

    await listOn(hub, 'list --all --no-discover-config')

    assert.deepEqual(requests(hub), { made: 2, writes: 0 })
  })

  it('given nothing but hidden ones, then it says so on standard error, and where it looked', async () => {
    const hub = memoryHub(
      () => NOW,
      entrySecret('former', { labels: { 'argocd.argoproj.io/secret-type': undefined } }),
    )

    assert.deepEqual(await listOn(hub, 'list'), {
      code: 0,
      stdout: '',
      stderr:
        'No registrations found in namespace argocd (hub: context hub, https://hub.example:6443); 1 hidden: --all lists them too\n',
    })
  })

  it('given nothing, when listed as JSON, then it is an empty list', async () => {
    const { code, stdout } = await listOn(
      memoryHub(() => NOW),
      'list -o json',
    )

    assert.equal(code, 0)
    assert.deepEqual(JSON.parse(stdout), { apiVersion: 'registrar/v1', kind: 'RegistrationList', items: [] })
  })

  it('given --exit-zero and a name that is not there, then the code is 0', async () => {
    assert.equal((await listOn(fullHub(), 'list nobody --exit-zero')).code, 0)
  })

  it('given a name of a Secret that is not ours, then it is listed with --all alone', async () => {
    assert.equal((await listOn(fullHub(), 'list manual')).code, 1)
    assert.deepEqual(names(await listOn(fullHub(), 'list manual hand-made --all --no-headers')), ['manual'])
  })

  it('given -n, then what is registered from that namespace is listed', async () => {
    assert.deepEqual(names(await listOn(fullHub(), 'list --all -n team-plain -n team-held --no-headers')), [
      'held',
      'plain',
    ])
  })

  it('given a selector, then it is on the whole keys of the registration', async () => {
    const key = `${P}provider`
    assert.deepEqual(names(await listOn(fullHub(), `list --no-headers -l ${key}!=k3k,tier`)), ['cloudy'])
  })

  it('given settings on the hub, then they say which registrations are ours', async () => {
    const hub = fullHub()
    hub.put(
      controllerConfig('registrar', 'argocd', ['managedBy: somebody-else']),
      entrySecret('theirs', { labels: { [`${P}managed-by`]: 'somebody-else' } }),
    )

    assert.deepEqual(names(await listOn(hub, 'list --no-headers')), ['theirs'])
  })

  it('given get, kubectl’s word, then it is list in everything, help included', async () => {
    assert.deepEqual(
      await listOn(fullHub(), 'get --all -o json'),
      await listOn(fullHub(), 'list --all -o json'),
    )
    assert.deepEqual(await runCli(['get', '--help']), await runCli(['list', '--help']))
    assert.equal((await runCli(['--all', 'get', '--help'])).code, 0)
    assert.doesNotMatch((await runCli(['--help'])).stdout, /^ {2}get /m)
  })

  it('given manifests, then they are listed, and there is nothing to follow', async () => {
    const stdin = manifest(...everyState())
    const listed = await runCli(['list', '-f', '-', '--no-headers', '-l', 'tier'], { stdin, now: NOW })
    assert.deepEqual(names(listed), ['cloudy', 'plain'])

    assert.deepEqual(await runCli(['list', '-f', '-', '-w'], { stdin, now: NOW }), {
      code: 2,
      stdout: '',
      stderr: 'error: --watch: manifests do not change while they are looked at\nleave --watch out\n',
    })
  })

  it('given no right to list Secrets, then it ends with 2', async () => {
    const hub = diverted(fullHub(), () => ({
      listPage: () => Promise.reject(forbidden('LIST secrets argocd')),
    }))

    const { code, stdout, stderr } = await runCli(['list'], { hub, now: NOW })

    assert.deepEqual([code, stdout], [2, ''])
    assert.match(stderr, /^error: LIST secrets argocd is forbidden\n/)
  })
})
