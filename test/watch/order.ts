import assert from 'node:assert/strict'
import {
  clusterNames,
  makeSources,
  namespaceOf,
  removeSources,
  rename,
  rotate,
  setManaged,
} from '../e2e/changes.ts'
import { P } from '../e2e/site.ts'
import { patchRegistration, registration } from '../e2e/standing.ts'
import type { Hub } from '../envtest/hub.ts'
import { useHub } from '../envtest/shared-hub.ts'
import { useArena, type Arena, type ArenaOptions } from './arena.ts'
import { eventually } from './eventually.ts'
import { standing, type Standing } from './fleet-standing.ts'

/**
 * The suite of what happens to a fleet, one thing after another, while a controller watches it.
 * @param title under which identity
 * @param place where, and as whom it watches
 * @param more tests of the same suite, after the controller has ended
 */
export const describeOrder = (
  title: string,
  place: (hub: Hub) => Pick<ArenaOptions, 'hub' | 'name' | 'sight' | 'way'>,
  more?: (arena: () => Arena) => void,
): void => {
  describe(`watch keeps up with what happens, with ${title}`, function () {
    this.timeout(60_000)
    const hub = useHub()
    const arena = useArena(() => ({
      ...place(hub()),
      arrange: (site) => makeSources(site, clusterNames(8)),
    }))
    const seen = async (cluster: string): Promise<Standing | undefined> =>
      (await standing(arena().site))[cluster]
    const expected = (cluster: string, server: string, token: string): Standing => ({
      server,
      token,
      from: namespaceOf(arena().site, cluster),
    })
    const address = (number: number): string => `https://10.99.0.${number + 1}:6443`

    it('given namespaces with a kubeconfig at its start, then all are registered (C7.16)', () =>
      eventually(
        () => standing(arena().site),
        Object.fromEntries(
          clusterNames(8).map((cluster, number) => [cluster, expected(cluster, address(number), 'tok')]),
        ),
      ))

    it('given the label first and the kubeconfig then, then it is registered', async () => {
      const { site, watching } = arena()
      const namespace = namespaceOf(site, 'label-first')
      await site.namespace(namespace, 'label-first')
      await watching.until('kubeconfig is not there yet', { namespace })
      await site.source(namespace, 'https://10.1.0.1')

      await eventually(() => seen('label-first'), expected('label-first', 'https://10.1.0.1', 'tok'))
    })

    it('given the kubeconfig first and the label then, then it is registered', async () => {
      const { site } = arena()
      const name = namespaceOf(site, 'label-last')
      await site.hub.rest.json('POST', '/api/v1/namespaces', { metadata: { name } })
      await site.source(name, 'https://10.1.0.2')
      const labels = { [`${P}cluster`]: 'label-last', [`${P}managed-by`]: site.owner }
      await site.hub.rest.json('PATCH', `/api/v1/namespaces/${name}`, { metadata: { labels } })

      await eventually(() => seen('label-last'), expected('label-last', 'https://10.1.0.2', 'tok'))
    })

    it('given a kubeconfig is rewritten, then its registration is updated in place (C6.67)', async () => {
      const { site } = arena()
      const { metadata } = await registration(site, 'c-00')
      await rotate(site, 'c-00', 'next')
      await eventually(() => seen('c-00'), expected('c-00', address(0), 'next'))
      await rotate(site, 'c-00', 'moved', 'https://10.1.0.3')
      await eventually(() => seen('c-00'), expected('c-00', 'https://10.1.0.3', 'moved'))

      assert.equal((await registration(site, 'c-00')).metadata.uid, metadata.uid)
    })

    it('given a namespace is being deleted, then its registration stays; given it is gone, then it goes (C6.11, C6.29)', async () => {
      const { site, watching } = arena()
      const { rest } = site.hub
      const path = `/api/v1/namespaces/${namespaceOf(site, 'c-01')}`
      await rest.json('PATCH', path, { metadata: { finalizers: ['registrar.test/hold'] } })
      await rest.json('DELETE', path)
      // The namespace controller is done with it, but for whoever put that finalizer there.
      await rest.json('DELETE', `${path}/secrets`)
      await rest.json('PUT', `${path}/finalize`, {
        ...(await rest.json('GET', path)),
        spec: { finalizers: [] },
      })
      await rotate(site, 'c-02', 'after')
      await eventually(() => seen('c-02'), expected('c-02', address(2), 'after'))
      assert.deepEqual(await seen('c-01'), expected('c-01', address(1), 'tok'))

      await rest.json('PATCH', path, { metadata: { finalizers: null } })
      await watching.until('deregistered', { secret: 'cluster-c-01' })
      await eventually(() => seen('c-01'), undefined)
    })

    it('given a registration is edited by hand, then it is put right, and what others keep in it stays', async () => {
      const { site } = arena()
      const name = Buffer.from('other').toString('base64')
      await patchRegistration(site, 'c-03', {
        metadata: { labels: { team: 'a' } },
        data: { name, config: null, shard: 'Mw==' },
      })

      await eventually(() => seen('c-03'), expected('c-03', address(3), 'tok'))
      const { metadata, data } = await registration(site, 'c-03')
      assert.deepEqual([metadata.labels?.['team'], (data as { shard?: string }).shard], ['a', 'Mw=='])
    })

    it('given a registration is deleted by hand, then it is made anew (C6.06)', async () => {
      const { site } = arena()
      const { metadata } = await registration(site, 'c-04')
      await site.hub.rest.json('DELETE', `/api/v1/namespaces/${site.target}/secrets/cluster-c-04`)

      await eventually(() => seen('c-04'), expected('c-04', address(4), 'tok'))
      assert.notEqual((await registration(site, 'c-04')).metadata.uid, metadata.uid)
    })

    it('given the owner label is taken away, then the registration stays as it is; given it is back, then it is kept up to date (C6.04)', async () => {
      const { site, watching } = arena()
      await setManaged(site, 'c-05', null)
      const namespace = namespaceOf(site, 'c-05')
      await watching.until('namespace has lost its ownership label', { namespace })
      await rotate(site, 'c-05', 'unseen')
      await rotate(site, 'c-06', 'seen')
      await eventually(() => seen('c-06'), expected('c-06', address(6), 'seen'))
      assert.deepEqual(await seen('c-05'), expected('c-05', address(5), 'tok'))

      await setManaged(site, 'c-05', site.owner)
      await eventually(() => seen('c-05'), expected('c-05', address(5), 'unseen'))
    })

    it('given a cluster is renamed and named back, then the one not in use is hidden each time (C6.33, C6.46)', async () => {
      const { site } = arena()
      const from = namespaceOf(site, 'c-06')
      const names = async (): Promise<string[]> =>
        Object.entries(await standing(site)).flatMap(([name, one]) => (one.from === from ? [name] : []))
      await eventually(names, ['c-06'])
      await rename(site, 'c-06', 'renamed')
      await eventually(names, ['renamed'])
      const { metadata } = await registration(site, 'c-06')
      assert.equal(metadata.labels?.[`${P}superseded-by`], 'cluster-renamed')

      await rename(site, 'c-06', 'c-06')
      await eventually(names, ['c-06'])
    })

    it('given a namespace is deleted and made again, then the new one is registered (C6.20, C6.25)', async () => {
      const { site } = arena()
      await removeSources(site, ['c-07'])
      await makeSources(site, ['c-07'])
      await rotate(site, 'c-07', 'new')

      await eventually(() => seen('c-07'), expected('c-07', address(7), 'new'))
      const { metadata } = await hub().rest.json('GET', `/api/v1/namespaces/${namespaceOf(site, 'c-07')}`)
      const uid = async (): Promise<string | undefined> =>
        (await registration(site, 'c-07')).metadata.labels?.[`${P}source-namespace-uid`]
      await eventually(uid, metadata.uid)
    })

    it('given all of that, then it is told to stop, then it ends with 0 and nothing but its hub on standard error', async () => {
      const { watching, proxy } = arena()
      assert.deepEqual(await watching.stop(), {
        code: 0,
        signal: null,
        stderr: `hub: context hub, ${proxy.server}\n`,
      })
    })

    more?.(arena)
  })
}
