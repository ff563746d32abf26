import assert from 'node:assert/strict'
import { useHub } from '../envtest/shared-hub.ts'
import { clusterNames, inParallel, makeSources, removeSources, rename } from './changes.ts'
import { runOn, saidOf, startBin, warnedOf, wordsOn } from './process.ts'
import { decode, makeSite, P, type Site, type SyncResult } from './site.ts'
import { patchRegistration, versions } from './standing.ts'

const SIZES = [1, 2, 4, 6, 25, 200]

const GONE = 'prune namespace-gone done'
const HELD = 'prune namespace-gone held'

describe('the brake', function () {
  this.timeout(120_000)
  const hub = useHub()

  const siteOf = async (name: string, clusters: readonly string[]): Promise<Site> => {
    const site = await makeSite(hub(), `brake-${name}`)
    await makeSources(site, clusters)
    await runOn(site)
    return site
  }

  /** What became of each of these clusters, every outcome once. */
  const outcomes = ({ report }: SyncResult, clusters: readonly string[]): string[] => [
    ...new Set(clusters.map((cluster) => saidOf(report, cluster))),
  ]

  const holdsAll = async (site: Site, clusters: readonly string[]): Promise<void> => {
    const before = await versions(site)
    const result = await runOn(site)
    assert.deepEqual([result.code, outcomes(result, clusters)], [1, [HELD]])
    for (const cluster of clusters) assert.deepEqual(warnedOf(result.report, cluster), ['removal-held'])
    assert.deepEqual(await versions(site), before)
  }

  const letsGo = async (
    site: Site,
    leaving: readonly string[],
    staying: readonly string[],
  ): Promise<void> => {
    const result = await runOn(site)
    assert.deepEqual([result.code, outcomes(result, leaving)], [0, [GONE]])
    assert.deepEqual(
      Object.keys(await versions(site)).sort(),
      staying.map((name) => `cluster-${name}`).sort(),
    )
  }

  /** Every namespace deleted and made anew: as after a restore from a backup. */
  const takesOver = async (site: Site, clusters: readonly string[]): Promise<void> => {
    const before = await site.registrations()
    await makeSources(site, clusters)
    const result = await runOn(site)
    assert.deepEqual([result.code, outcomes(result, clusters)], [0, ['update namespace-recreated done']])
    for (const [name, secret] of await site.registrations()) {
      assert.equal(secret.metadata.uid, before.get(name)?.metadata.uid)
      assert.notEqual(
        secret.metadata.labels?.[`${P}source-namespace-uid`],
        before.get(name)?.metadata.labels?.[`${P}source-namespace-uid`],
      )
      assert.equal(decode(secret, 'shard'), '3')
      assert.equal(secret.metadata.labels?.['team'], 'blue')
    }
  }

  it('given the only registration of a hub, and its namespace is deleted, then it goes', async () => {
    const site = await siteOf('1', ['c-00'])
    await removeSources(site, ['c-00'])
    await letsGo(site, ['c-00'], [])
  })

  for (const size of SIZES.filter((each) => each > 1))
    it(`given ${size}, when all are deleted none goes, when all come back with other UIDs all are updated, and half of them, then one, goes (C10.38, C10.40)`, async () => {
      const all = clusterNames(size)
      const site = await siteOf(String(size), all)
      const foreign = { metadata: { labels: { team: 'blue' } }, data: { shard: 'Mw==' } }
      await inParallel(all, (cluster) => patchRegistration(site, cluster, foreign))

      await removeSources(site, all)
      await holdsAll(site, all)

      await takesOver(site, all)

      const half = all.slice(0, size / 2)
      const rest = all.slice(half.length)
      await removeSources(site, half)
      await letsGo(site, half, rest)

      await removeSources(site, rest.slice(0, 1))
      await letsGo(site, rest.slice(0, 1), rest.slice(1))
    })

  for (const [size, allowed] of [
    [4, 3],
    [6, 3],
    [25, 12],
  ] as const)
    it(`given ${size}, then ${allowed} may go at once, and one more is held until a person has seen the list`, async () => {
      const all = clusterNames(size)
      const site = await siteOf(`over-${size}`, all)
      const over = all.slice(0, allowed + 1)
      await removeSources(site, over)
      await holdsAll(site, over)
      const before = await versions(site)
      const prune = (...words: string[]): Promise<SyncResult> => runOn(site, { verb: 'prune', words })

      const unasked = await prune('--yes')
      const tooFew = await prune('--yes', '--max-removals', String(allowed))
      const unseen = await startBin(wordsOn(site, { verb: 'prune', words: ['--max-removals', '100%'] })).ended

      for (const result of [unasked, tooFew])
        assert.deepEqual([result.code, outcomes(result, over)], [1, [HELD]])
      assert.deepEqual([unseen.code, unseen.stdout], [2, ''])
      assert.match(unseen.stderr, /--yes/)
      assert.deepEqual(await versions(site), before)

      const released = await prune('--yes', '--max-removals', String(allowed + 1))

      assert.deepEqual([released.code, outcomes(released, over)], [0, [GONE]])
      const next = await runOn(site)
      assert.deepEqual(
        [next.code, outcomes(next, all.slice(over.length))],
        [0, size === over.length ? [] : ['unchanged up-to-date']],
      )
    })

  it('given more renames at once than it lets go, then each is held as a unit, the old ones stay, and prune releases them', async () => {
    const all = clusterNames(6)
    const site = await siteOf('renames', all)
    const renamed = all.slice(0, 4)
    await inParallel(renamed, (cluster) => rename(site, cluster, `new-${cluster}`))
    const before = await versions(site)

    const held = await runOn(site)

    assert.deepEqual([held.code, outcomes(held, renamed)], [1, ['demote renamed held']])
    assert.deepEqual(
      outcomes(
        held,
        renamed.map((name) => `new-${name}`),
      ),
      ['register first-registration held'],
    )
    assert.deepEqual(await versions(site), before)
    const released = await runOn(site, { verb: 'prune', words: ['--yes', '--max-removals', '4'] })
    assert.deepEqual([released.code, outcomes(released, renamed)], [0, ['demote renamed done']])
    const next = await runOn(site)
    assert.deepEqual(
      [next.code, outcomes(next, [...renamed.map((name) => `new-${name}`), ...all.slice(4)])],
      [0, ['unchanged up-to-date']],
    )
  })

  it('given hides that another process did a moment ago, then they count, and one more removal is held', async () => {
    const all = clusterNames(6)
    const site = await siteOf('window', all)
    await inParallel(all.slice(0, 3), (cluster) => rename(site, cluster, `new-${cluster}`))
    const first = await runOn(site)
    await removeSources(site, ['c-05'])

    const second = await runOn(site)

    assert.deepEqual([first.code, outcomes(first, all.slice(0, 3))], [0, ['demote renamed done']])
    assert.deepEqual([second.code, saidOf(second.report, 'c-05')], [1, HELD])
    assert.ok((await site.registrations()).has('cluster-c-05'))
  })
})
