import assert from 'node:assert/strict'
import { statusAnswer, withoutItems } from '../envtest/fault-proxy-answers.ts'
import { startFaultProxy, type FaultProxy } from '../envtest/fault-proxy.ts'
import { createBarrier } from '../envtest/faults.ts'
import { startHub, type Hub } from '../envtest/hub.ts'
import { grantReference } from '../envtest/identities.ts'
import type { Json } from '../envtest/rest.ts'
import { useHub } from '../envtest/shared-hub.ts'
import { clusterNames, inParallel, makeSources, namespaceOf, removeSources } from './changes.ts'
import { runOn, saidOf, warnedOf } from './process.ts'
import { isWrite, namespacePath, NAMESPACES_PATH, registrationPath } from './request-paths.ts'
import { brief, makeSite, type Site } from './site.ts'
import { contents, restore, versions } from './standing.ts'

const LIVE = clusterNames(6)
const GONE = 'g-00'

describe('a hub that is not what it seems', function () {
  this.timeout(120_000)
  const hub = useHub()
  const state: { site?: Site; proxy?: FaultProxy; other?: Hub; registered?: ReadonlyMap<string, Json> } = {}
  const site = (): Site => state.site!
  const proxy = (): FaultProxy => state.proxy!
  const other = (): Hub => state.other!
  const pathOn = (name: string): string => `/api/v1/namespaces/${site().target}/secrets/${name}`

  before('a fleet, one of it gone, and another hub that holds copies of its registrations', async () => {
    state.site = await makeSite(hub(), 'seeming')
    await makeSources(site(), [...LIVE, GONE])
    await runOn(site())
    await removeSources(site(), [GONE])
    state.registered = await site().registrations()

    const another = await startHub()
    state.other = another
    await another.rest.json('POST', '/api/v1/namespaces', { metadata: { name: site().target } })
    await grantReference(another.rest, { targetNamespace: site().target })
    await restore({ ...site(), hub: another }, state.registered)
  })

  beforeEach('everything as it was', async () => {
    state.proxy = await startFaultProxy(hub())
    await restore(site(), state.registered!)
  })
  afterEach(() => state.proxy?.stop())
  after(() => state.other?.stop())

  const through = (): { readonly kubeconfig: string } => ({
    kubeconfig: hub().kubeconfig('reference', proxy()),
  })
  const elsewhere = () => ({ ...other(), token: other().token('reference') })

  const hide = (): void => {
    proxy().rules.add({ path: NAMESPACES_PATH, fault: withoutItems(() => true) })
    for (const cluster of LIVE) {
      const fault = statusAnswer(404, 'NotFound', { name: namespaceOf(site(), cluster) })
      proxy().rules.add({ path: namespacePath(site(), cluster), fault })
    }
  }

  /** Nothing stands at another version than before, here or on the other hub. */
  const untouched = async (run: () => Promise<unknown>): Promise<void> => {
    const there = { ...site(), registrations: () => registrationsOf(other()) }
    const before = [await versions(site()), await versions(there)]
    await run()
    assert.deepEqual([await versions(site()), await versions(there)], before)
  }

  const registrationsOf = async ({ rest }: Hub): Promise<ReadonlyMap<string, Json>> => {
    const { items = [] } = await rest.json('GET', pathOn(''))
    return new Map(items.map((item) => [item.metadata.name, item]))
  }

  const recovers = async (): Promise<void> => {
    const { code, report } = await runOn(site())
    assert.deepEqual(
      [code, brief(report)],
      [0, [...LIVE.map((cluster) => `${cluster} unchanged up-to-date`), `${GONE} prune namespace-gone done`]],
    )
  }

  it('given a proxy that hides every namespace and not their Secrets, then nothing is proved gone but what is', async () => {
    hide()

    const { code, report } = await runOn(site(), through())

    assert.equal(code, 1)
    for (const cluster of LIVE) assert.equal(saidOf(report, cluster), 'keep incomplete-view')
    assert.equal(saidOf(report, GONE), 'prune namespace-gone done')
    const { [`cluster-${GONE}`]: _gone, ...rest } = contents(state.registered!)
    assert.deepEqual(contents(await site().registrations()), rest)
  })

  it('given a proxy that hides every namespace and their Secrets too, then the brake holds all of it', () =>
    untouched(async () => {
      hide()
      proxy().rules.add({
        path: new RegExp(`^/api/v1/(namespaces/${site().owner}-[^/]+/)?secrets`),
        fault: withoutItems(() => true),
      })

      const { code, report } = await runOn(site(), through())

      assert.equal(code, 1)
      for (const cluster of [...LIVE, GONE]) {
        assert.equal(saidOf(report, cluster), 'prune namespace-gone held')
        assert.deepEqual(warnedOf(report, cluster), ['removal-held'])
      }
    }).then(recovers))

  it('given another hub behind the address, then the brake holds all of it, there and here', () =>
    untouched(async () => {
      proxy().switchTo(elsewhere())

      const { code, report } = await runOn(site(), through())

      assert.equal(code, 1)
      for (const cluster of [...LIVE, GONE])
        assert.equal(saidOf(report, cluster), 'prune namespace-gone held')
      assert.deepEqual(proxy().seen.filter(isWrite), [])
    }).then(recovers))

  it('given another hub comes behind the address before the proof, then nothing is removed, there or here', () =>
    untouched(async () => {
      const barrier = createBarrier()
      const proof = { method: 'GET', path: namespacePath(site(), GONE), nth: 2 }
      proxy().rules.add({ ...proof, fault: { kind: 'hold', barrier } })
      const pass = runOn(site(), through())
      await Promise.race([barrier.reached, pass])
      proxy().switchTo(elsewhere())
      barrier.release()

      const { code, report } = await pass

      assert.deepEqual([code, saidOf(report, GONE)], [1, 'prune namespace-gone stood-down'])
      assert.deepEqual(proxy().seen.filter(isWrite), [])
    }).then(recovers))

  it('given the DELETE alone comes to another hub, then its preconditions keep what is there', () =>
    untouched(async () => {
      const path = registrationPath(site(), GONE)
      proxy().rules.add({ method: 'DELETE', path, fault: { kind: 'elsewhere', upstream: elsewhere() } })

      const { code, report } = await runOn(site(), through())

      assert.deepEqual([code, saidOf(report, GONE)], [1, 'prune namespace-gone stood-down'])
    }).then(recovers))

  it('given another hub that holds nothing of it, then there is nothing to do, and the wrong hub stays empty', async () => {
    await inParallel([...state.registered!.keys()], (name) => other().rest.json('DELETE', pathOn(name)))
    await untouched(async () => {
      proxy().switchTo(elsewhere())

      const { code, report } = await runOn(site(), through())

      assert.deepEqual([code, report.decisions], [0, []])
    })
    await recovers()
  })
})
