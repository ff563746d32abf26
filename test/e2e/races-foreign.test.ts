import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { createBarrier, type Barrier } from '../envtest/faults.ts'
import type { Json } from '../envtest/rest.ts'
import { useHub } from '../envtest/shared-hub.ts'
import { clusterNames, inParallel, makeSources, rename, rotate } from './changes.ts'
import { runOn, saidOf } from './process.ts'
import { registrationPath } from './request-paths.ts'
import { useProxiedSite } from './proxied-site.ts'
import { decode, makeSite, P, type SyncResult } from './site.ts'
import { patchRegistration, registration, versions } from './standing.ts'

const ROUNDS = process.env['REGISTRAR_NIGHTLY'] === '1' ? 50 : 5

/** What somebody else adds to a registration, in one of the three places where something can be added. */
const additions = (mark: string): readonly object[] => [
  { metadata: { labels: { [`team-${mark}`]: 'blue' } } },
  { metadata: { annotations: { [`note-${mark}`]: 'kept' } } },
  { data: { [`extra-${mark}`]: 'MQ==' } },
]

const hasAll = (secret: Json, mark: string): boolean =>
  secret.metadata.labels?.[`team-${mark}`] === 'blue' &&
  secret.metadata.annotations?.[`note-${mark}`] === 'kept' &&
  decode(secret, `extra-${mark}`) === '1'

describe('somebody else writes to a registration between our look and our write', function () {
  this.timeout(60_000)
  const hub = useHub()
  const { site, proxy, through } = useProxiedSite(hub, 'foreign', async (here) => {
    await makeSources(here, clusterNames(3))
    await runOn(here)
  })

  /** A pass whose first write to that registration waits until `meanwhile` is over. */
  const raced = async (
    cluster: string,
    meanwhile: () => Promise<unknown>,
    words: readonly string[] = [],
  ): Promise<SyncResult> => {
    const barrier: Barrier = createBarrier()
    const path = registrationPath(site(), cluster)
    proxy().rules.add({ method: /PUT|DELETE/, path, nth: 1, fault: { kind: 'hold', barrier } })
    const pass = runOn(site(), { ...through(), words })
    const early = await Promise.race([barrier.reached, pass])
    assert.equal(early, undefined, 'it ended without that write')
    await meanwhile()
    barrier.release()
    return pass
  }

  const addAll = async (cluster: string, mark: string): Promise<void> => {
    for (const patch of additions(mark)) await patchRegistration(site(), cluster, patch)
  }

  for (const [what, arrange, said] of [
    ['an update', () => rotate(site(), 'c-00', 'next'), 'update source-changed done'],
    ['a hiding', () => rename(site(), 'c-00', 'renamed'), 'demote renamed done'],
    ['a restore', () => rename(site(), 'c-00', 'c-00'), 'restore label-back done'],
  ] as const)
    it(`given ${what}, then it stands down, looks again, and loses none of it`, async () => {
      const mark = said.split(' ')[0]!
      await arrange()

      const { code, report } = await raced('c-00', () => addAll('c-00', mark))

      assert.deepEqual([code, saidOf(report, 'c-00')], [0, said])
      assert.ok(hasAll(await registration(site(), 'c-00'), mark))
    })

  it('given the end of its time to live, and a revert that comes between, then the revert wins (C6.57)', async () => {
    await rename(site(), 'c-01', 'other')
    await runOn(site())
    await patchRegistration(site(), 'c-01', {
      metadata: { labels: { [`${P}stale-since`]: '20200101T000000Z' } },
    })
    const former = await registration(site(), 'c-01')

    const { report } = await raced(
      'c-01',
      async () => {
        await rename(site(), 'c-01', 'c-01')
        await runOn(site())
      },
      ['--demoted-ttl', '1h'],
    )

    assert.doesNotMatch(saidOf(report, 'c-01'), /prune/)
    const now = await registration(site(), 'c-01')
    assert.equal(now.metadata.uid, former.metadata.uid)
    assert.equal(now.metadata.labels?.['argocd.argoproj.io/secret-type'], 'cluster')
    assert.equal(now.metadata.labels[`${P}stale-since`], undefined)
  })

  it('given the registration is deleted by hand, then it is made again (C6.06)', async () => {
    await rotate(site(), 'c-02', 'next')
    const path = `/api/v1/namespaces/${site().target}/secrets/cluster-c-02`

    const { code, report } = await raced('c-02', () => hub().rest.json('DELETE', path))

    assert.deepEqual([code, saidOf(report, 'c-02')], [0, 'register first-registration done'])
    assert.match(decode(await registration(site(), 'c-02'), 'config'), /next/)
  })
})

describe(`two syncs and a third writer at once, ${ROUNDS} rounds`, function () {
  this.timeout(ROUNDS * 10_000)
  const hub = useHub()
  const TOGGLED = clusterNames(3, 'a')
  const ROTATED = clusterNames(6, 'b')
  const ALL = [...TOGGLED, ...ROTATED, ...clusterNames(3, 'c')]

  it('nothing foreign is lost, nothing is taken over, and one more pass has nothing left to do', async () => {
    const site = await makeSite(hub(), 'rounds')
    await makeSources(site, ALL)
    await runOn(site)
    const first = await site.registrations()
    for (let round = 1; round <= ROUNDS; round += 1) {
      const odd = round % 2 === 1
      await inParallel(TOGGLED, (cluster) => rename(site, cluster, odd ? `new-${cluster}` : cluster))
      await inParallel(ROTATED, (cluster) => rotate(site, cluster, `token-${round}`))

      const [one, two] = await Promise.all([
        runOn(site),
        runOn(site),
        inParallel(ALL, async (cluster, index) => {
          await sleep(100 + 40 * index)
          for (const patch of additions(String(round))) await patchRegistration(site, cluster, patch)
        }),
      ])

      for (const { report } of [one, two])
        assert.deepEqual([report.summary.refuse, report.summary.prune], [0, 0])
      const last = await runOn(site)
      assert.equal(last.code, 0, last.stdout)
      const settled = await versions(site)
      await runOn(site)
      assert.deepEqual(await versions(site), settled)
      const now = await site.registrations()
      for (const cluster of ALL) {
        const secret = now.get(`cluster-${cluster}`)!
        assert.equal(secret.metadata.uid, first.get(`cluster-${cluster}`)?.metadata.uid)
        for (let past = 1; past <= round; past += 1)
          assert.ok(
            hasAll(secret, String(past)),
            `${cluster} lost what round ${past} added, in round ${round}`,
          )
      }
      for (const cluster of ROTATED)
        assert.match(decode(now.get(`cluster-${cluster}`), 'config'), new RegExp(`"token-${round}"`))
      for (const cluster of TOGGLED)
        assert.equal(
          now.get(`cluster-${cluster}`)?.metadata.labels?.['argocd.argoproj.io/secret-type'],
          odd ? undefined : 'cluster',
        )
    }
  })
})
