import assert from 'node:assert/strict'
import type { AuditEvent } from '../envtest/audit.ts'
import { useHub } from '../envtest/shared-hub.ts'
import { clusterNames, inParallel, makeSources, removeSources, rename, rotate } from './changes.ts'
import { runOn } from './process.ts'
import { isWrite } from './request-paths.ts'
import { useProxiedSite } from './proxied-site.ts'
import { brief, P, type SyncResult } from './site.ts'
import { patchRegistration, versions } from './standing.ts'

const [RENAMED, GONE, ROTATED] = [clusterNames(2, 'a'), clusterNames(2, 'b'), clusterNames(2, 'c')]
const STAYING = clusterNames(4, 'f')
const [EXPIRED, FRESH] = ['d-00', 'e-00'] as const

const changes = ({ verb }: AuditEvent): boolean => !['get', 'list', 'watch'].includes(verb)

describe('a dry run of everything a pass can do', function () {
  this.timeout(60_000)
  const hub = useHub()
  const { site, proxy, through } = useProxiedSite(hub, 'dry', async (here) => {
    await makeSources(here, [...RENAMED, ...GONE, ...ROTATED, EXPIRED, ...STAYING])
    await runOn(here)
    await rename(here, EXPIRED, 'present')
    await runOn(here)
    const since = { metadata: { labels: { [`${P}stale-since`]: '20200101T000000Z' } } }
    await patchRegistration(here, EXPIRED, since)
    await inParallel(RENAMED, (cluster) => rename(here, cluster, `new-${cluster}`))
    await inParallel(ROTATED, (cluster) => rotate(here, cluster, 'next'))
    await removeSources(here, GONE)
    await makeSources(here, [FRESH])
  })

  const PLANNED = [
    ...RENAMED.map((name) => `${name} demote renamed planned`),
    ...GONE.map((name) => `${name} prune namespace-gone planned`),
    ...ROTATED.map((name) => `${name} update source-changed planned`),
    `${EXPIRED} prune ttl-over planned`,
    `${FRESH} register first-registration planned`,
    ...STAYING.map((name) => `${name} unchanged up-to-date`),
    ...RENAMED.map((name) => `new-${name} register first-registration planned`),
    'present unchanged up-to-date',
  ]
  const PRUNES = PLANNED.filter((line) => line.includes(' prune '))
  /** A rename is two writes. */
  const WRITES = PLANNED.filter((line) => line.endsWith('planned')).length

  interface DryRun extends SyncResult {
    readonly writes: readonly AuditEvent[]
  }

  /** @throws where anything stands at another version afterwards */
  const dryRun = async (verb: string, kind: 'client' | 'server'): Promise<DryRun> => {
    const before = await versions(site())
    const mark = await hub().audit.mark()
    const result = await runOn(site(), {
      verb,
      ...through(),
      words: ['--demoted-ttl', '1h', `--dry-run=${kind}`],
    })
    const writes = (await hub().audit.since(mark, 'reference')).filter(changes)
    assert.deepEqual(await versions(site()), before)
    return { ...result, writes }
  }

  for (const [verb, expected, count] of [
    ['sync', PLANNED, WRITES],
    ['prune', PRUNES, PRUNES.length],
  ] as const) {
    it(`given ${verb} --dry-run=client, then everything is planned and no write is sent`, async () => {
      const { code, report, writes } = await dryRun(verb, 'client')

      assert.deepEqual([code, brief(report), writes], [0, expected, []])
    })

    it(`given ${verb} --dry-run=server, then every write is tried on the hub, and none of them lasts`, async () => {
      const { code, report, writes } = await dryRun(verb, 'server')

      assert.deepEqual([code, brief(report), writes.length], [0, expected, count])
      for (const { query, code: status } of writes) {
        assert.equal(query['dryRun'], 'All')
        assert.ok(status === 200 || status === 201, `${status}`)
      }
    })

    it(`given ${verb} --dry-run=server through a proxy that strips the body of a DELETE, then nothing lasts either`, async () => {
      const stripped = proxy().rules.add({ method: 'DELETE', fault: { kind: 'drop-body' } })

      const { code, report, writes } = await dryRun(verb, 'server')

      assert.deepEqual([code, brief(report), writes.length], [0, expected, count])
      assert.equal(stripped.applied, PRUNES.length)
      for (const { query } of writes) assert.equal(query['dryRun'], 'All')
    })
  }

  it('every write of theirs says dryRun in body or query, a DELETE in both', () => {
    const writes = proxy().seen.filter(isWrite)
    assert.ok(writes.length > 0)
    for (const { method, path, body } of writes) {
      assert.equal(new URL(path, 'https://hub').searchParams.get('dryRun'), 'All')
      if (method === 'DELETE')
        assert.deepEqual((JSON.parse(body) as { readonly dryRun?: unknown }).dryRun, ['All'])
    }
  })

  it('given no dry run, then what was planned is what is done', async () => {
    const { code, report } = await runOn(site(), { words: ['--demoted-ttl', '1h'] })

    assert.deepEqual([code, brief(report)], [0, PLANNED.map((line) => line.replace(/planned$/, 'done'))])
  })
})
