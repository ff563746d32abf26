import assert from 'node:assert/strict'
import type { Report } from '../../src/engine/report.ts'
import { pageAnswer, statusAnswer, withoutItems } from '../envtest/fault-proxy-answers.ts'
import type { Fault } from '../envtest/faults.ts'
import { useHub } from '../envtest/shared-hub.ts'
import { clusterNames, makeSources, namespaceOf, removeSources } from './changes.ts'
import { runOn, saidOf } from './process.ts'
import { NAMESPACES_PATH, namespacePath, sourcesPath } from './request-paths.ts'
import { useProxiedSite } from './proxied-site.ts'
import type { Site } from './site.ts'
import { versions } from './standing.ts'

interface Case {
  readonly title: string
  readonly path: (site: Site, cluster: string) => RegExp
  readonly fault: (namespace: string) => Fault
}

const onGet = (title: string, fault: Case['fault']): Case => ({
  title: `its GET answered by ${title}`,
  path: namespacePath,
  fault,
})
const onList = (title: string, fault: Case['fault']): Case => ({
  title: `the LIST of its Secrets answered by ${title}`,
  path: sourcesPath,
  fault,
})

/** Each happens to a namespace of its own that really is gone, all in one pass. */
const CASES: readonly Case[] = [
  onGet("a proxy's page, 404", () => pageAnswer(404)),
  onGet('a 404 of JSON that is no Status', () => ({ kind: 'answer', status: 404, body: '{"error":"gone"}' })),
  onGet('a Status about another name', () => statusAnswer(404, 'NotFound', { name: 'another' })),
  onGet('a Status that names nothing', () => statusAnswer(404, 'NotFound')),
  onGet('403', (name) => statusAnswer(403, 'Forbidden', { name })),
  onGet('500', (name) => statusAnswer(500, 'InternalError', { name })),
  onGet('a page, 200', () => pageAnswer(200)),
  onGet('half of a Status', () => ({ kind: 'truncate', bytes: 40 })),
  onGet('a reset', () => ({ kind: 'reset', when: 'before' })),
  onGet('nothing', () => ({ kind: 'half-open', when: 'before' })),
  onList('403', () => statusAnswer(403, 'Forbidden', { kind: 'secrets' })),
  onList('500', () => statusAnswer(500, 'InternalError', { kind: 'secrets' })),
  onList("a proxy's page, 404", () => pageAnswer(404)),
  onList('half of a list', () => ({ kind: 'truncate', bytes: 30 })),
  onList('a reset', () => ({ kind: 'reset', when: 'after' })),
]

const GONE = clusterNames(CASES.length, 'g')
const LIVE = clusterNames(CASES.length, 'l')
/** It lives, and a proxy says that it does not. */
const HIDDEN = 'h-00'

describe('a registration whose namespace is gone, and the hub is seen badly', function () {
  this.timeout(60_000)
  const hub = useHub()
  const { site, proxy, through } = useProxiedSite(hub, 'sight', async (here) => {
    await makeSources(here, [...GONE, ...LIVE, HIDDEN])
    await runOn(here)
    await removeSources(here, GONE)
  })

  /** @param from the first look that fails: the second is the proof, at the moment of writing */
  const suffer = async (from: number): Promise<{ readonly code: number; readonly report: Report }> => {
    for (const [index, { path, fault }] of CASES.entries()) {
      const cluster = GONE[index]!
      const rule = { method: 'GET', path: path(site(), cluster), from }
      proxy().rules.add({ ...rule, fault: fault(namespaceOf(site(), cluster)) })
    }
    const name = namespaceOf(site(), HIDDEN)
    proxy().rules.add({ path: NAMESPACES_PATH, fault: withoutItems((item) => item === name) })
    proxy().rules.add({ path: namespacePath(site(), HIDDEN), fault: statusAnswer(404, 'NotFound', { name }) })
    try {
      return await runOn(site(), { ...through(), words: ['--request-timeout', '2s'] })
    } finally {
      proxy().rules.clear()
    }
  }

  for (const [moment, from, expected] of [
    ['from the first look on', 1, /^keep incomplete-view$/],
    ['at the moment of writing', 2, /^(prune namespace-gone (stood-down|failed)|keep incomplete-view)$/],
  ] as const)
    describe(moment, () => {
      const seen: {
        report?: Report
        code?: number
        before?: Readonly<Record<string, string>>
        after?: Readonly<Record<string, string>>
      } = {}

      before('a pass through the faults', async () => {
        const before = await versions(site())
        Object.assign(seen, { before, ...(await suffer(from)), after: await versions(site()) })
      })

      for (const [index, { title }] of CASES.entries())
        it(`given ${title}, then it is no proof, and the registration stays as it is (C5.55, C5.56, C10.40)`, () => {
          const cluster = GONE[index]!
          assert.match(saidOf(seen.report!, cluster), expected)
          assert.equal(seen.after![`cluster-${cluster}`], seen.before![`cluster-${cluster}`])
        })

      it('given a namespace that a proxy hides, and Secrets still listed in it, then its registration stays', () => {
        assert.equal(saidOf(seen.report!, HIDDEN), 'keep incomplete-view')
      })

      it('then the rest goes on, nothing is written, and the code says that a person is needed', () => {
        assert.deepEqual(seen.after, seen.before)
        assert.equal(seen.code, 1)
        for (const cluster of LIVE) assert.equal(saidOf(seen.report!, cluster), 'unchanged up-to-date')
      })
    })

  describe('once the faults are over', () => {
    it('then what is gone is removed, and the hidden one is as it was', async () => {
      const { code, report } = await runOn(site())

      assert.equal(code, 0)
      for (const cluster of GONE) assert.equal(saidOf(report, cluster), 'prune namespace-gone done')
      for (const cluster of [...LIVE, HIDDEN]) assert.equal(saidOf(report, cluster), 'unchanged up-to-date')
      assert.deepEqual(
        Object.keys(await versions(site())),
        [HIDDEN, ...LIVE].map((cluster) => `cluster-${cluster}`),
      )
    })
  })
})
