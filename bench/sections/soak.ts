import { setTimeout as sleep } from 'node:timers/promises'
import { deletedByHand, editedByHand, kubeconfigRewritten, type Change } from '../latency/changes.ts'
import { distribution } from '../distribution.ts'
import { nth } from '../nth.ts'
import { row } from '../rows.ts'
import type { BenchOptions, Figure, Section } from '../section.ts'
import { startWatch } from '../watch/watch-process.ts'
import { startWatchedHub } from '../watch/watched-hub.ts'

const MINUTES = 30
const PER_SECOND = 5
const LOOK = 5000
/** Percent by which the last third may exceed the first. */
const GROWTH = 10

/** By hand, a registration may be touched only so often before `watch` takes it for contested: most are rotations. */
const kindOf = (turn: number): Change => {
  if (turn % 50 === 0) return editedByHand
  return turn % 50 === 25 ? deletedByHand : kubeconfigRewritten
}

const third = (values: readonly number[], which: 0 | 2): readonly number[] => {
  const length = Math.max(1, Math.floor(values.length / 3))
  return which === 0 ? values.slice(0, length) : values.slice(-length)
}

const run = async (options: BenchOptions): Promise<readonly Figure[]> => {
  const { clusters, minutes = MINUTES, note } = options
  const at = await startWatchedHub(options, { secretsWatch: true })
  try {
    const watch = startWatch(at.hub, options)
    await watch.during(at.registered(clusters))
    await watch.idle()
    const [memory, handles, took]: [number[], number[], number[]] = [[], [], []]
    const end = performance.now() + minutes * 60_000
    const looking = (async () => {
      while (performance.now() < end) {
        await sleep(LOOK)
        memory.push(watch.memory())
        handles.push(watch.handles())
      }
    })()
    const changes: Promise<void>[] = []
    for (let turn = 0; performance.now() < end; turn += 1) {
      const cluster = nth(at.fleet, turn)
      const lap = 1 + Math.floor(turn / clusters)
      changes.push(kindOf(turn)(at, cluster, lap).then((ms) => void took.push(ms)))
      await sleep(1000 / PER_SECOND)
      if (turn % (PER_SECOND * 60) === 0) note(`${turn} changes, ${watch.memory().toFixed(1)} MiB`)
    }
    await Promise.all([looking, ...changes])
    await watch.stop()
    const what = `soak of ${minutes} min, ${clusters} clusters, ${PER_SECOND} changes a second`
    const [before, after] = [
      row('', 'MiB', third(memory, 0)),
      row(`${what}, last third`, 'MiB', third(memory, 2)),
    ]
    const base = row('', 'handles', third(handles, 0))
    return [
      row(`${what}, first third`, 'MiB', third(memory, 0)),
      after,
      row(`${what}, growth`, '%', [(after.median / before.median - 1) * 100], GROWTH),
      row(`${what}, first third`, 'handles', third(handles, 0)),
      row(`${what}, last third`, 'handles', third(handles, 2), base.most),
      distribution(`${what}: change to effect`, took),
    ]
  } finally {
    await at.stop()
  }
}

/** Whether anything grows while a fleet is never at rest. */
export const soakSection: Section = { name: 'soak', onlyByName: true, run }
