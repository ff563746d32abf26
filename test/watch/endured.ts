import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { isWrite, targetPath } from '../e2e/request-paths.ts'
import type { SeenRequest } from '../envtest/fault-proxy.ts'
import type { Arena } from './arena.ts'
import { eventually } from './eventually.ts'
import type { End, Fault, Scene } from './fault.ts'
import { standing } from './fleet-standing.ts'
import { handlesOf, isBounded } from './handles.ts'
import { startLoad } from './load.ts'
import { ROTATED } from './scene.ts'
import type { Watching } from './watching.ts'

/** How one sight came through a fault: a line of the report. */
export interface Endured {
  readonly fault: string
  readonly sight: string
  /** From when the fault was over and the last change made. */
  readonly seconds: number
  /** Kubeconfigs rewritten since it was brought about. */
  readonly changes: number
  /** Requests to write in the target namespace meanwhile. */
  readonly writes: number
  /** Processes that lost their lease, and were replaced. */
  readonly replaced: number
  /** Heap after, as a part of the heap before; undefined where it was not weighed, or in another process. */
  readonly heap: number | undefined
}

/** At most so much of the heap before is in use after. */
export const HEAP = 1.1

const PREFIX = 'cluster-'

const uids = async ({ site }: Scene): Promise<ReadonlyMap<string, string>> =>
  new Map([...(await site.registrations())].map(([name, { metadata }]) => [name, metadata.uid]))

/** What stood before and is to stand still is the very same object. */
const assertSame = async (scene: Scene, before: ReadonlyMap<string, string>): Promise<void> => {
  const after = await uids(scene)
  const stays = [...before.keys()].filter((name) => name.slice(PREFIX.length) in scene.expected.fleet)
  const among = (all: ReadonlyMap<string, string>) => stays.map((name) => [name, all.get(name)])
  assert.deepEqual(among(after), among(before))
}

/** Nothing was asked to go but what is to be gone. */
const assertRemovals = ({ site, expected }: Scene, asked: readonly SeenRequest[]): void => {
  const deleted = asked
    .filter(({ method, path }) => method === 'DELETE' && targetPath(site).test(path))
    .map(({ path }) => /cluster-([^/?]+)/.exec(path)?.[1] ?? path)
  assert.deepEqual(
    deleted.filter((cluster) => cluster in expected.fleet),
    [],
  )
}

const assertNoLeak = async ({ arena, form }: Scene): Promise<void> => {
  assert.deepEqual(arena.fallen, [])
  const areBounded = async (): Promise<boolean> =>
    (await Promise.all([...arena.running].map(handlesOf))).every(isBounded)
  await eventually(areBounded, true, form.limit)
}

interface Weight {
  readonly watching: Watching
  readonly heap: number
}

const weigh = async ({ arena: { watching }, form }: Scene): Promise<Weight | undefined> => {
  if (!form.weighs) return undefined
  // What code it runs and caches it fills at first is there before.
  await sleep(form.lasting / 2)
  return { watching, heap: (await handlesOf(watching)).heap }
}

/** What the heap comes to, once it is back or will not be. */
const weighAgain = async (scene: Scene, before: Weight | undefined): Promise<number | undefined> => {
  if (before === undefined || !scene.arena.running.has(before.watching)) return undefined
  let part = 0
  const isBack = async (): Promise<boolean> => {
    part = (await handlesOf(before.watching)).heap / before.heap
    return part <= HEAP
  }
  await eventually(isBack, true, scene.form.limit / 4).catch(() => undefined)
  return part
}

/** Records that tell what led to a failure. */
const LAST = 40

const telling =
  <T>(arena: Arena, work: () => Promise<T>) =>
  async (): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      const { sight, watching } = arena
      const lines = watching.records.slice(-LAST).map((record) => JSON.stringify(record))
      const said = error instanceof Error ? error.message : String(error)
      throw new Error([`with ${sight.name}: ${said}`, ...lines].join('\n'), { cause: error })
    }
  }

/** A scene under load, that a fault is about to come over. */
export interface Enduring {
  /** Brings it about. */
  bring(): Promise<void>
  /** Ends it, and asserts what must hold then: all is registered as it should be, nothing was removed, and nothing is left
   *  behind in the process. */
  end(): Promise<Endured>
}

export const prepare = async (scene: Scene, fault: Fault): Promise<Enduring> => {
  const { arena, site, expected, form } = scene
  const before = await uids(scene)
  const load = startLoad(site, ROTATED, expected)
  const weight = await weigh(scene)
  const from = arena.proxy.seen.length
  const state: { end?: End | undefined } = {}
  return {
    bring: async () => {
      state.end = await fault.bring?.(scene)
    },
    end: telling(arena, async () => {
      arena.proxy.rules.clear()
      await state.end?.()
      const changes = await load.stop()
      const over = performance.now()
      await eventually(() => standing(site), expected.fleet, form.limit)
      const seconds = (performance.now() - over) / 1000
      const asked = () => arena.proxy.seen.slice(from)

      if (!fault.remade) await assertSame(scene, before)
      assertRemovals(scene, asked())
      await fault.check?.(scene, asked)
      await assertNoLeak(scene)
      return {
        fault: fault.title,
        sight: arena.sight.name,
        seconds,
        changes,
        writes: asked().filter((request) => isWrite(request) && targetPath(site).test(request.path)).length,
        replaced: arena.replaced,
        heap: fault.grows ? undefined : await weighAgain(scene, weight),
      }
    }),
  }
}
