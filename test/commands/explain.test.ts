import assert from 'node:assert/strict'
import type { Explanation } from '../../src/explaining/explanation.ts'
import { runCli, type CliOptions, type CliResult } from '../support/cli.ts'
import { assertGolden } from './golden.ts'
import { manifest, namespace, plainNamespace, source } from './manifests.ts'
import { memoryHub } from './memory-hub.ts'
import { everything, livelyHub, on } from './verb-hub.ts'

const NOW = Date.parse('2026-11-29T12:00:00Z')
const EXAMPLES = '-f examples/hub --config examples/settings.yaml'

const explain = (line: string, options: CliOptions = {}): Promise<CliResult> =>
  runCli(['explain', ...line.split(' ').filter(Boolean)], { now: NOW, ...options })

const of = ({ stdout }: CliResult): Explanation => JSON.parse(stdout) as Explanation

const byHand = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: {
    name: 'by-hand',
    namespace: 'argocd',
    labels: { 'argocd.argoproj.io/secret-type': 'cluster' },
  },
  stringData: { name: 'dev', server: 'https://192.0.2.1', config: '{"bearerToken":"MARKED"}' },
}

describe('what explain prints of manifests', () => {
  const SUBJECTS: readonly (readonly [string, string])[] = [
    ['registers', 'sandbox'],
    ['several-candidates', 'web'],
    ['waits', 'soon'],
    ['unusable', 'demo'],
    ['contested', 'namespace/shop-green'],
    ['collides', 'lab-two'],
    ['not-managed', 'billing'],
    ['foreign', 'secret/argocd/cluster-billing'],
  ]
  for (const [name, word] of SUBJECTS)
    it(`given ${word} of the examples, then it is test/golden/explain-${name}.txt`, async () => {
      const line = `${word} ${EXAMPLES}`
      assertGolden(`explain-${name}`, `kubectl registrar explain ${line}`, await explain(line))
    })

  for (const [form, flags] of [
    ['json', '-o json'],
    ['yaml', '-o yaml'],
    ['name', '-o name'],
    ['wide', '-o wide'],
    ['color', '--color always'],
  ] as const)
    it(`given ${flags}, then it is test/golden/explain-registers-${form}.txt`, async () => {
      const line = `sandbox ${EXAMPLES} ${flags}`
      assertGolden(`explain-registers-${form}`, `kubectl registrar explain ${line}`, await explain(line))
    })

  for (const columns of [80, 120])
    it(`given a terminal of ${columns} columns, then it is test/golden/explain-registers-${columns}.txt, and only commands are wider`, async () => {
      const line = `sandbox ${EXAMPLES}`
      const result = await explain(line, { terminal: true, columns, env: { NO_COLOR: '1' } })

      assertGolden(`explain-registers-${columns}`, `kubectl registrar explain ${line}`, result)
      const tooWide = result.stdout.split('\n').filter((text) => !text.includes('→') && text.length > columns)
      assert.deepEqual(tooWide, [])
    })

  it('given manifests on standard input, then they are explained', async () => {
    const stdin = manifest(namespace('team-a', 'a'), source('team-a', 'https://192.0.2.1'))
    const { decision } = of(await explain('a -f - -o json', { stdin }))
    assert.equal(decision?.reason, 'first-registration')
  })
})

describe('the word of explain', () => {
  it('given a cluster, its namespace, its Secret, its source or its server, then all are the same decision', async () => {
    const hub = await livelyHub()
    const understood: [string, string, number][] = []
    for (const word of [
      'used',
      'team-used',
      'cluster-used',
      'cluster/used',
      'ns/team-used',
      'secret/argocd/cluster-used',
      'team-used/k3k-team-used-kubeconfig',
      'k3k-team-used-kubeconfig',
      'https://10.0.0.2:6443',
      'HTTPS://10.0.0.2:6443/',
      'server/10.0.0.2:6443',
      '10.0.0.2:6443',
    ]) {
      const result = await on(hub, `explain ${word} -o json`)
      const { understoodAs, decision } = of(result)
      assert.deepEqual([decision?.cluster, decision?.reason], ['used', 'up-to-date'], word)
      understood.push([word, understoodAs.kind, result.code])
    }
    assert.deepEqual(
      understood.map(([, kind]) => kind),
      [
        ...['cluster', 'namespace', 'secret', 'cluster', 'namespace', 'secret'],
        ...['secret', 'secret', 'server', 'server', 'server', 'server'],
      ],
    )
    assert.deepEqual(new Set(understood.map(([, , code]) => code)), new Set([0]))
  })

  it('given one that can mean two things, then both are named and nothing is explained', async () => {
    const hub = memoryHub(
      () => NOW,
      namespace('dev', 'shop'),
      source('dev', 'https://192.0.2.1'),
      namespace('other', 'dev'),
      source('other', 'https://192.0.2.2'),
    )

    assert.deepEqual(await on(hub, 'explain dev'), {
      code: 2,
      stdout: '',
      stderr:
        'hub: context hub, https://hub.example:6443\n' +
        'error: "dev" can be cluster/dev, namespace/dev\n' +
        'write the one you mean: kubectl registrar explain cluster/dev\n',
    })
    const program = 'argocd registrar'
    assert.match(
      (await on(hub, 'explain dev --context hub', { program })).stderr,
      /\nwrite the one you mean: argocd registrar explain --context=hub cluster\/dev\n$/,
    )
    assert.equal(of(await on(hub, 'explain cluster/dev -o json')).decision?.namespace, 'other')
    assert.equal(of(await on(hub, 'explain namespace/dev -o json')).decision?.namespace, 'dev')
  })

  it('given a cluster Secret of somebody else, then what may be a credential in it is not shown', async () => {
    const token = 'Zq7MARKEDx7Kp2Wv9aB3dE5fG7hJ9kL2mN4pQ6'
    for (const name of [token, `https://user:${token}@h`, `ev\u202E${token}`]) {
      const stringData = { ...byHand.stringData, name, server: `https://192.0.2.1/${token}` }
      for (const form of ['table', 'wide', 'json', 'yaml']) {
        const hub = memoryHub(() => NOW, { ...byHand, stringData })
        const { code, stdout } = await on(hub, `explain secret/by-hand -o ${form}`)
        assert.equal(code, 0)
        assert.doesNotMatch(stdout, /MARKED|\u202E/)
      }
    }
  })

  it('given one that means nothing, then the closest are proposed, and it ends with 2', async () => {
    const hub = await livelyHub()
    const said = async (line: string): Promise<string> => {
      const { code, stdout, stderr } = await on(hub, `explain ${line}`)
      assert.deepEqual([code, stdout], [2, ''])
      return stderr.split('\n').slice(1).join('\n')
    }
    const LIST = 'see those there are: kubectl registrar list --all\n'

    assert.equal(
      await said('alife'),
      `error: no cluster, namespace, Secret or server here is called "alife"\ndid you mean alive? ${LIST}`,
    )
    assert.equal(
      await said('secret/nowhere/x'),
      `error: no Secret here is called "secret/nowhere/x"\n${LIST}`,
    )
    assert.equal(
      await said('https://u:p@nowhere/'),
      `error: no server here is called "https://…@nowhere"\n${LIST}`,
    )
    assert.equal(
      await said('used -n team-alive'),
      'error: "used" is not of the namespaces that -n names: team-alive\nleave -n out, or name its namespace too\n',
    )
    assert.equal(of(await on(hub, 'explain used -n team-used -o json')).decision?.cluster, 'used')
  })

  it('given none, or two, then it is a usage error', async () => {
    assert.equal(
      (await explain('')).stderr,
      'error: explain needs at least one NAME\nsee kubectl registrar explain --help\n',
    )
    assert.equal(
      (await explain('a b')).stderr,
      'error: explain takes one NAME\nwrite one at a time: kubectl registrar explain NAME\n',
    )
  })
})

describe('what explain says of what a pass leaves alone', () => {
  it('given a namespace that nobody labelled, then what would become of it is shown with its candidates', async () => {
    const hub = memoryHub(() => NOW, plainNamespace('team-new'), source('team-new', 'https://192.0.2.1'))
    const before = everything(hub)

    const result = await on(hub, 'explain team-new')

    assertGolden('explain-unlabelled', 'kubectl registrar explain team-new', result)
    const {
      decision,
      ifLabelled,
      candidates,
      namespace: about,
    } = of(await on(hub, 'explain team-new -o json'))
    assert.equal(decision, null)
    assert.equal(about?.state, 'unlabelled')
    assert.deepEqual(
      candidates.map(({ secret, chosen }) => [secret, chosen]),
      [['k3k-team-new-kubeconfig', true]],
    )
    assert.equal(ifLabelled?.decision?.reason, 'first-registration')
    assert.equal(everything(hub), before)
  })

  it('given a cluster Secret that is not ours, then it is said to be left alone, and shows no credential', async () => {
    const hub = memoryHub(() => NOW, byHand)
    for (const word of ['by-hand', 'dev', 'https://192.0.2.1']) {
      const result = await on(hub, `explain ${word} -o json`)
      const { decision, registration, next } = of(result)
      assert.deepEqual(
        [result.code, decision, registration?.secret, registration?.ours, next.map(({ id }) => id)],
        [0, null, 'by-hand', false, ['foreign']],
      )
      assert.doesNotMatch(result.stdout, /MARKED/)
    }
  })

  it('given a Secret that no provider looks at, then it says so, and what its namespace comes to', async () => {
    const hub = memoryHub(
      () => NOW,
      namespace('team-a', 'a'),
      source('team-a', 'https://192.0.2.1', 'token', { name: 'mine' }),
    )
    const { decision, next } = of(await on(hub, 'explain team-a/mine -o json'))
    assert.equal(decision?.reason, 'source-missing')
    assert.deepEqual(
      next.map(({ id }) => id),
      ['not-a-candidate', 'goes-on-by-itself'],
    )
  })

  it('given a hub without Argo CD, then it explains all the same, and says that sync would not write', async () => {
    const hub = memoryHub(() => NOW, namespace('team-a', 'a'), source('team-a', 'https://192.0.2.1'))
    hub.store.remove(
      'configmaps',
      hub.store.find('configmaps', { namespace: 'argocd', name: 'argocd-cm' })!.object,
    )

    const { code, stderr } = await on(hub, 'explain a')

    assert.equal(code, 0)
    assert.match(stderr, /^note: sync would refuse to write here: namespace argocd holds no Argo CD/m)
  })
})

describe('the cost of explain', () => {
  const fleet = (size: number): readonly object[] =>
    Array.from({ length: size }, (_none, index) => [
      namespace(`team-${index}`, `c${index}`),
      source(`team-${index}`, `https://c${index}.example.com`, `token-${index}`),
    ]).flat()

  const requests = async (line: string, size: number): Promise<number> => {
    const hub = memoryHub(() => NOW, ...fleet(size))
    await on(hub, 'sync')
    hub.put(
      plainNamespace('plain'),
      namespace('fresh', 'fresh'),
      source('fresh', 'https://fresh.example.com'),
    )
    const again = hub.again()
    const { code, stderr } = await runCli(['explain', ...line.split(' ')], { now: NOW, hub: again })
    assert.equal(code, 0, stderr)
    assert.equal(again.client.counters().writes, 0)
    return again.client.counters().requests
  }

  it('given one that is registered among 200, then a handful of requests is enough', async () => {
    assert.ok((await requests('c150', 200)) <= 10)
    assert.ok((await requests('https://c150.example.com', 200)) <= 10)
    assert.ok((await requests('team-150', 200)) <= 10)
  })

  it('given one that others could keep from its address, then it costs a pass, and little more', async () => {
    const count = await requests('fresh', 100)
    assert.ok(count > 100 && count <= 1.1 * 100 + 20, `${count} requests`)
  })
})

describe('the exit code of explain', () => {
  it('is that of sync for the one decision, and --exit-zero makes 0 of 1', async () => {
    const code = async (line: string): Promise<number> => (await explain(`${line} ${EXAMPLES}`)).code
    assert.deepEqual(
      [await code('sandbox'), await code('soon'), await code('billing'), await code('billing --exit-zero')],
      [0, 0, 1, 0],
    )
    assert.equal(await code('nobody --exit-zero'), 2)
  })
})
