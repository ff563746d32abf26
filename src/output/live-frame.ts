import type { Paint } from './list-paint.ts'
import type { LiveFleet } from './live-fleet.ts'
import { LEAST_NAME, liveColumns } from './live-columns.ts'
import type { LiveState } from './live-rows.ts'
import { cutEnd, cutMiddle, painted, type LiveLine } from './live-text.ts'

/** Characters and lines. */
export interface Size {
  readonly columns: number
  readonly rows: number
}

export interface FrameInput {
  /** Where it works, in full and as short as it can be said. */
  readonly hub: readonly [full: string, short: string]
  /** What else the head says: how it sees, its role, whether it is a dry run. */
  readonly how: readonly string[]
  readonly fleet: LiveFleet
  /** Said where there is no cluster. */
  readonly idle: string
  /** Lines on the last decisions, the newest last. */
  readonly recent: readonly LiveLine[]
  readonly troubles: readonly string[]
  /** Milliseconds of the monotonic clock. */
  readonly now: number
  /** Absent without colour. */
  readonly paint?: Paint
}

/** Lines for decisions, and for troubles, at most. */
const RECENT = 3
const RECENT_TALL = 6
const TROUBLES = 4
/** Lines from which a terminal is tall, and below which there is room for clusters only. */
const TALL = 36
const SHORT = 14

/** Worst first. */
const STATES: readonly LiveState[] = [
  'failed',
  'refused',
  'braked',
  'kept',
  'overtaken',
  'waiting',
  'planned',
  'deleted',
  'held',
  'demoted',
  'pinned',
  'active',
]

const countsText = (fleet: LiveFleet): string => {
  const counts = fleet.counts()
  const parts = STATES.flatMap((state) => (counts.has(state) ? [`${counts.get(state) ?? 0} ${state}`] : []))
  return parts.join(', ')
}

const headLine = ({ hub: [full, short], how, fleet }: FrameInput, columns: number): string => {
  const rest = [countsText(fleet), ...how].filter(Boolean).join(' · ')
  const room = columns - rest.length - 3
  const hub = full.length <= room ? full : cutMiddle(short, Math.max(LEAST_NAME, room))
  return cutEnd(`${hub} · ${rest}`, columns)
}

/** The whole table for a terminal of this size; one line of it is left free, for the cursor. */
export const liveFrame = (input: FrameInput, { columns, rows }: Size): readonly string[] => {
  const { fleet, idle, paint } = input
  const isShort = rows < SHORT
  const cut = (line: string): string => cutEnd(line, columns)
  const recent = isShort
    ? []
    : input.recent
        .slice(rows < TALL ? -RECENT : -RECENT_TALL)
        .map(({ level, text }) => painted({ level, text: cut(text) }, paint))
  const troubles = input.troubles
    .slice(0, isShort ? 1 : TROUBLES)
    .map((line) => (paint ? paint.bad(cut(`! ${line}`)) : cut(`! ${line}`)))
  const blank = isShort ? [] : ['']
  const head = [headLine(input, columns), ...blank]
  const foot = [...(recent.length > 0 ? [...blank, ...recent] : []), ...troubles]
  const size = fleet.size()
  const room = Math.max(1, rows - 1 - head.length - 1 - foot.length)
  const shown = fleet.first(size <= room ? size : Math.max(1, room - 1))
  const more = size > shown.length ? [`… and ${size - shown.length} more`] : []
  const body = size === 0 ? [cut(idle)] : [...liveColumns(shown, columns, input), ...more]
  return [...head, ...body, ...foot].slice(0, Math.max(1, rows - 1))
}
