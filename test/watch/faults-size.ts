import { inParallel, namespaceOf } from '../e2e/changes.ts'
import { P, type Site } from '../e2e/site.ts'
import { ruled, type Fault, type Scene } from './fault.ts'
import type { Standing } from './fleet-standing.ts'

const addressOf = (index: number): string =>
  `https://10.200.${Math.floor(index / 200)}.${(index % 200) + 1}:6443`

/** Namespaces with a kubeconfig, and without a label. */
const makeUnlabelled = async (site: Site, clusters: readonly string[]): Promise<void> =>
  inParallel(clusters, async (cluster, index) => {
    const name = namespaceOf(site, cluster)
    await site.hub.rest.json('POST', '/api/v1/namespaces', { metadata: { name } })
    await site.source(name, addressOf(index))
  })

const labelAll = async ({ site, expected }: Scene, clusters: readonly string[]): Promise<void> => {
  await inParallel(clusters, (cluster) => {
    const labels = { [`${P}managed-by`]: site.owner, [`${P}cluster`]: cluster }
    return site.hub.rest.json('PATCH', `/api/v1/namespaces/${namespaceOf(site, cluster)}`, {
      metadata: { labels },
    })
  })
  const standings = clusters.map((cluster, index): readonly [string, Standing] => [
    cluster,
    { server: addressOf(index), token: 'tok', from: namespaceOf(site, cluster) },
  ])
  expected.fleet = { ...expected.fleet, ...Object.fromEntries(standings) }
}

/** What every controller on the hub remembers something of. */
export const HERD_FAULTS: readonly Fault[] = [
  {
    title: 'a herd of namespaces that are labelled at once',
    grows: true,
    bring: async (scene) => {
      const herd = Array.from({ length: scene.form.herd }, (_, index) => `n-${index}`)
      await makeUnlabelled(scene.site, herd)
      await labelAll(scene, herd)
      return undefined
    },
  },
]

/** What none of them does. */
export const CLUTTER_FAULTS: readonly Fault[] = [
  {
    title: 'a namespace full of Secrets that nobody asked for',
    bring: async (scene) => {
      const { site, form } = scene
      const path = `/api/v1/namespaces/${namespaceOf(site, 'c-00')}/secrets`
      const data = { value: Buffer.alloc(300, 'x').toString('base64') }
      const names = Array.from({ length: form.clutter }, (_, index) => `clutter-${index}`)
      await inParallel(names, (name) => site.hub.rest.json('POST', path, { metadata: { name }, data }))
      return ruled()(scene)
    },
  },
]
