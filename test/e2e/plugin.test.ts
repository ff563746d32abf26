import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { controllerConfig, manifest } from '../commands/manifests.ts'
import { hasKubectl } from '../docs/scratch.ts'
import { grantMore, type User } from '../envtest/identities.ts'
import type { Json } from '../envtest/rest.ts'
import { useHub } from '../envtest/shared-hub.ts'
import { pluginUnderTest, run, type CliResult } from '../support/cli.ts'
import { decode, makeSite, P, type Site } from './site.ts'

/** Stands in every credential that is given away in these tests; must never come out. */
const MARK = 'MARKEDSECRET'

describe('the plugin, run by kubectl on a real hub', function () {
  this.timeout(60_000)
  const hub = useHub()
  const folder = mkdtempSync(join(tmpdir(), 'registrar-plugin-'))
  const state: { sites: number } = { sites: 0 }

  before('kubectl, and the plugin on its PATH', function () {
    if (!hasKubectl()) {
      if (process.env['CI'] === 'true') throw new Error('kubectl is missing')
      this.skip()
    }
    symlinkSync(pluginUnderTest(), join(folder, 'kubectl-registrar'))
  })
  after(() => {
    rmSync(folder, { recursive: true })
  })

  const site = (): Promise<Site> => {
    state.sites += 1
    return makeSite(hub(), `plugin-${state.sites}`)
  }

  const kubectl = (user: User, line: string, stdin = ''): Promise<CliResult> =>
    run(
      'kubectl',
      line.split(' '),
      {
        PATH: `${folder}:${process.env['PATH'] ?? ''}`,
        HOME: folder,
        KUBECONFIG: hub().kubeconfig(user),
      },
      stdin,
    )

  /** `hub:` names the hub on the first line; the times in the last one differ. */
  const notes = ({ stderr }: CliResult): string =>
    stderr.replace(hub().server, 'HUB').replaceAll(/\d+ requests in [\d.]+ s/g, 'N requests in N s')

  const onSite = ({ owner, target }: Site): string => `--managed-by ${owner} -t ${target}`

  it('given a labelled namespace, when synced twice, then it is registered, and then unchanged', async () => {
    const here = await site()
    await here.namespace(`${here.owner}-a`, 'plugged')
    await here.source(`${here.owner}-a`, 'https://10.2.1.1:6443', MARK)

    const first = await kubectl('reference', `registrar sync ${onSite(here)} --context hub --no-headers`)
    const second = await kubectl('reference', `registrar --context=hub sync ${onSite(here)} --no-headers`)

    const row = (action: string): string => `plugged   ${here.owner}-a   k3k   ${action}\n`
    assert.deepEqual(
      [first.code, first.stdout, notes(first)],
      [
        0,
        row('register   done   first-registration'),
        'hub: context hub, HUB\n1 registered (N requests in N s)\n',
      ],
    )
    assert.deepEqual(
      [second.code, second.stdout, notes(second)],
      [0, row('unchanged   -   up-to-date'), 'hub: context hub, HUB\n1 unchanged (N requests in N s)\n'],
    )
  })

  it('given --server, when asked for its version, then the hub is asked too', async () => {
    const { code, stdout, stderr } = await kubectl('nobody', 'registrar version --server')

    assert.deepEqual([code, stderr], [0, ''])
    assert.match(stdout, /^kubectl-registrar version \S+ \([^)]+\)(?: \S+)?\nhub version v1\.34\.1\n$/)
  })

  it('given a context that is not there, then the flag after the plugin name counts, and the code is 2', async () => {
    const { code, stdout, stderr } = await kubectl('admin', 'registrar sync --context nowhere')

    assert.deepEqual([code, stdout], [2, ''])
    assert.match(stderr, /^error: [^\n]*"nowhere"[^\n]*\n[^\n]+\n$/)
  })

  /** The site's namespaces and Secrets, as `kubectl get -o json` prints them. */
  const exported = async ({ owner }: Site): Promise<readonly Json[]> => {
    const selector = encodeURIComponent(`${P}managed-by=${owner}`)
    const { items: namespaces = [] } = await hub().rest.json(
      'GET',
      `/api/v1/namespaces?labelSelector=${selector}`,
    )
    const secrets = await Promise.all(
      namespaces.map(({ metadata }) => hub().rest.json('GET', `/api/v1/namespaces/${metadata.name}/secrets`)),
    )
    return [
      ...namespaces.map((item) => ({ ...item, apiVersion: 'v1', kind: 'Namespace' })),
      ...secrets
        .flatMap(({ items = [] }) => items)
        .map((item) => ({ ...item, apiVersion: 'v1', kind: 'Secret' })),
    ]
  }

  const withoutUid = (object: Json): object => {
    const { uid: _uid, resourceVersion: _version, ...metadata } = object.metadata
    return { ...object, metadata }
  }

  const applied = async (here: Site, objects: readonly object[]): Promise<CliResult> => {
    const yaml = await kubectl('nobody', `registrar sync -f - -o yaml ${onSite(here)}`, manifest(...objects))
    assert.equal(yaml.code, 0, yaml.stderr)
    return kubectl('admin', 'apply --server-side -f -', yaml.stdout)
  }

  it('given the YAML of manifests from the hub, when applied, then sync finds nothing to do', async () => {
    const here = await site()
    for (const letter of ['a', 'b']) {
      await here.namespace(`${here.owner}-${letter}`, `piped-${letter}`)
      await here.source(`${here.owner}-${letter}`, `https://10.2.2.${letter === 'a' ? 1 : 2}:6443`)
    }

    const apply = await applied(here, await exported(here))
    const before = await here.registrations()
    const { code, report } = await here.sync()

    assert.deepEqual(apply, {
      code: 0,
      stdout: 'secret/cluster-piped-a serverside-applied\nsecret/cluster-piped-b serverside-applied\n',
      stderr: '',
    })
    assert.equal(code, 0)
    assert.deepEqual(
      report.decisions.map(({ cluster, action, reason }) => [cluster, action, reason]),
      [
        ['piped-a', 'unchanged', 'up-to-date'],
        ['piped-b', 'unchanged', 'up-to-date'],
      ],
    )
    assert.deepEqual(await here.registrations(), before)
    for (const secret of before.values())
      assert.equal(
        secret.metadata.annotations?.['kubectl.kubernetes.io/last-applied-configuration'],
        undefined,
      )
  })

  it('given manifests without uids, when applied, then sync adds the uid of the namespace, and no more', async () => {
    const here = await site()
    const { metadata } = await here.namespace(`${here.owner}-a`, 'written')
    await here.source(`${here.owner}-a`, 'https://10.2.3.1:6443')
    await applied(here, (await exported(here)).map(withoutUid))
    const before = (await here.registrations()).get('cluster-written')

    const first = await here.sync()
    const after = (await here.registrations()).get('cluster-written')
    const second = await here.sync()

    assert.deepEqual(
      first.report.decisions.map(({ action, changes }) => [action, changes]),
      [['update', [{ path: `metadata.labels[${P}source-namespace-uid]`, to: metadata.uid }]]],
    )
    assert.deepEqual(after?.metadata.labels, {
      ...before?.metadata.labels,
      [`${P}source-namespace-uid`]: metadata.uid,
    })
    for (const key of ['name', 'server', 'config']) assert.equal(decode(after, key), decode(before, key))
    assert.equal(second.report.summary.unchanged, 1)
  })

  it('given the settings of a controller on the hub, then who may read them uses them and says so, and who may not says nothing', async () => {
    const here = await site()
    await here.namespace(`${here.owner}-a`, 'discovered')
    await here.source(`${here.owner}-a`, 'https://10.2.4.1:6443')
    await hub().rest.json(
      'POST',
      `/api/v1/namespaces/${here.target}/configmaps`,
      controllerConfig('controller', here.target, [`managedBy: ${here.owner}`]),
    )
    const line = `registrar sync -t ${here.target} --dry-run -o name`

    const forbidden = await kubectl('reference', `${line} --managed-by absent-${here.owner}`)
    await grantMore(hub().rest, 'reference', 'configmaps', ['list'], here.target)
    const used = await kubectl('reference', line)
    const contradicted = await kubectl('reference', `${line} --managed-by absent-${here.owner}`)

    assert.deepEqual([forbidden.code, forbidden.stdout], [0, ''])
    assert.doesNotMatch(forbidden.stderr, /note:/)
    assert.deepEqual([used.code, used.stdout], [0, 'secret/cluster-discovered\n'])
    assert.ok(
      used.stderr.startsWith(
        `note: settings of the hub are used (configmap ${here.target}/controller); --no-discover-config turns that off\n`,
      ),
      used.stderr,
    )
    assert.match(contradicted.stderr, /^note: --managed-by differs from the controller's managedBy /m)
  })

  it('given no Argo CD in the target namespace, then nothing is written, and the code is 2', async () => {
    const mark = await hub().audit.mark()

    const unchosen = await kubectl('admin', 'registrar sync')
    const nowhere = await kubectl('admin', 'registrar sync -t nowhere')
    const dry = await kubectl('admin', 'registrar sync -t nowhere --dry-run')

    assert.equal(dry.code, 0)
    assert.match(
      dry.stderr,
      /^note: without a dry run this is refused: namespace nowhere does not exist on this hub$/m,
    )
    assert.deepEqual(
      [unchosen.code, unchosen.stdout, notes(unchosen)],
      [
        2,
        '',
        'hub: context hub, HUB\nerror: namespace argocd holds no Argo CD (configmap argocd-cm is not there)\nname the namespace Argo CD runs in: --target-namespace NAME\n',
      ],
    )
    assert.deepEqual(
      [nowhere.code, nowhere.stdout, notes(nowhere)],
      [
        2,
        '',
        'hub: context hub, HUB\nerror: namespace nowhere does not exist on this hub\nname the namespace Argo CD runs in: --target-namespace NAME\n',
      ],
    )
    const verbs = (await hub().audit.since(mark, 'admin'))
      .filter(({ userAgent }) => userAgent.startsWith('kubectl-registrar/'))
      .map(({ verb }) => verb)
    assert.deepEqual(
      verbs.filter((verb) => !['get', 'list'].includes(verb)),
      [],
    )
  })

  it('given an identity without rights, then one line says what is forbidden, one what to do, and the code is 2', async () => {
    const here = await site()

    const { code, stdout, stderr } = await kubectl('nobody', `registrar sync ${onSite(here)}`)

    assert.deepEqual([code, stdout], [2, ''])
    assert.match(stderr, /^hub: [^\n]+\nerror: [^\n]*forbidden[^\n]*\n[^\n]+\n$/i)
  })

  it('given a token the hub does not know, then the code is 2, and no request or error shows the token', async () => {
    const { code, stdout, stderr } = await run(
      'kubectl',
      [
        'registrar',
        'sync',
        '--server',
        hub().server,
        '--certificate-authority',
        hub().caFile,
        '--token',
        MARK,
        '-v',
        '9',
      ],
      { PATH: `${folder}:${process.env['PATH'] ?? ''}`, HOME: folder },
    )

    assert.deepEqual([code, stdout], [2, ''])
    assert.match(stderr, /^error: [^\n]*\n[^\n]+\n$/m)
    assert.match(stderr, /401|[Uu]nauthorized|logged in/)
    assert.ok(!stderr.includes(MARK), stderr)
  })

  it('given -v 9, when a pass runs, then no credential of hub or child is shown', async () => {
    const here = await site()
    await here.namespace(`${here.owner}-a`, 'quiet')
    await here.source(`${here.owner}-a`, 'https://10.2.5.1:6443', MARK)
    const secrets = [MARK, Buffer.from(MARK).toString('base64').slice(0, 15), hub().token('reference')]

    for (const flags of ['--dry-run', '--dry-run=server', '-o json', '-o wide', '-o yaml']) {
      const { code, stdout, stderr } = await kubectl(
        'reference',
        `registrar sync ${onSite(here)} -v 9 ${flags}`,
      )

      assert.equal(code, 0, stderr)
      assert.match(stderr, /^LIST secrets/m)
      for (const secret of secrets) assert.ok(!stdout.includes(secret) && !stderr.includes(secret), flags)
    }
  })
})
