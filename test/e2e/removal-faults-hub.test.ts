import assert from 'node:assert/strict'
import { pageAnswer, statusAnswer } from '../envtest/fault-proxy-answers.ts'
import { createBarrier, type Fault, type Rule } from '../envtest/faults.ts'
import type { Json } from '../envtest/rest.ts'
import { useHub } from '../envtest/shared-hub.ts'
import { makeSources, namespaceOf, removeSources } from './changes.ts'
import { runOn, saidOf, warnedOf } from './process.ts'
import { useProxiedSite } from './proxied-site.ts'
import { LANDMARK_PATH, namespacePath } from './request-paths.ts'
import { brief, P } from './site.ts'
import { patchRegistration, registration, restore, versions } from './standing.ts'

const [GONE, LIVE, OTHER] = ['g-00', 'l-00', 'l-01'] as const

const otherUid: Fault = {
  kind: 'rewrite',
  change: ({ status, text }) => ({ status, text: text.replace(/"uid":"[^"]+"/, '"uid":"another-hub"') }),
}

describe('removals, and the hub itself is in doubt', function () {
  this.timeout(60_000)
  const hub = useHub()
  const state: { before?: ReadonlyMap<string, Json> } = {}
  const { site, proxy, through } = useProxiedSite(hub, 'doubt', async (here) => {
    await makeSources(here, [GONE, LIVE, OTHER])
    await runOn(here)
    await patchRegistration(here, GONE, { data: { shard: 'MQ==' } })
    await removeSources(here, [GONE])
    state.before = await here.registrations()
  })
  beforeEach('everything as it was', () => restore(site(), state.before!))

  const RECOVERED = [
    `${GONE} prune namespace-gone done`,
    `${LIVE} unchanged up-to-date`,
    `${OTHER} unchanged up-to-date`,
  ]

  const nothingRemoved = async (rule: Rule, said: string): Promise<void> => {
    const before = await versions(site())
    proxy().rules.add(rule)
    const { code, report } = await runOn(site(), through())
    proxy().rules.clear()

    assert.deepEqual([code, saidOf(report, GONE)], [1, said])
    assert.deepEqual(await versions(site()), before)
    const next = await runOn(site(), through())
    assert.deepEqual([next.code, brief(next.report)], [0, RECOVERED])
  }

  it('given kube-system has another UID at the proof than before, then nothing is removed, and the next pass does', () =>
    nothingRemoved(
      { method: 'GET', path: LANDMARK_PATH, from: 2, fault: otherUid },
      'prune namespace-gone stood-down',
    ))

  it('given kube-system can be read first and not at the proof, then nothing is removed, and the next pass does', () =>
    nothingRemoved(
      { method: 'GET', path: LANDMARK_PATH, from: 2, fault: pageAnswer(502) },
      'prune namespace-gone stood-down',
    ))

  it('given kube-system may never be read, then the removal goes on and says so', async () => {
    const fault = statusAnswer(403, 'Forbidden', { name: 'kube-system' })
    proxy().rules.add({ method: 'GET', path: LANDMARK_PATH, fault })

    const { code, report } = await runOn(site(), through())

    assert.deepEqual([code, brief(report)], [0, RECOVERED])
    assert.deepEqual(warnedOf(report, GONE), ['hub-unconfirmed'])
  })

  it('given the namespace is made again before the proof, then its registration is updated in place, with all that others keep in it (C10.38, C10.41)', async () => {
    const former = await registration(site(), GONE)
    const barrier = createBarrier()
    proxy().rules.add({
      method: 'GET',
      path: namespacePath(site(), GONE),
      nth: 2,
      fault: { kind: 'hold', barrier },
    })
    const pass = runOn(site(), through())
    await Promise.race([barrier.reached, pass])
    await makeSources(site(), [GONE])
    barrier.release()

    const { code, report } = await pass

    assert.deepEqual([code, saidOf(report, GONE)], [0, 'update namespace-recreated done'])
    const now = await registration(site(), GONE)
    const { metadata } = await hub().rest.json('GET', `/api/v1/namespaces/${namespaceOf(site(), GONE)}`)
    assert.equal(now.metadata.uid, former.metadata.uid)
    assert.deepEqual(now['data'], former['data'])
    assert.equal(now.metadata.labels?.[`${P}source-namespace-uid`], metadata.uid)
    await removeSources(site(), [GONE])
  })
})
