import assert from 'node:assert/strict'
import { pageAnswer, statusAnswer, withoutItems } from '../envtest/fault-proxy-answers.ts'
import { grantReferenceByNamespace } from '../envtest/identities.ts'
import type { Json } from '../envtest/rest.ts'
import { useHub } from '../envtest/shared-hub.ts'
import { makeSources, namespaceOf, removeSources, rename } from './changes.ts'
import { runOn, startBin, wordsOn } from './process.ts'
import { useProxiedSite } from './proxied-site.ts'
import { NAMESPACES_PATH } from './request-paths.ts'
import { brief } from './site.ts'
import { restore, versions } from './standing.ts'

const [GONE, LIVE, OTHER] = ['g-00', 'l-00', 'l-01'] as const

describe('removals, and not all can be listed', function () {
  this.timeout(60_000)
  const hub = useHub()
  const state: { before?: ReadonlyMap<string, Json> } = {}
  const { site, proxy, through } = useProxiedSite(hub, 'lists', async (here) => {
    await makeSources(here, [GONE, LIVE, OTHER])
    await runOn(here)
    await removeSources(here, [GONE])
    state.before = await here.registrations()
  })
  beforeEach('everything as it was', () => restore(site(), state.before!))

  const RECOVERED = [
    `${GONE} prune namespace-gone done`,
    `${LIVE} unchanged up-to-date`,
    `${OTHER} unchanged up-to-date`,
  ]

  for (const [what, path] of [
    ['namespaces', NAMESPACES_PATH],
    ['registrations', /\/secrets\?.*secret-type/],
  ] as const)
    for (const [how, fault] of [
      ['is refused', statusAnswer(403, 'Forbidden')],
      ['fails', statusAnswer(500, 'InternalError')],
      ["is a proxy's page", pageAnswer(200)],
      ['is cut off', { kind: 'truncate', bytes: 200 }],
    ] as const)
      it(`given the LIST of ${what} ${how}, then the command can not run, and nothing is written`, async () => {
        const before = await versions(site())
        proxy().rules.add({ method: 'GET', path, fault })

        const { code, stdout, stderr } = await startBin(wordsOn(site(), through())).ended

        assert.deepEqual([code, stdout], [2, ''])
        assert.match(stderr, /^error: .+\n.+\n$/m)
        assert.deepEqual(await versions(site()), before)
      })

  it('given the LIST of namespaces is empty and each of them answers, then only what is gone is removed', async () => {
    proxy().rules.add({ path: NAMESPACES_PATH, fault: withoutItems(() => true) })

    const { code, report } = await runOn(site(), through())

    assert.deepEqual([code, brief(report)], [0, RECOVERED])
  })

  it('given Secrets may be listed in all source namespaces but one, then the others go on, a rename too, and nothing is proved gone (C10.05)', async () => {
    await rename(site(), LIVE, 'renamed')
    await grantReferenceByNamespace(hub().rest, {
      targetNamespace: site().target,
      namespaces: [namespaceOf(site(), LIVE)],
    })
    const before = await versions(site())

    const { code, report } = await runOn(site(), { kubeconfig: hub().kubeconfig('reference-by-namespace') })

    const after = await versions(site())
    assert.deepEqual(
      [code, brief(report)],
      [
        1,
        [
          `${GONE} keep incomplete-view`,
          `${LIVE} demote renamed done`,
          `${OTHER} keep incomplete-view`,
          'renamed register first-registration done',
        ],
      ],
    )
    for (const cluster of [GONE, OTHER])
      assert.equal(after[`cluster-${cluster}`], before[`cluster-${cluster}`])
    const next = await runOn(site(), through())
    assert.deepEqual(
      [next.code, brief(next.report)],
      [0, [RECOVERED[0], `${LIVE} keep demoted`, RECOVERED[2], 'renamed unchanged up-to-date']],
    )
  })

  it('given the Secrets of a namespace that is gone may not be listed, then a person who names it may remove it', async () => {
    await grantReferenceByNamespace(hub().rest, {
      targetNamespace: site().target,
      namespaces: [LIVE, OTHER].map((cluster) => namespaceOf(site(), cluster)),
    })
    const named = await runOn(site(), {
      verb: 'prune',
      kubeconfig: hub().kubeconfig('reference-by-namespace'),
      words: [GONE, '--yes'],
    })

    assert.deepEqual([named.code, brief(named.report)], [0, [`${GONE} prune namespace-gone done`]])
    assert.equal((await site().registrations()).has(`cluster-${GONE}`), false)
  })
})
