import { setTimeout as sleep } from 'node:timers/promises'
import { row, type Row } from '../rows.ts'
import type { BenchOptions, Section } from '../section.ts'
import { startWatch, type WatchProcess } from '../watch/watch-process.ts'
import { startWatchedHub, type WatchedHub } from '../watch/watched-hub.ts'

const UNRELATED = 10_000
/** In so many namespaces, none of them a source. */
const NAMESPACES = 10
const CONCURRENCY = 16
/** Once a second, after it has come to rest. */
const LOOKS = 30

/** MiB resident, for the sizes a budget is given for. */
const BUDGETS = new Map([
  [1000, 78],
  [10_000, 128],
])
const GROWTH = 5

const look = async (watch: WatchProcess): Promise<readonly number[]> => {
  await watch.idle()
  const looks: number[] = []
  for (let count = 0; count < LOOKS; count += 1) {
    await sleep(1000)
    looks.push(watch.memory())
  }
  return looks
}

const addUnrelated = async ({ hub }: WatchedHub): Promise<void> => {
  const data = { payload: Buffer.alloc(3072, 'x').toString('base64') }
  const namespace = (number: number): string => `unrelated-${number % NAMESPACES}`
  for (let number = 0; number < NAMESPACES; number += 1)
    await hub.rest.json('POST', '/api/v1/namespaces', { metadata: { name: namespace(number) } })
  const numbers = Array.from({ length: UNRELATED }, (_, number) => number).values()
  const work = async (): Promise<void> => {
    for (const number of numbers)
      await hub.rest.json('POST', `/api/v1/namespaces/${namespace(number)}/secrets`, {
        metadata: { name: `settings-${number}` },
        data,
      })
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
}

const run = async (options: BenchOptions): Promise<readonly Row[]> => {
  const { clusters, note } = options
  const at = await startWatchedHub(options, { secretsWatch: true })
  try {
    const what = `watch, ${clusters} clusters`
    const first = startWatch(at.hub, options)
    await first.during(at.registered(clusters))
    const registering = await look(first)
    const peak = first.peak()
    note('all registered')
    await first.stop()
    const watch = startWatch(at.hub, options)
    const settled = row(
      `${what}, started on a registered fleet`,
      'MiB',
      await look(watch),
      BUDGETS.get(clusters),
    )
    const settledPeak = watch.peak()
    await addUnrelated(at)
    note(`${UNRELATED} unrelated Secrets added`)
    const grown = await look(watch)
    const after = row(`${what}, after ${UNRELATED} unrelated Secrets more`, 'MiB', grown)
    await watch.stop()
    return [
      row(`${what}, after registering them`, 'MiB', registering, BUDGETS.get(clusters)),
      row(`${what}, most while registering them`, 'MiB', [peak]),
      settled,
      row(`${what}, most while starting on them`, 'MiB', [settledPeak]),
      after,
      row(
        `${what}, growth by those`,
        'MiB',
        grown.map((value) => value - settled.median),
        GROWTH,
      ),
    ]
  } finally {
    await at.stop()
  }
}

/** Memory resident in `watch` when it has come to rest, and what Secrets that are nothing to it add. */
export const memorySection: Section = { name: 'memory', run }
