import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { createMetrics, type Metrics } from '../../src/controller/metrics.ts'
import type { FleetEntry } from '../../src/controller/metrics-fleet.ts'
import { startMetricsServer } from '../../src/controller/metrics-server.ts'

const PREFIX = 'argocd_cluster_registrar_'
const HOUR = 3_600_000
const NOW = Date.parse('2026-11-29T12:00:00Z')

const entry = (fields: Partial<FleetEntry> = {}): FleetEntry => ({
  demoted: false,
  hidden: false,
  unrouted: false,
  credential: { bucket: 'token', anonymous: false },
  ...fields,
})

const dated = (hours: number): FleetEntry => entry({ credential: { notAfter: NOW + hours * HOUR } })

/** Every series of a text, by its name and labels. */
const seriesOf = async (metrics: Metrics): Promise<ReadonlyMap<string, number>> =>
  new Map(
    (await metrics.text())
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line): [string, number] => {
        const [, name = '', value = ''] = /^(.*) (\S+)$/.exec(line) ?? []
        return [name, Number(value)]
      }),
  )

const under = (series: ReadonlyMap<string, number>, family: string): Record<string, number> =>
  Object.fromEntries(
    [...series]
      .filter(([name]) => name === PREFIX + family || name.startsWith(`${PREFIX}${family}{`))
      .map(([name, value]) => [name.slice(PREFIX.length + family.length), value]),
  )

describe('metrics', () => {
  const sources = { queueDepth: 0, queueAge: 0, refreshAge: 0, leading: false }
  const make = (): Promise<Metrics> =>
    createMetrics({
      queueDepth: () => sources.queueDepth,
      queueAge: () => sources.queueAge,
      refreshAge: () => sources.refreshAge,
      leading: () => sources.leading,
    })

  it('are the reference’s four families with all 26 series at 0 from the start (C7.55–C7.58, C7.77)', async () => {
    const series = await seriesOf(await make())

    assert.deepEqual(under(series, 'conflicts_total'), {
      '{reason="not_managed"}': 0,
      '{reason="orphan_cluster_mismatch"}': 0,
      '{reason="incumbent"}': 0,
      '{reason="contested_name"}': 0,
      '{reason="create_race"}': 0,
      '{reason="server_collision"}': 0,
    })
    assert.deepEqual(under(series, 'adoptions_total'), { '': 0 })
    assert.deepEqual(under(series, 'unrouted_secrets'), { '': 0 })
    const buckets = 'expired lt_24h lt_7d lt_30d ok token exec unreadable absent'.split(' ')
    assert.deepEqual(
      under(series, 'registrations'),
      Object.fromEntries(
        ['active', 'demoted'].flatMap((state) =>
          buckets.map((bucket) => [`{state="${state}",credential_expiry="${bucket}"}`, 0]),
        ),
      ),
    )
  })

  it('say of the reference’s families what they are, counters and gauges', async () => {
    const text = await (await make()).text()
    const types = Object.fromEntries(
      [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => [name, type]),
    )

    assert.deepEqual(types, {
      [`${PREFIX}conflicts_total`]: 'counter',
      [`${PREFIX}adoptions_total`]: 'counter',
      [`${PREFIX}registrations`]: 'gauge',
      [`${PREFIX}unrouted_secrets`]: 'gauge',
      [`${PREFIX}hidden_registrations`]: 'gauge',
      [`${PREFIX}anonymous_registrations`]: 'gauge',
      [`${PREFIX}removals_held`]: 'gauge',
      [`${PREFIX}pass_duration_seconds`]: 'histogram',
      [`${PREFIX}api_requests_total`]: 'counter',
      [`${PREFIX}queue_depth`]: 'gauge',
      [`${PREFIX}queue_age_seconds`]: 'gauge',
      [`${PREFIX}credential_refresh_age_seconds`]: 'gauge',
      [`${PREFIX}leading`]: 'gauge',
      process_cpu_seconds_total: 'counter',
      process_resident_memory_bytes: 'gauge',
      process_start_time_seconds: 'gauge',
      nodejs_heap_size_used_bytes: 'gauge',
      ...(process.platform === 'linux' ? { process_open_fds: 'gauge' } : {}),
    })
  })

  it('count each refusal under its own reason, and a name held by another Secret as not managed (C5.47, C5.48)', async () => {
    const metrics = await make()
    const none = under(await seriesOf(metrics), 'conflicts_total')
    for (const [reason, label] of [
      ['not-managed', 'not_managed'],
      ['name-held', 'not_managed'],
      ['orphan-cluster-mismatch', 'orphan_cluster_mismatch'],
      ['incumbent', 'incumbent'],
      ['contested-name', 'contested_name'],
      ['create-race', 'create_race'],
      ['server-collision', 'server_collision'],
    ] as const) {
      const before = under(await seriesOf(metrics), 'conflicts_total')
      metrics.countConflict(reason)
      const name = `{reason="${label}"}`
      assert.deepEqual(under(await seriesOf(metrics), 'conflicts_total'), {
        ...before,
        [name]: before[name]! + 1,
      })
    }

    const fresh = await make()
    fresh.countConflict('cluster-label-missing')
    fresh.countConflict('source-unusable')
    assert.deepEqual(under(await seriesOf(fresh), 'conflicts_total'), none)
  })

  it('count adoptions (C7.56)', async () => {
    const metrics = await make()

    metrics.countAdoption()
    metrics.countAdoption()

    assert.deepEqual(under(await seriesOf(metrics), 'adoptions_total'), { '': 2 })
  })

  it('put every registration into one bucket of its state, and empty ones back to 0 (C7.61–C7.63)', async () => {
    const metrics = await make()
    const zero = under(await seriesOf(metrics), 'registrations')
    const sum = (values: Record<string, number>, state: string): number =>
      Object.entries(values).reduce(
        (total, [name, value]) => (name.includes(state) ? total + value : total),
        0,
      )

    metrics.observeFleet(
      [dated(1), entry({ demoted: true }), entry({ demoted: true }), entry({ demoted: true })],
      NOW,
    )
    const first = under(await seriesOf(metrics), 'registrations')
    metrics.observeFleet([dated(0)], NOW)

    assert.deepEqual(first, {
      ...zero,
      '{state="active",credential_expiry="lt_24h"}': 1,
      '{state="demoted",credential_expiry="token"}': 3,
    })
    assert.deepEqual([sum(first, 'active'), sum(first, 'demoted')], [1, 3])
    assert.deepEqual(under(await seriesOf(metrics), 'registrations'), {
      ...zero,
      '{state="active",credential_expiry="expired"}': 1,
    })
  })

  it('count what the reference hides: unrouted, unseen and anonymous registrations (C7.58, C10.50)', async () => {
    const metrics = await make()

    metrics.observeFleet(
      [
        entry({ unrouted: true }),
        entry({ hidden: true }),
        entry({ hidden: true, credential: { bucket: 'token', anonymous: true } }),
      ],
      NOW,
    )
    const series = await seriesOf(metrics)

    assert.deepEqual(
      ['unrouted_secrets', 'hidden_registrations', 'anonymous_registrations'].map(
        (name) => under(series, name)[''],
      ),
      [1, 2, 1],
    )
  })

  it('ask at every scrape for the queue, the oldest refresh and who leads (C7.78)', async () => {
    const metrics = await make()
    const sampled = async (): Promise<readonly (number | undefined)[]> => {
      const series = await seriesOf(metrics)
      return ['queue_depth', 'queue_age_seconds', 'credential_refresh_age_seconds', 'leading'].map(
        (name) => under(series, name)[''],
      )
    }
    const before = await sampled()
    Object.assign(sources, { queueDepth: 3, queueAge: 1500, refreshAge: 61_000, leading: true })

    assert.deepEqual(before, [0, 0, 0, 0])
    assert.deepEqual(await sampled(), [3, 1.5, 61, 1])
    Object.assign(sources, { queueDepth: 0, queueAge: 0, refreshAge: 0, leading: false })
  })

  it('count requests by verb and status, passes by scope, and removals held', async () => {
    const metrics = await make()
    for (const code of [200, 200, 404, 0, 418]) metrics.countRequest('get', code)
    metrics.countRequest('create', 201)
    metrics.observePass('cluster', 20)
    metrics.observePass('cluster', 4000)
    metrics.setRemovalsHeld(4)

    const series = await seriesOf(metrics)

    assert.deepEqual(under(series, 'api_requests_total'), {
      '{verb="get",code="200"}': 2,
      '{verb="list",code="200"}': 0,
      '{verb="watch",code="200"}': 0,
      '{verb="create",code="201"}': 1,
      '{verb="update",code="200"}': 0,
      '{verb="patch",code="200"}': 0,
      '{verb="delete",code="200"}': 0,
      '{verb="get",code="404"}': 1,
      '{verb="get",code="none"}': 1,
      '{verb="get",code="other"}': 1,
    })
    assert.deepEqual(under(series, 'removals_held'), { '': 4 })
    assert.deepEqual(under(series, 'pass_duration_seconds_count'), {
      '{scope="cluster"}': 2,
      '{scope="fleet"}': 0,
    })
    assert.deepEqual(under(series, 'pass_duration_seconds_sum'), {
      '{scope="cluster"}': 4.02,
      '{scope="fleet"}': 0,
    })
    const buckets = under(series, 'pass_duration_seconds_bucket')
    assert.deepEqual(
      [0.01, 0.025, 2.5, 5].map((le) => buckets[`{le="${le}",scope="cluster"}`]),
      [0, 1, 1, 2],
    )
  })

  it('are kept apart from any other of the process', async () => {
    const [one, other] = [await make(), await make()]

    one.countAdoption()

    assert.deepEqual(under(await seriesOf(other), 'adoptions_total'), { '': 0 })
  })

  it('are served at /metrics in plain HTTP, and nothing else is (C7.51)', async () => {
    const metrics = await make()
    const endpoint = await startMetricsServer(
      { host: '127.0.0.1', port: 0 },
      '--metrics-bind-address',
      metrics,
    )
    const ask = async (path: string): Promise<readonly unknown[]> => {
      const [response] = (await once(
        get({ host: '127.0.0.1', port: endpoint.port, path, agent: false }),
        'response',
      )) as [IncomingMessage]
      let body = ''
      for await (const chunk of response) body += String(chunk)
      return [
        response.statusCode,
        response.headers['content-type'],
        body.includes(`${PREFIX}adoptions_total 0`),
      ]
    }

    assert.deepEqual(await ask('/metrics'), [200, 'text/plain; version=0.0.4; charset=utf-8', true])
    assert.deepEqual(await ask('/'), [404, 'text/plain; charset=utf-8', false])
    await endpoint.close()
  })
})
