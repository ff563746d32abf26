import { setTimeout as sleep } from 'node:timers/promises'
import { row, type Row } from '../rows.ts'
import type { BenchOptions, Section } from '../section.ts'
import { askedBetween } from '../watch/audit-window.ts'
import { startWatch, type WatchProcess } from '../watch/watch-process.ts'
import { grantSecretsWatch, startWatchedHub, type WatchedHub } from '../watch/watched-hub.ts'

const MINUTE = 60_000
/** As many as the budget is a mean of. */
const MINUTES = 10

interface Minute {
  readonly requests: number
  readonly writes: number
  /** Percent of one core. */
  readonly cpu: number
}

const watchMinutes = async (
  { hub }: WatchedHub,
  watch: WatchProcess,
  minutes: number,
): Promise<readonly Minute[]> => {
  const all: Minute[] = []
  for (let minute = 0; minute < minutes; minute += 1) {
    const [from, cpu] = [Date.now(), watch.cpu()]
    await sleep(MINUTE)
    const [until, used] = [Date.now(), watch.cpu() - cpu]
    const asked = await askedBetween(hub, from, until)
    all.push({ ...asked, cpu: (100 * used) / (until - from) })
  }
  return all
}

/** The mean, as watches begin anew now in this minute and now in that. */
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

const rowsOf = (what: string, minutes: readonly Minute[], requests: number, cpu?: number): readonly Row[] => [
  row(
    `${what}, mean of ${minutes.length}`,
    'requests',
    [mean(minutes.map((item) => item.requests))],
    requests,
  ),
  row(
    what,
    'requests',
    minutes.map((item) => item.requests),
  ),
  row(
    what,
    'writes',
    minutes.map((item) => item.writes),
    0,
  ),
  row(
    `${what}, of a core`,
    '%',
    minutes.map((item) => item.cpu),
    cpu,
  ),
]

const settle = async (at: WatchedHub, options: BenchOptions): Promise<readonly Minute[]> => {
  const watch = startWatch(at.hub, options)
  await watch.during(at.registered(options.clusters))
  await watch.idle()
  options.note('settled')
  const minutes = await watchMinutes(at, watch, options.minutes ?? MINUTES)
  await watch.stop()
  return minutes
}

const run = async (options: BenchOptions): Promise<readonly Row[]> => {
  const at = await startWatchedHub(options, { secretsWatch: false })
  try {
    const listed = await settle(at, options)
    await grantSecretsWatch(at.hub)
    const watched = await settle(at, options)
    const what = `settled minute, ${options.clusters} clusters`
    return [
      // The interval is a minute, its default.
      ...rowsOf(`${what}, no Secrets watch`, listed, 40, (0.5 / 60) * 100),
      ...rowsOf(`${what}, Secrets watch`, watched, 5, 1),
    ]
  } finally {
    await at.stop()
  }
}

/** What `watch` costs while nothing happens, with the reference's rights and with a watch of Secrets. */
export const settledSection: Section = { name: 'settled', run }
