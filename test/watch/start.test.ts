import assert from 'node:assert/strict'
import { clusterNames, makeSources, namespaceOf, removeSources, rotate } from '../e2e/changes.ts'
import { runOn } from '../e2e/process.ts'
import type { Site } from '../e2e/site.ts'
import { versions } from '../e2e/standing.ts'
import { useHub } from '../envtest/shared-hub.ts'
import { openArena, type Arena } from './arena.ts'
import { eventually } from './eventually.ts'
import { standing } from './fleet-standing.ts'
import { SIGHTS } from './sights.ts'

const CLUSTERS = clusterNames(4)

/** A namespace with a kubeconfig that claims a name others have. */
const claim = async (site: Site, cluster: string): Promise<string> => {
  const namespace = `${namespaceOf(site, cluster)}-too`
  await site.namespace(namespace, cluster)
  await site.source(namespace, 'https://10.77.0.1:6443')
  return namespace
}

for (const [index, sight] of SIGHTS.entries())
  describe(`watch starts on what happened while nothing ran, with ${sight.name}`, function () {
    this.timeout(60_000)
    const hub = useHub()
    const state: { arenas: number; arena?: Arena } = { arenas: 0 }
    /** A fleet that was registered, and then `change` came about with nobody to see it. */
    const enter = async (change: (site: Site) => Promise<unknown>): Promise<Arena> => {
      state.arenas += 1
      state.arena = await openArena({
        hub: hub(),
        name: `start-${index}-${state.arenas}`,
        sight,
        arrange: async (site) => {
          await makeSources(site, CLUSTERS)
          await runOn(site)
          await change(site)
        },
      })
      return state.arena
    }
    const from = async (cluster: string): Promise<string | undefined> =>
      (await standing(state.arena!.site))[cluster]?.from
    afterEach('end the controller', () => state.arena?.close())

    it('given a namespace has gone, then its registration goes, and nothing else is written', async () => {
      const kept: { before?: Readonly<Record<string, string>> } = {}
      const { site, watching } = await enter(async (there) => {
        await removeSources(there, ['c-00'])
        kept.before = await versions(there)
      })
      await watching.until('deregistered', { secret: 'cluster-c-00' })

      const { ['cluster-c-00']: _gone, ...rest } = kept.before!
      assert.deepEqual(await versions(site), rest)
    })

    it('given another namespace claims a name that is taken, then the incumbent has it, until it goes', async () => {
      const claimed: { by?: string } = {}
      const { site, watching } = await enter(async (there) => {
        claimed.by = await claim(there, 'c-01')
      })
      await watching.until('cluster refused', { namespace: claimed.by })
      await rotate(site, 'c-01', 'next')
      await eventually(async () => (await standing(site))['c-01'], {
        server: 'https://10.99.0.2:6443',
        token: 'next',
        from: namespaceOf(site, 'c-01'),
      })

      await removeSources(site, ['c-01'])
      await eventually(() => from('c-01'), claimed.by)
    })

    it('given a namespace was made again and another claims its name, then the one that has the name keeps it', async () => {
      const { site, watching } = await enter(async (there) => {
        await removeSources(there, ['c-02'])
        await claim(there, 'c-02')
        await makeSources(there, ['c-02'])
      })
      await watching.until('cluster refused', { namespace: `${namespaceOf(site, 'c-02')}-too` })
      await eventually(() => from('c-02'), namespaceOf(site, 'c-02'))
    })
  })
