import assert from 'node:assert/strict'
import { runPass } from '../../src/engine/pass.ts'
import { createLiveClient } from '../../src/kube/live/client.ts'
import { resolveConnection } from '../../src/kube/live/resolve.ts'
import { parseProvider } from '../../src/providers/parse-provider.ts'
import { resolveSettings } from '../../src/settings/resolve.ts'
import { startFaultProxy } from '../envtest/fault-proxy.ts'
import { useHub } from '../envtest/shared-hub.ts'
import { FLEET_PROVIDERS } from '../fleet/fleet.ts'
import { brief, makeSite, type Site } from './site.ts'

const CLUSTERS = 200

const isWrite = ({ verb }: { readonly verb: string }): boolean => !['get', 'list', 'watch'].includes(verb)

describe('what a pass costs the hub', function () {
  this.timeout(120_000)
  const hub = useHub()
  const state: { site?: Site } = {}
  const site = (): Site => state.site!

  before('a fleet of 200', async () => {
    state.site = await makeSite(hub(), 'cost')
    await site().load(site().makeFleet({ clusters: CLUSTERS, unrelatedSecrets: 3 }))
  })

  it('nothing on a client dry run, and nothing that lasts on a server one', async () => {
    const mark = await hub().audit.mark()
    const client = await site().sync({ words: ['--dry-run'] })
    assert.equal(client.report.summary.register, CLUSTERS)
    assert.deepEqual((await hub().audit.since(mark, 'reference')).filter(isWrite), [])

    const second = await hub().audit.mark()
    const server = await site().sync({ words: ['--dry-run=server'] })
    const writes = (await hub().audit.since(second, 'reference')).filter(isWrite)
    assert.equal(server.report.summary.register, CLUSTERS)
    assert.equal(writes.length, CLUSTERS)
    for (const { uri, code } of writes) {
      assert.match(uri, /[?&]dryRun=All\b/)
      assert.equal(code, 201)
    }
    assert.equal((await site().registrations()).size, 0)
  })

  it('at most 2.1 requests a cluster and 40 for a first pass, 1.1 and 40 for a settled one, every LIST in pages', async () => {
    for (const [share, action] of [
      [2.1, 'register'],
      [1.1, 'unchanged'],
    ] as const) {
      const mark = await hub().audit.mark()
      const { report } = await site().sync()
      const seen = await hub().audit.since(mark, 'reference')

      assert.equal(report.summary[action], CLUSTERS)
      assert.ok(seen.length <= share * CLUSTERS + 40, `${seen.length} requests`)
      assert.equal(seen.length, report.cost.requests, 'the report counts what the hub saw')
      for (const { verb, uri } of seen) if (verb === 'list') assert.match(uri, /[?&]limit=\d+/)
      for (const { uri } of seen) assert.doesNotMatch(uri, /resourceVersion=0/)
    }
  })

  it('no more connections than requests in flight', async () => {
    const connection = await resolveConnection({ kubeconfig: site().kubeconfig }, {})
    const client = createLiveClient(connection, { concurrency: 4 })
    const origin = 'test'
    const settings = resolveSettings({
      targetNamespace: { value: site().target, origin },
      managedBy: { value: site().owner, origin },
      providers: { value: FLEET_PROVIDERS.map(parseProvider), origin },
      execCredentials: { value: true, origin },
    })
    try {
      const { outcomes } = await runPass(client, settings, {
        dryRun: 'none',
        concurrency: 16,
        now: Date.now(),
        policy: { execCredentials: true, execHosts: [], execProxies: [], hubServers: [], hubServices: [] },
      })

      assert.equal(outcomes.length, CLUSTERS)
      assert.ok(client.counters().requests >= CLUSTERS)
      assert.ok(client.counters().connections <= 4, `${client.counters().connections} connections`)
      assert.equal(client.counters().writes, 0)
    } finally {
      client.close()
    }
  })

  it('a wait where it asks for one: Retry-After is obeyed, and the pass goes through', async () => {
    const proxy = await startFaultProxy(hub())
    try {
      const busy = proxy.rules.add({
        path: /fieldSelector|namespaces\/[^/]+\/secrets\?/,
        nth: 3,
        fault: { kind: 'answer', status: 429, headers: { 'retry-after': '1' }, body: '' },
      })

      const { code, report } = await site().sync({ kubeconfig: hub().kubeconfig('reference', proxy) })

      assert.equal(code, 0)
      assert.equal(busy.applied, 1)
      assert.equal(report.summary.unchanged, CLUSTERS)
    } finally {
      await proxy.stop()
    }
  })

  it('no removal and no false word of a namespace whose list is cut off or answered by a proxy', async () => {
    const cases = [
      { kind: 'truncate', bytes: 300 },
      {
        kind: 'answer',
        status: 404,
        headers: { 'content-type': 'text/html' },
        body: '<html>not here</html>',
      },
    ] as const
    for (const fault of cases) {
      const proxy = await startFaultProxy(hub())
      try {
        const [cluster] = site().makeFleet({ clusters: 1 }).clusters
        const namespace = cluster!.namespace.metadata.name
        proxy.rules.add({ path: new RegExp(`namespaces/${namespace}/secrets\\?`), fault })

        const { code, report } = await site().sync({ kubeconfig: hub().kubeconfig('reference', proxy) })

        assert.equal(code, 1)
        assert.equal(report.complete, false)
        assert.equal(report.summary.unchanged, CLUSTERS - 1)
        assert.ok(brief(report).includes(`${cluster!.name} keep incomplete-view`))
      } finally {
        await proxy.stop()
      }
    }
  })
})
