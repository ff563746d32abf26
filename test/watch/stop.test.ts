import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { clusterNames, makeSources, namespaceOf } from '../e2e/changes.ts'
import { targetPath } from '../e2e/request-paths.ts'
import { createBarrier } from '../envtest/faults.ts'
import { useHub } from '../envtest/shared-hub.ts'
import { openArena, type Arena } from './arena.ts'
import { eventually } from './eventually.ts'
import { standing } from './fleet-standing.ts'
import { holderOf } from './leases.ts'
import { SIGHTS, WATCHER } from './sights.ts'

const WRITE = /POST|PUT|DELETE/

for (const [index, sight] of SIGHTS.entries())
  describe(`watch is told to stop, with ${sight.name}`, function () {
    this.timeout(30_000)
    const hub = useHub()
    const state: { arenas: number; arena?: Arena } = { arenas: 0 }
    const enter = async (words: readonly string[] = []): Promise<Arena> => {
      state.arenas += 1
      const name = `stop-${index}-${state.arenas}`
      const arena = await openArena({ hub: hub(), name, sight, words })
      state.arena = arena
      await arena.watching.until('seeded')
      return arena
    }
    afterEach('end the controller', () => state.arena?.close())

    const givenBack = async (arena: Arena): Promise<void> => {
      assert.equal(await holderOf(arena.site), sight === WATCHER ? '' : undefined)
    }

    it('given nothing in hand, then it ends with 0', async () => {
      const arena = await enter()
      const { code, stderr } = await arena.watching.stop()
      const last = arena.watching.records.at(-1)?.msg
      assert.deepEqual([code, last, stderr], [0, 'stopped', `hub: context hub, ${arena.proxy.server}\n`])
      await givenBack(arena)
    })

    it('given a write in hand, then it is finished, and no other is begun', async () => {
      const arena = await enter(['--workers', '1'])
      const barrier = createBarrier()
      const path = targetPath(arena.site)
      arena.proxy.rules.add({ method: WRITE, path, nth: 1, fault: { kind: 'hold', barrier } })
      await makeSources(arena.site, clusterNames(3))
      await barrier.reached
      const ending = arena.watching.stop()
      // Nothing tells that it has heard the signal.
      await sleep(300)
      barrier.release()

      const { code, signal } = await ending
      assert.deepEqual([code, signal, Object.keys(await standing(arena.site)).length], [0, null, 1])
      await givenBack(arena)
    })

    it('given a write and a read that are never answered, then it ends with 0 all the same, and what was written stands', async () => {
      const { proxy, site, watching } = await enter()
      proxy.rules.add({ method: WRITE, path: targetPath(site), fault: { kind: 'half-open', when: 'after' } })
      const unread = proxy.rules.add({
        path: new RegExp(`/namespaces/${namespaceOf(site, 'c-01')}/secrets`),
        fault: { kind: 'half-open', when: 'before' },
      })
      await makeSources(site, ['c-00', 'c-01'])
      const names = async (): Promise<string[]> => Object.keys(await standing(site))
      await eventually(names, ['c-00'])
      await eventually(() => unread.applied > 0, true)

      const { code, signal } = await watching.stop()
      assert.deepEqual([code, signal, await names()], [0, null, ['c-00']])
      await givenBack(state.arena!)
    })

    it('given a second signal, then it ends at once with its number', async () => {
      const arena = await enter()
      const path = targetPath(arena.site)
      const rule = arena.proxy.rules.add({
        method: WRITE,
        path,
        fault: { kind: 'half-open', when: 'before' },
      })
      await makeSources(arena.site, ['c-00'])
      await eventually(() => rule.applied > 0, true)
      arena.watching.signal('SIGTERM')
      // Two of a kind that are pending at once are one.
      await sleep(300)
      arena.watching.signal('SIGINT')

      const { code, signal } = await arena.watching.ended
      assert.deepEqual([code, signal], [130, null])
      assert.notEqual(arena.watching.records.at(-1)?.msg, 'stopped')
    })
  })
