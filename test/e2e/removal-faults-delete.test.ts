import assert from 'node:assert/strict'
import type { Report } from '../../src/engine/report.ts'
import { pageAnswer, statusAnswer } from '../envtest/fault-proxy-answers.ts'
import { createBarrier, type Fault, type Rule } from '../envtest/faults.ts'
import { useHub } from '../envtest/shared-hub.ts'
import { clusterNames, makeSources, removeSources } from './changes.ts'
import { runOn, saidOf } from './process.ts'
import { registrationPath } from './request-paths.ts'
import { useProxiedSite } from './proxied-site.ts'
import { patchRegistration } from './standing.ts'

/** What happens to the DELETE of a registration whose namespace is gone, and what the pass makes of it. */
interface Case {
  readonly title: string
  readonly rule: Omit<Rule, 'method' | 'path'>
  readonly said: string
  readonly gone: boolean
}

const status = (code: number, reason: string, headers: Readonly<Record<string, string>> = {}): Fault =>
  statusAnswer(code, reason, { kind: 'secrets', headers })

/** Only the first is hit: the pass looks again, and says what it finds. */
const once = (title: string, fault: Fault): Case => ({
  title,
  rule: { nth: 1, fault },
  said: 'prune namespace-gone done',
  gone: true,
})
const always = (title: string, fault: Fault): Case => ({
  title,
  rule: { fault },
  said: 'prune namespace-gone failed',
  gone: false,
})

const CASES: readonly Case[] = [
  once('reset before the hub sees it', { kind: 'reset', when: 'before' }),
  once('reset after the hub did it', { kind: 'reset', when: 'after' }),
  once('not answered, and not done', { kind: 'half-open', when: 'before' }),
  once('done, and not answered', { kind: 'half-open', when: 'after' }),
  once('answered by half of a Status', { kind: 'truncate', bytes: 30 }),
  once('stripped of its body', { kind: 'drop-body' }),
  once('asked to wait', status(429, 'TooManyRequests', { 'retry-after': '1' })),
  always('reset whenever it is sent', { kind: 'reset', when: 'before' }),
  always('forbidden', status(403, 'Forbidden')),
  always('answered 500', status(500, 'InternalError')),
  always("answered by a proxy's page, 404", pageAnswer(404)),
  always("answered by a proxy's page, 200", pageAnswer(200)),
]

const GONE = clusterNames(CASES.length, 'g')
/** Somebody writes to these between the last look and the DELETE. */
const [TOUCHED, PINNED] = ['t-00', 'p-00'] as const
/** A finalizer holds this one. */
const FINALIZED = 'f-00'
const LIVE = clusterNames(CASES.length + 4, 'l')

describe('a DELETE that goes wrong', function () {
  this.timeout(60_000)
  const hub = useHub()
  const state: { report?: Report; code?: number } = {}
  const { site, proxy } = useProxiedSite(hub, 'delete', async (here, door) => {
    const leaving = [...GONE, TOUCHED, PINNED, FINALIZED]
    await makeSources(here, [...leaving, ...LIVE])
    await runOn(here)
    await patchRegistration(here, FINALIZED, { metadata: { finalizers: ['example.com/hold'] } })
    await removeSources(here, leaving)
    for (const [index, { rule }] of CASES.entries())
      door.rules.add({ method: 'DELETE', path: registrationPath(here, GONE[index]!), ...rule })
    const barrier = createBarrier(2)
    for (const cluster of [TOUCHED, PINNED]) {
      const held = { method: 'DELETE', path: registrationPath(here, cluster), nth: 1 }
      door.rules.add({ ...held, fault: { kind: 'hold', barrier } })
    }

    const pass = runOn(here, {
      kubeconfig: hub().kubeconfig('reference', door),
      words: ['--request-timeout', '2s'],
    })
    await Promise.race([barrier.reached, pass])
    await patchRegistration(here, TOUCHED, { data: { shard: 'MQ==' } })
    await patchRegistration(here, PINNED, {
      metadata: { labels: { 'argocd-cluster-registrar/prune': 'disabled' } },
    })
    barrier.release()
    const { report, code } = await pass
    Object.assign(state, { report, code })
    door.rules.clear()
  })

  const deletesOf = (cluster: string): string[] =>
    proxy().seen.flatMap(({ method, path, body }) =>
      method === 'DELETE' && registrationPath(site(), cluster).test(path) ? [body] : [],
    )
  const preconditionsOf = (body: string): unknown =>
    (JSON.parse(body) as { readonly preconditions: unknown }).preconditions

  for (const [index, { title, said, gone }] of CASES.entries())
    it(`given it is ${title}, then ${gone ? 'the registration is gone and the report says so' : 'it is said to have failed, and is still there'} (C5.62, C6.18)`, async () => {
      const cluster = GONE[index]!
      const names = [...(await site().registrations()).keys()]
      assert.deepEqual([saidOf(state.report!, cluster), !names.includes(`cluster-${cluster}`)], [said, gone])
    })

  it('given an update in place wins, then it stands down, and the second DELETE is of what was read again (C6.15, C6.57)', () => {
    assert.equal(saidOf(state.report!, TOUCHED), 'prune namespace-gone done')
    const [first, second, ...more] = deletesOf(TOUCHED).map(preconditionsOf) as {
      readonly uid: string
      readonly resourceVersion: string
    }[]
    assert.deepEqual(more, [])
    assert.equal(first?.uid, second?.uid)
    assert.ok(Number(first?.resourceVersion) < Number(second?.resourceVersion))
  })

  it('given a pin that comes between, then it stands down and nothing more is tried (C6.61)', async () => {
    assert.equal(saidOf(state.report!, PINNED), 'keep pinned')
    assert.equal(deletesOf(PINNED).length, 1)
    assert.ok((await site().registrations()).has(`cluster-${PINNED}`))
  })

  it('given a finalizer that holds it, then the next pass says that it waits (C6.19)', async () => {
    assert.equal(saidOf(state.report!, FINALIZED), 'prune namespace-gone done')
    const { report } = await runOn(site(), { words: ['--dry-run'] })
    assert.equal(saidOf(report, FINALIZED), 'keep removal-pending')
  })

  it('every DELETE carries uid and resourceVersion in its body, and the uid in its query', () => {
    const deletes = proxy().seen.filter(({ method }) => method === 'DELETE')
    assert.ok(deletes.length > CASES.length)
    for (const { path, body } of deletes) {
      const { preconditions } = JSON.parse(body) as {
        readonly preconditions: Readonly<Record<string, string>>
      }
      assert.deepEqual(Object.keys(preconditions), ['uid', 'resourceVersion'])
      assert.equal(new URL(path, 'https://hub').searchParams.get('uid'), preconditions['uid'])
    }
  })

  it('then the code says that a person is needed, and the next pass removes the rest', async () => {
    assert.equal(state.code, 1)
    for (const cluster of LIVE) assert.equal(saidOf(state.report!, cluster), 'unchanged up-to-date')

    const { code, report } = await runOn(site())

    assert.equal(code, 0)
    for (const [index, { gone }] of CASES.entries())
      assert.equal(saidOf(report, GONE[index]!), gone ? '' : 'prune namespace-gone done')
    await patchRegistration(site(), FINALIZED, { metadata: { finalizers: [] } })
    assert.deepEqual(
      [...(await site().registrations()).keys()],
      [...LIVE, PINNED].map((cluster) => `cluster-${cluster}`),
    )
  })
})
