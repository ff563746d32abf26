import assert from 'node:assert/strict'
import { createBarrier } from '../envtest/faults.ts'
import type { Json } from '../envtest/rest.ts'
import { useHub } from '../envtest/shared-hub.ts'
import { clusterNames, inParallel, makeSources, removeSources, rename, rotate } from './changes.ts'
import { runOn, saidOf, startBin, wordsOn } from './process.ts'
import { isWrite, targetPath } from './request-paths.ts'
import { useProxiedSite } from './proxied-site.ts'
import { brief, P } from './site.ts'
import { contents, patchRegistration, restore, versions } from './standing.ts'

/** How many clusters of the site each thing happens to; the brake lets all of it through. */
const HISTORY =
  process.env['REGISTRAR_NIGHTLY'] === '1'
    ? { renamed: 5, removed: 6, rotated: 6, fresh: 3, settled: 10 }
    : { renamed: 2, removed: 2, rotated: 2, fresh: 1, settled: 3 }

/** A rename is two: the new registration, and the former one hidden. */
const WRITES = 2 * HISTORY.renamed + HISTORY.removed + HISTORY.rotated + HISTORY.fresh

describe(`sync killed at any of its ${WRITES} writes`, function () {
  this.timeout(120_000)
  const hub = useHub()
  const state: {
    /** The target namespace as every pass finds it, and as an undisturbed pass leaves it. */
    before?: ReadonlyMap<string, Json>
    after?: Readonly<Record<string, object>>
  } = {}
  const names = {
    renamed: clusterNames(HISTORY.renamed, 'a'),
    removed: clusterNames(HISTORY.removed, 'b'),
    rotated: clusterNames(HISTORY.rotated, 'c'),
    settled: clusterNames(HISTORY.settled, 'd'),
    fresh: clusterNames(HISTORY.fresh, 'e'),
  }

  const { site, proxy, through } = useProxiedSite(hub, 'kill', async (here) => {
    const { fresh, ...old } = names
    const registered = Object.values(old).flat()
    await makeSources(here, registered)
    await here.secret('cluster-by-hand', {
      labels: { 'argocd.argoproj.io/secret-type': 'cluster' },
      data: { name: 'by-hand', server: 'https://by-hand', config: '{}' },
    })
    await here.secret('other', { data: { x: 'y' } })
    await runOn(here)
    await inParallel(registered, (name) =>
      patchRegistration(here, name, {
        metadata: { labels: { team: name }, annotations: { note: name } },
        data: { shard: 'Mw==' },
      }),
    )
    await inParallel(names.renamed, (name) => rename(here, name, `new-${name}`))
    await inParallel(names.rotated, (name) => rotate(here, name, 'next'))
    await removeSources(here, names.removed)
    await makeSources(here, fresh)
    state.before = await here.registrations()
  })

  it('given nothing disturbs it, then every change is carried out', async () => {
    const { code, report } = await runOn(site(), through())

    const lines = (clusters: readonly string[], what: string): string[] =>
      clusters.map((name) => `${name} ${what}`)
    assert.deepEqual(
      [code, brief(report)],
      [
        0,
        [
          ...lines(names.renamed, 'demote renamed done'),
          ...lines(names.removed, 'prune namespace-gone done'),
          ...lines(names.rotated, 'update source-changed done'),
          ...lines(names.settled, 'unchanged up-to-date'),
          ...lines(names.fresh, 'register first-registration done'),
          ...lines(
            names.renamed.map((name) => `new-${name}`),
            'register first-registration done',
          ),
        ],
      ],
    )
    assert.equal(proxy().seen.filter(isWrite).length, WRITES)
    const after = await site().registrations()
    for (const name of names.renamed)
      assert.equal(
        after.get(`cluster-${name}`)?.metadata.labels?.[`${P}superseded-by`],
        `cluster-new-${name}`,
      )
    state.after = contents(after)
  })

  const survived = async (): Promise<void> => {
    const now = await site().registrations()
    const before = state.before!
    const lost = [...before.keys()].filter((name) => !now.has(name))
    const mayGo = names.removed.map((name) => `cluster-${name}`)
    assert.deepEqual(
      lost.filter((name) => !mayGo.includes(name)),
      [],
    )
    for (const foreign of ['cluster-by-hand', 'other'])
      assert.deepEqual(contents(now)[foreign], contents(before)[foreign])
  }

  it('given SIGKILL between the two writes of a rename, and the name set back, then the next pass hides the new one (C6.46, C6.47)', async () => {
    await restore(site(), state.before!)
    const [cluster] = names.renamed as [string]
    const barrier = createBarrier()
    const fault = { kind: 'hold', barrier, when: 'after' } as const
    const body = new RegExp(`"name":"cluster-new-${cluster}"`)
    proxy().rules.add({ method: 'POST', path: targetPath(site()), body, fault })
    const pass = startBin(wordsOn(site(), through()))
    await Promise.race([barrier.reached, pass.ended])
    await proxy().settled()
    await pass.kill()
    proxy().rules.clear()
    await rename(site(), cluster, cluster)
    try {
      const { code, report } = await runOn(site(), through())

      assert.deepEqual(
        [code, saidOf(report, cluster), saidOf(report, `new-${cluster}`)],
        [0, 'unchanged up-to-date', 'demote renamed done'],
      )
      const now = await site().registrations()
      assert.deepEqual(
        contents(now)[`cluster-${cluster}`],
        contents(state.before!)[`cluster-${cluster}`],
        'what was there is there still, foreign keys and all',
      )
    } finally {
      await rename(site(), cluster, `new-${cluster}`)
    }
  })

  for (let write = 1; write <= WRITES; write += 1)
    for (const when of ['before', 'after'] as const)
      it(`given SIGKILL ${when} the hub does write ${write}, then the next pass completes it and the one after writes nothing`, async () => {
        await restore(site(), state.before!)
        const writes = { method: /POST|PUT|PATCH|DELETE/, path: targetPath(site()) }
        const barrier = createBarrier()
        proxy().rules.add({ ...writes, nth: write, fault: { kind: 'hold', barrier, when } })
        proxy().rules.add({ ...writes, from: write + 1, fault: { kind: 'half-open', when: 'before' } })
        const pass = startBin(wordsOn(site(), through()))
        const ended = await Promise.race([barrier.reached, pass.ended])
        await proxy().settled()
        const killed = await pass.kill()
        proxy().rules.clear()
        assert.equal(ended, undefined, 'the pass ended before that write')
        assert.deepEqual([killed.code, killed.stdout], [-1, ''])
        await survived()

        const next = await runOn(site(), through())

        assert.equal(next.code, 0, next.stdout)
        assert.deepEqual(contents(await site().registrations()), state.after)
        const settled = await versions(site())
        const seen = proxy().seen.length
        const last = await runOn(site(), through())
        assert.equal(last.code, 0, last.stdout)
        assert.deepEqual(proxy().seen.slice(seen).filter(isWrite), [])
        assert.deepEqual(await versions(site()), settled)
      })
})
