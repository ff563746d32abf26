import assert from 'node:assert/strict'
import type { Report } from '../../src/engine/report.ts'
import { statusAnswer } from '../envtest/fault-proxy-answers.ts'
import type { Fault, Rule } from '../envtest/faults.ts'
import { useHub } from '../envtest/shared-hub.ts'
import { clusterNames, inParallel, makeSources, rename } from './changes.ts'
import { runOn, saidOf } from './process.ts'
import { isWrite, registrationPath, targetPath } from './request-paths.ts'
import { useProxiedSite } from './proxied-site.ts'
import { versions } from './standing.ts'

/** What happens to one of the two writes of a rename, and what becomes of each half in that pass. */
interface Case {
  readonly title: string
  /** `create`: the registration under the new name. `hiding`: the former one. */
  readonly half: 'create' | 'hiding'
  readonly rule: Omit<Rule, 'method' | 'path'>
  readonly created: 'done' | 'failed'
  readonly hidden: 'done' | 'failed' | 'stood-down'
}

const refused = statusAnswer(500, 'InternalError', { kind: 'secrets' })
const lost = (when: 'before' | 'after'): Fault => ({ kind: 'reset', when })
const cut: Fault = { kind: 'truncate', bytes: 50 }

const once =
  (half: Case['half']) =>
  (what: string, fault: Fault): Case => ({
    title: `the ${half}'s ${what}`,
    half,
    rule: { nth: 1, fault },
    created: 'done',
    hidden: 'done',
  })
const always = (half: Case['half'], what: string, fault: Fault): Case => ({
  title: `the ${half} ${what}`,
  half,
  rule: { fault },
  ...(half === 'create'
    ? { created: 'failed', hidden: 'stood-down' }
    : { created: 'done', hidden: 'failed' }),
})

const CASES: readonly Case[] = (['create', 'hiding'] as const).flatMap((half) => [
  always(half, 'is refused', refused),
  always(half, 'never arrives', lost('before')),
  once(half)('request is lost', lost('before')),
  once(half)('answer is lost', lost('after')),
  once(half)('answer is cut off', cut),
])

const OLD = clusterNames(CASES.length, 'o')
const LIVE = clusterNames(CASES.length, 'l')
const nameInBody = (cluster: string): RegExp => new RegExp(`"name":"cluster-${cluster}"`)
const newNameOf = (cluster: string): string => `new-${cluster}`

describe('a rename that goes wrong halfway', function () {
  this.timeout(60_000)
  const hub = useHub()
  const state: { report?: Report; code?: number } = {}
  const { site, proxy, through } = useProxiedSite(hub, 'halfway', async (here, door) => {
    await makeSources(here, [...OLD, ...LIVE])
    await runOn(here)
    await inParallel(OLD, (cluster) => rename(here, cluster, newNameOf(cluster)))
    for (const [index, { half, rule }] of CASES.entries()) {
      const cluster = OLD[index]!
      if (half === 'hiding') door.rules.add({ method: 'PUT', path: registrationPath(here, cluster), ...rule })
      else
        door.rules.add({
          method: 'POST',
          path: targetPath(here),
          body: nameInBody(newNameOf(cluster)),
          ...rule,
        })
    }
    const { report, code } = await runOn(here, { kubeconfig: hub().kubeconfig('reference', door) })
    Object.assign(state, { report, code })
    door.rules.clear()
  })

  for (const [index, { title, created, hidden }] of CASES.entries())
    it(`given ${title}, then the new one is ${created} and the former ${hidden}, never hidden without a successor (C6.33, C6.42)`, () => {
      const cluster = OLD[index]!
      assert.deepEqual(
        [saidOf(state.report!, newNameOf(cluster)), saidOf(state.report!, cluster)],
        [`register first-registration ${created}`, `demote renamed ${hidden}`],
      )
    })

  it('then the code says that a person is needed, and every one of them has one active registration at least', async () => {
    assert.equal(state.code, 1)
    const now = await site().registrations()
    const isActive = (name: string): boolean =>
      now.get(`cluster-${name}`)?.metadata.labels?.['argocd.argoproj.io/secret-type'] === 'cluster'
    for (const [index, { created, hidden }] of CASES.entries()) {
      const cluster = OLD[index]!
      assert.deepEqual(
        [isActive(newNameOf(cluster)), isActive(cluster)],
        [created === 'done', hidden !== 'done'],
      )
    }
  })

  it('given the faults are over, then the next pass completes every rename, and the one after writes nothing', async () => {
    const next = await runOn(site())

    assert.equal(next.code, 0)
    for (const [index, { created, hidden }] of CASES.entries()) {
      const cluster = OLD[index]!
      assert.deepEqual(
        [saidOf(next.report, newNameOf(cluster)), saidOf(next.report, cluster)],
        [
          created === 'done' ? 'unchanged up-to-date' : 'register first-registration done',
          hidden === 'done' ? 'keep demoted' : 'demote renamed done',
        ],
      )
    }
    const settled = await versions(site())
    const seen = proxy().seen.length
    await runOn(site(), through())
    assert.deepEqual(proxy().seen.slice(seen).filter(isWrite), [])
    assert.deepEqual(await versions(site()), settled)
  })
})
