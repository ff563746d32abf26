import assert from 'node:assert/strict'
import { makeSite, P, type Site } from '../e2e/site.ts'
import type { Json } from '../envtest/rest.ts'
import { useHub } from '../envtest/shared-hub.ts'
import { run, ROOT, type CliResult } from '../support/cli.ts'
import { decided } from './verb-hub.ts'

const SECRET_TYPE = 'argocd.argoproj.io/secret-type'

const KUBECONFIG = JSON.stringify({
  clusters: [{ name: 'c', cluster: { server: 'https://10.3.1.9:6443' } }],
  users: [{ name: 'u', user: { token: 'child-token' } }],
})

describe('the verbs of the life cycle, on a real hub', function () {
  this.timeout(60_000)
  const hub = useHub()
  const state: { sites: number } = { sites: 0 }

  const site = (): Promise<Site> => {
    state.sites += 1
    return makeSite(hub(), `verbs-${state.sites}`)
  }

  /** Runs what `npm run build` wrote, as a person who may do everything. */
  const verb = (here: Site, line: string, stdin = ''): Promise<CliResult> =>
    run(
      process.execPath,
      [
        `${ROOT}bin/run.js`,
        ...line.split(' '),
        '--kubeconfig',
        hub().kubeconfig('admin'),
        '--managed-by',
        here.owner,
        '-t',
        here.target,
        '-o',
        'json',
      ],
      { PATH: process.env['PATH'] ?? '', HOME: '/nonexistent' },
      stdin,
    )

  const done = async (here: Site, line: string, stdin = ''): Promise<readonly string[]> => {
    const result = await verb(here, line, stdin)
    assert.equal(result.code, 0, result.stderr)
    return decided(result)
  }

  /** A namespace that nobody has labelled, with a kubeconfig. */
  const plain = async (here: Site, name: string, server: string): Promise<string> => {
    const namespace = `${here.owner}-${name}`
    await hub().rest.json('POST', '/api/v1/namespaces', { metadata: { name: namespace } })
    await here.source(namespace, server)
    return namespace
  }

  const read = (path: string): Promise<Json> => hub().rest.json('GET', path)
  const registration = (here: Site, name: string): Promise<Json> =>
    read(`/api/v1/namespaces/${here.target}/secrets/cluster-${name}`)

  /** What counts as the same bytes: all but the version and who wrote it. */
  const bytesOf = ({ data, type, metadata: { uid, labels, annotations } }: Json): object => ({
    data,
    type,
    uid,
    labels,
    annotations,
  })

  it('given a namespace, when it is registered, hidden and shown, then every byte is as it was', async () => {
    const here = await site()
    const namespace = await plain(here, 'a', 'https://10.3.1.1:6443')

    assert.deepEqual(await done(here, `register ${namespace} --name a-1 --label tier=gold`), [
      'a-1 register first-registration done',
    ])
    const before = await registration(here, 'a-1')
    assert.deepEqual(await done(here, 'demote a-1 --yes'), ['a-1 demote manual-hold done'])
    assert.equal((await registration(here, 'a-1')).metadata.labels?.[SECRET_TYPE], undefined)
    assert.deepEqual(await done(here, 'sync'), ['a-1 keep held -'])
    await done(here, 'revert a-1 --yes')

    assert.deepEqual(bytesOf(await registration(here, 'a-1')), bytesOf(before))
  })

  it('given a rename, when it is reverted, then the label is set back, and the bytes are as they were', async () => {
    const here = await site()
    const namespace = await plain(here, 'b', 'https://10.3.2.1:6443')
    await done(here, `register ${namespace} --name b-1`)
    const before = await registration(here, 'b-1')

    assert.deepEqual(await done(here, `register ${namespace} --name b-2 --yes`), [
      'b-1 demote renamed done',
      'b-2 register first-registration done',
    ])
    assert.deepEqual(await done(here, 'revert b-1 --yes'), [
      'b-1 restore label-back done',
      'b-2 demote renamed done',
    ])

    assert.equal((await read(`/api/v1/namespaces/${namespace}`)).metadata.labels?.[`${P}cluster`], 'b-1')
    assert.deepEqual(bytesOf(await registration(here, 'b-1')), bytesOf(before))
  })

  it('given an import, when its namespace is deleted, then prune takes the registration away', async () => {
    const here = await site()
    const name = `imported-${here.owner}`

    assert.deepEqual(await done(here, `register --import - --name ${name} --wait`, KUBECONFIG), [
      `${name} register first-registration done`,
    ])
    assert.deepEqual(await done(here, `register --import - --name ${name}`, KUBECONFIG), [
      `${name} unchanged up-to-date -`,
    ])
    await hub().rest.json('DELETE', `/api/v1/namespaces/registrar-${name}`)
    await gone(`/api/v1/namespaces/registrar-${name}`)

    assert.deepEqual(await done(here, 'prune --yes'), [`${name} prune namespace-gone done`])
    assert.deepEqual([...(await here.registrations()).keys()], [])
  })

  /** Resolves once the namespace controller has finished. */
  const gone = async (path: string): Promise<void> => {
    while ((await read(path).catch(() => undefined)) !== undefined)
      await new Promise((resolve) => setTimeout(resolve, 100))
  }

  it('given --dry-run=server, then the hub admits every write, and no resourceVersion changes', async () => {
    const here = await site()
    const namespace = await plain(here, 'c', 'https://10.3.3.1:6443')
    const other = await plain(here, 'd', 'https://10.3.3.2:6443')
    await done(here, `register ${namespace} --name c-1`)
    await done(here, 'demote c-1 --yes')
    const versions = async (): Promise<readonly unknown[]> =>
      Promise.all(
        [
          `/api/v1/namespaces/${namespace}`,
          `/api/v1/namespaces/${other}`,
          `/api/v1/namespaces/${here.target}/secrets/cluster-c-1`,
        ].map(async (path) => (await read(path)).metadata.resourceVersion),
      )
    const before = await versions()

    assert.deepEqual(await done(here, `register ${other} --dry-run=server`), [
      `${other} register first-registration planned`,
    ])
    assert.equal((await done(here, 'revert c-1 --dry-run=server')).length, 1)
    assert.deepEqual(
      await done(here, `register --import - --name e-${here.owner} --dry-run=server`, KUBECONFIG),
      [`e-${here.owner} register first-registration planned`],
    )

    assert.deepEqual(await versions(), before)
    assert.deepEqual([...(await here.registrations()).keys()], ['cluster-c-1'])
    await assert.rejects(read(`/api/v1/namespaces/registrar-e-${here.owner}`))
  })
})
