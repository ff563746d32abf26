import { humanDuration } from '../listing/human-duration.ts'
import type { Paint } from './list-paint.ts'
import type { LiveRow } from './live-rows.ts'
import { cutEnd, cutMiddle } from './live-text.ts'

const GAP = '  '
const TITLES = ['CLUSTER', 'NAMESPACE', 'STATE', 'REASON', 'SINCE'] as const
/** Characters a name is left with at least. */
export const LEAST_NAME = 10
/** Characters that are worth it to begin with words. */
const LEAST_WORDS = 10
/** Of the room for names and reasons. */
const WORDS_SHARE = 0.45

const paintOf = ({ state, needsPerson }: LiveRow['standing'], paint: Paint): ((text: string) => string) => {
  if (needsPerson) return paint.bad
  if (state === 'active' || state === 'pinned') return paint.good
  return state === 'demoted' || state === 'held' || state === 'deleted' ? paint.quiet : paint.attention
}

const widest = (title: string, texts: readonly string[]): number =>
  Math.max(title.length, ...texts.map(({ length }) => length))

/** Why a person is needed is worth more than the whole of a long name, where there is room for some words of it. */
const reasonShare = (ids: number, room: number): number => {
  const share = Math.floor(room * WORDS_SHARE)
  return share >= ids + 2 * LEAST_WORDS ? share : ids
}

/** The wider of two names gives way until both fit. */
const nameWidths = (cluster: number, namespace: number, room: number): readonly [number, number] => {
  if (cluster + namespace <= room || Math.max(cluster, namespace) <= LEAST_NAME) return [cluster, namespace]
  return cluster >= namespace
    ? nameWidths(cluster - 1, namespace, room)
    : nameWidths(cluster, namespace - 1, room)
}

/**
 * A head and a line for each row, none wider than the terminal.
 * @param columns characters · @param now milliseconds of the monotonic clock
 */
export const liveColumns = (
  rows: readonly LiveRow[],
  columns: number,
  { now, paint }: { readonly now: number; readonly paint?: Paint },
): readonly string[] => {
  const sinces = rows.map(({ since }) => humanDuration(now - since))
  const state = widest(
    TITLES[2],
    rows.map(({ standing }) => standing.state),
  )
  const ids = widest(
    TITLES[3],
    rows.map(({ standing }) => standing.reason),
  )
  const room = columns - state - widest(TITLES[4], sinces) - 4 * GAP.length
  const [cluster, namespace] = nameWidths(
    widest(
      TITLES[0],
      rows.map((row) => row.cluster),
    ),
    widest(
      TITLES[1],
      rows.map((row) => row.namespace),
    ),
    room - (rows.some(({ why }) => why !== undefined) ? reasonShare(ids, room) : ids),
  )
  const most = Math.max(1, room - cluster - namespace)
  // Words beside the id where there is room for some.
  const reasons = rows.map(({ standing: { reason }, why }) =>
    cutEnd(why !== undefined && most >= ids + LEAST_WORDS ? `${reason}: ${why}` : reason, most),
  )
  const reason = Math.min(most, widest(TITLES[3], reasons))
  const line = (cells: readonly string[], paintState: (text: string) => string): string =>
    [
      cutMiddle(cells[0] ?? '', cluster).padEnd(cluster),
      cutMiddle(cells[1] ?? '', namespace).padEnd(namespace),
      paintState(cells[2] ?? '') + ' '.repeat(state - (cells[2] ?? '').length),
      (cells[3] ?? '').padEnd(reason),
      cells[4] ?? '',
    ].join(GAP)
  const plain = (text: string): string => text
  return [
    line(TITLES, plain),
    ...rows.map((row, index) =>
      line(
        [row.cluster, row.namespace, row.standing.state, reasons[index] ?? '', sinces[index] ?? ''],
        paint ? paintOf(row.standing, paint) : plain,
      ),
    ),
  ]
}
