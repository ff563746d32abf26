import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { clusterNames, makeSources, namespaceOf } from '../e2e/changes.ts'
import { isWrite, targetPath } from '../e2e/request-paths.ts'
import type { Site } from '../e2e/site.ts'
import type { Hub } from '../envtest/hub.ts'
import { openArena, type Arena } from './arena.ts'
import type { Endured } from './endured.ts'
import { eventually } from './eventually.ts'
import type { Form } from './form.ts'
import { REFERENCE, UNLEASED, type Sight } from './sights.ts'

export const CONTEST =
  'two instances with different providers and no lease, then each registration is written ten times at most'

const CLUSTERS = clusterNames(3)

/** In each namespace, what one of two providers takes for the kubeconfig, and the other takes something else for. */
const makeOthers = async (site: Site): Promise<void> => {
  for (const [index, cluster] of CLUSTERS.entries()) {
    const clusters = [{ name: 'c', cluster: { server: `https://10.88.0.${index + 1}:6443` } }]
    const text = JSON.stringify({ clusters, users: [{ name: 'u', user: { token: `other-${index}` } }] })
    await site.hub.rest.json('POST', `/api/v1/namespaces/${namespaceOf(site, cluster)}/secrets`, {
      metadata: { name: 'other' },
      data: { kubeconfig: Buffer.from(text).toString('base64') },
    })
  }
}

const hasGivenUp = ({ running }: Arena): boolean =>
  [...running].some(({ records }) => records.some(({ msg }) => msg === 'somebody undoes what is written'))

/** Writes of each registration that were asked for. */
const writesOf = ({ proxy, site }: Arena): readonly number[] => {
  const writes = proxy.seen.filter((one) => isWrite(one) && targetPath(site).test(one.path))
  // A creation has the name in its body only.
  return CLUSTERS.map(
    (cluster) => writes.filter(({ path, body }) => `${path} ${body}`.includes(`cluster-${cluster}`)).length,
  )
}

const contestOf = async (hub: Hub, sight: Sight, form: Form): Promise<Endured> => {
  const arena = await openArena({
    hub,
    name: randomUUID().slice(0, 8),
    sight,
    arrange: async (site) => {
      await makeSources(site, CLUSTERS)
      await makeOthers(site)
    },
    words: ['--provider', 'k3k'],
    limit: form.limit,
  })
  try {
    await arena.start(['--provider', 'other=other=kubeconfig'])
    const begun = performance.now()
    await eventually(() => hasGivenUp(arena), true, form.limit)
    const seconds = (performance.now() - begun) / 1000
    await sleep(form.name === 'nightly' ? 60_000 : form.lasting)
    const writes = writesOf(arena)
    assert.deepEqual(
      writes.filter((count) => count > 10),
      [],
    )
    assert.deepEqual(arena.fallen, [])
    return {
      fault: CONTEST,
      sight: sight.name,
      seconds,
      changes: 0,
      writes: Math.max(...writes),
      replaced: arena.replaced,
      heap: undefined,
    }
  } finally {
    await arena.close()
  }
}

/** One of them gives up. Its line of the report has the writes of a single registration, and the seconds until then. */
export const contest = (hub: Hub, form: Form): Promise<readonly Endured[]> =>
  Promise.all([REFERENCE, UNLEASED].map((sight) => contestOf(hub, sight, form)))
