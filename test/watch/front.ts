import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { clusterNames, makeSources } from '../e2e/changes.ts'
import type { Hub } from '../envtest/hub.ts'
import { openArena, type Arena } from './arena.ts'
import { eventually } from './eventually.ts'
import { standing } from './fleet-standing.ts'
import { handlesOf, type Handles } from './handles.ts'
import { startLoad, type Expected } from './load.ts'
import { SIGHTS, type Sight } from './sights.ts'

/** Milliseconds a fault lasts. */
const LASTING = process.env['REGISTRAR_NIGHTLY'] === '1' ? 30_000 : 1500

const CLUSTERS = clusterNames(6)

/** Rotations come faster here than a fleet's would, and none is to wait for its turn. */
const unpaced = ({ scratch }: Hub): string => {
  const file = join(scratch, `config-${randomUUID()}.yaml`)
  writeFileSync(file, 'apiVersion: registrar/v1\nkind: Config\nupdatesPerMinute: 0\n')
  return file
}

interface Post {
  readonly arena: Arena
  readonly expected: Expected
}

/** Brings a fault about. @returns what ends it, where that is more than taking the proxy's rules away */
export type Bring = (arena: Arena) => Promise<() => Promise<void>> | undefined

/** A controller under each identity, with a fleet each, that go through the same faults side by side. */
export interface Front {
  readonly arenas: () => readonly Arena[]
  /**
   * Brings the fault about for each, under load, ends it after a while, and asserts what must hold
   * then: all is registered as it should be, nothing was removed, and nothing is left behind in the process.
   */
  endure(bring: Bring): Promise<void>
}

/** What is open comes and goes with the work; what leaks only grows. */
const isBounded = ({ sockets, timers }: Handles): boolean => sockets <= 16 && timers <= 24

const uids = async ({ site }: Arena): Promise<Readonly<Record<string, string>>> =>
  Object.fromEntries([...(await site.registrations())].map(([name, { metadata }]) => [name, metadata.uid]))

const settled = ({ arena, expected }: Post): Promise<void> =>
  eventually(() => standing(arena.site), expected.fleet)

const endureOne = async (post: Post, bring: Bring): Promise<void> => {
  const { arena, expected } = post
  await settled(post)
  const before = await uids(arena)
  const load = startLoad(arena.site, CLUSTERS, expected)
  const end = await bring(arena)
  await sleep(LASTING)
  arena.proxy.rules.clear()
  await end?.()
  await load.stop()

  await settled(post)
  assert.deepEqual(await uids(arena), before)
  await eventually(async () => isBounded(await handlesOf(arena.watching)), true)
}

/**
 * Registers the hooks of a front on `hub`; its sites are called after `name`. Each test has controllers of its own: how long
 * one waits before it looks again grows with what it has been through.
 */
export const useFront = (hub: () => Hub, name: string): Front => {
  const state: { fronts: number; posts: readonly Post[] } = { fronts: 0, posts: [] }
  const openPost = async (index: number, sight: Sight): Promise<Post> => {
    const arena = await openArena({
      hub: hub(),
      name: `${name}-${state.fronts}-${index}`,
      sight,
      arrange: (site) => makeSources(site, CLUSTERS),
      words: ['--config', unpaced(hub())],
    })
    await eventually(async () => Object.keys(await standing(arena.site)), CLUSTERS)
    return { arena, expected: { fleet: await standing(arena.site) } }
  }
  beforeEach('open the arenas', async () => {
    state.fronts += 1
    state.posts = await Promise.all(SIGHTS.map((sight, index) => openPost(index, sight)))
  })
  afterEach('close the arenas', async () => {
    await Promise.all(state.posts.map(({ arena }) => arena.close()))
  })
  return {
    arenas: () => state.posts.map(({ arena }) => arena),
    endure: async (bring) => {
      await Promise.all(state.posts.map((post) => endureOne(post, bring)))
    },
  }
}
