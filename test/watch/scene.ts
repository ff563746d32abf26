import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { clusterNames, makeSources } from '../e2e/changes.ts'
import type { Hub } from '../envtest/hub.ts'
import { openArena } from './arena.ts'
import { eventually } from './eventually.ts'
import type { Fault, Scene } from './fault.ts'
import { standing } from './fleet-standing.ts'
import type { Form } from './form.ts'
import { LEAVER } from './leaver.ts'
import type { Sight } from './sights.ts'

/** Clusters whose credentials are rewritten all the time. */
export const ROTATED = clusterNames(6)

const CLUSTERS = [...ROTATED, LEAVER]

/** Rotations come faster here than a fleet's would, and none is to wait for its turn. */
const unpaced = ({ scratch }: Hub): string => {
  const file = join(scratch, `config-${randomUUID()}.yaml`)
  writeFileSync(file, 'apiVersion: registrar/v1\nkind: Config\nupdatesPerMinute: 0\n')
  return file
}

/** An arena in which a fleet is registered, for this fault. Its controllers are new: how long one waits before it looks again
 *  grows with what it has been through. */
export const openScene = async (
  hub: Hub,
  name: string,
  sight: Sight,
  form: Form,
  { arrange, way, words = [] }: Fault,
): Promise<Scene> => {
  const arena = await openArena({
    hub,
    name,
    sight,
    arrange: async (site) => {
      await makeSources(site, CLUSTERS)
      await arrange?.(site)
    },
    words: ['--config', unpaced(hub), ...words],
    ...(way ? { way } : {}),
    limit: form.limit,
  })
  const { site } = arena
  const names = async (): Promise<string[]> => Object.keys(await standing(site))
  try {
    await eventually(names, CLUSTERS, form.limit)
    return { arena, site, form, expected: { fleet: await standing(site) } }
  } catch (error) {
    await arena.close()
    throw error
  }
}
