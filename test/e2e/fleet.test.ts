import assert from 'node:assert/strict'
import { grantReferenceByNamespace } from '../envtest/identities.ts'
import { createBarrier } from '../envtest/faults.ts'
import { startFaultProxy } from '../envtest/fault-proxy.ts'
import { useHub } from '../envtest/shared-hub.ts'
import { brief, decode, makeSite, P, type Site } from './site.ts'

const isWrite = ({ verb }: { readonly verb: string }): boolean => !['get', 'list', 'watch'].includes(verb)

describe('sync on a real hub, under the rights of the reference', function () {
  this.timeout(60_000)
  const hub = useHub()
  const state: { sites: number } = { sites: 0 }
  const site = (): Promise<Site> => {
    state.sites += 1
    return makeSite(hub(), `e2e-${state.sites}`)
  }

  it('registers a mixed fleet of 60, and then writes nothing', async () => {
    const here = await site()
    const fleet = here.makeFleet({ clusters: 60, unrelatedSecrets: 3 })
    await here.load(fleet)

    const first = await here.sync()

    assert.equal(first.code, 0, first.stderr)
    assert.equal(first.report.summary.register, 60)
    assert.equal(first.report.complete, true)
    const registrations = await here.registrations()
    for (const { name, namespace, preset, expected } of fleet.clusters) {
      const registration = registrations.get(`cluster-${name}`)
      assert.equal(decode(registration, 'name'), name)
      assert.equal(decode(registration, 'server'), expected.server)
      assert.deepEqual(JSON.parse(decode(registration, 'config')), expected.config)
      assert.deepEqual(registration?.metadata.labels?.[`${P}source-namespace`], namespace.metadata.name)
      assert.deepEqual(registration.metadata.labels[`${P}provider`], preset)
    }

    const mark = await hub().audit.mark()
    const second = await here.sync()

    assert.equal(second.code, 0)
    assert.equal(second.report.summary.unchanged, 60)
    const seen = await hub().audit.since(mark, 'reference')
    assert.deepEqual(seen.filter(isWrite), [])
    assert.deepEqual(await here.registrations(), registrations)
  })

  it('keeps foreign keys and data on our Secrets through an update', async () => {
    const here = await site()
    await here.namespace(`${here.owner}-a`, 'kept')
    await here.source(`${here.owner}-a`, 'https://10.1.1.1:6443')
    await here.sync()
    const path = `/api/v1/namespaces/${here.target}/secrets/cluster-kept`
    await hub().rest.json('PATCH', path, {
      metadata: { labels: { team: 'blue' }, annotations: { 'managed-by': 'argocd.argoproj.io' } },
      data: { shard: 'MQ==', namespaces: 'YSxi' },
    })
    await hub().rest.json(
      'PATCH',
      `/api/v1/namespaces/${here.owner}-a/secrets/k3k-${here.owner}-a-kubeconfig`,
      {
        data: {
          'kubeconfig.yaml': Buffer.from(
            '{"clusters":[{"name":"c","cluster":{"server":"https://10.1.1.2:6443"}}],"users":[{"name":"u","user":{"token":"next"}}]}',
          ).toString('base64'),
        },
      },
    )

    const { report } = await here.sync()

    assert.deepEqual(brief(report), ['kept update source-changed done'])
    const secret = (await here.registrations()).get('cluster-kept')
    assert.equal(decode(secret, 'server'), 'https://10.1.1.2:6443')
    assert.match(decode(secret, 'config'), /next/)
    assert.equal(decode(secret, 'shard'), '1')
    assert.equal(decode(secret, 'namespaces'), 'a,b')
    assert.equal(secret?.metadata.labels?.['team'], 'blue')
    assert.equal(secret.metadata.annotations?.['managed-by'], 'argocd.argoproj.io')
  })

  it('never touches a foreign Secret of the same name, or with the same data.name', async () => {
    const here = await site()
    await here.namespace(`${here.owner}-a`, 'taken')
    await here.source(`${here.owner}-a`, 'https://10.1.2.1:6443')
    await here.namespace(`${here.owner}-b`, 'named')
    await here.source(`${here.owner}-b`, 'https://10.1.2.2:6443')
    const strangers = [
      await here.secret('cluster-taken', { data: { x: 'y' } }),
      await here.secret('by-hand', {
        labels: { 'argocd.argoproj.io/secret-type': 'cluster' },
        data: { name: 'named', server: 'https://by-hand', config: '{}' },
      }),
    ]

    const { code, report } = await here.sync()

    assert.equal(code, 1)
    assert.deepEqual(brief(report), ['named refuse name-held', 'taken refuse not-managed'])
    const after = await here.registrations()
    for (const stranger of strangers)
      assert.equal(
        after.get(stranger.metadata.name)?.metadata.resourceVersion,
        stranger.metadata.resourceVersion,
      )
    assert.equal(after.has('cluster-named'), false)
  })

  it('lets the older of two newcomers have a name and an address', async () => {
    const here = await site()
    await here.namespace(`${here.owner}-z`, 'one')
    await here.source(`${here.owner}-z`, 'https://10.1.3.1:6443')
    await new Promise((resolve) => setTimeout(resolve, 1100))
    await here.namespace(`${here.owner}-a`, 'one')
    await here.source(`${here.owner}-a`, 'https://10.1.3.2:6443')
    await here.namespace(`${here.owner}-b`, 'two')
    await here.source(`${here.owner}-b`, 'https://10.1.3.1')
    await here.namespace(`${here.owner}-c`, 'three')
    await here.source(`${here.owner}-c`, 'https://10.1.3.1:6443')

    const { report } = await here.sync()

    assert.deepEqual(
      report.decisions.map(({ cluster, namespace, action, reason }) => [cluster, namespace, action, reason]),
      [
        ['one', `${here.owner}-a`, 'refuse', 'contested-name'],
        ['one', `${here.owner}-z`, 'register', 'first-registration'],
        ['three', `${here.owner}-c`, 'refuse', 'server-collision'],
        ['two', `${here.owner}-b`, 'register', 'first-registration'],
      ],
    )
  })

  it('stands down where another made the Secret between its look and its write', async () => {
    const here = await site()
    await here.namespace(`${here.owner}-a`, 'raced')
    await here.source(`${here.owner}-a`, 'https://10.1.4.1:6443')
    const proxy = await startFaultProxy(hub())
    try {
      const barrier = createBarrier()
      proxy.rules.add({ method: 'POST', path: /\/secrets/, fault: { kind: 'hold', barrier } })
      const pass = here.sync({ kubeconfig: hub().kubeconfig('reference', proxy) })
      await barrier.reached
      const theirs = await here.secret('cluster-raced', {
        data: { name: 'raced', server: 'https://theirs', config: '{}' },
      })
      barrier.release()

      const { code, report } = await pass

      assert.equal(code, 1)
      assert.deepEqual(brief(report), ['raced refuse create-race'])
      const after = (await here.registrations()).get('cluster-raced')
      assert.equal(after?.metadata.resourceVersion, theirs.metadata.resourceVersion)
    } finally {
      await proxy.stop()
    }
  })

  it('registers the rest where one namespace may not be listed, loses nothing, and exits 1', async () => {
    const here = await site()
    const names = ['a', 'b', 'c'].map((letter) => `${here.owner}-${letter}`)
    for (const [index, name] of names.entries()) {
      await here.namespace(name, name)
      await here.source(name, `https://10.1.5.${index}:6443`)
    }
    await here.sync()
    await here.namespace(`${here.owner}-d`, 'fresh')
    await here.source(`${here.owner}-d`, 'https://10.1.5.9:6443')
    const before = await here.registrations()
    await grantReferenceByNamespace(hub().rest, {
      targetNamespace: here.target,
      namespaces: [...names.slice(1), `${here.owner}-d`],
    })

    const { code, report } = await here.sync({ kubeconfig: hub().kubeconfig('reference-by-namespace') })

    assert.equal(code, 1)
    assert.equal(report.complete, false)
    assert.deepEqual(brief(report), [
      'fresh register first-registration done',
      `${names[0]!} keep incomplete-view`,
      `${names[1]!} unchanged up-to-date`,
      `${names[2]!} unchanged up-to-date`,
    ])
    const after = await here.registrations()
    for (const [name, secret] of before) assert.deepEqual(after.get(name), secret)
  })
})
