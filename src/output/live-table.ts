import type { Cancel, Clock } from '../controller/clock.ts'
import type { News } from '../controller/live-news.ts'
import type { Fields, Log } from '../controller/log.ts'
import type { Paint } from './list-paint.ts'
import { LiveFleet } from './live-fleet.ts'
import { liveFrame } from './live-frame.ts'
import { LiveScreen, type Terminal } from './live-screen.ts'
import { painted, recordLine, visible, type LiveLine } from './live-text.ts'
import { LiveTroubles } from './live-troubles.ts'

export interface LiveTableOptions {
  readonly terminal: Terminal
  readonly clock: Clock
  /** The hub, in full and as short as it can be said. */
  readonly hub: readonly [full: string, short: string]
  readonly dryRun: boolean
  /** Absent without colour. */
  readonly paint?: Paint
}

/** Milliseconds between two drawings at least, and at most, as ages go on. */
const SOONEST = 250
const LATEST = 1000
/** Records kept of decisions: as many as are ever shown. */
const RECENT = 6
/** Lines that wait to scroll, and texts remembered, at most. */
const MOST_LINES = 50
/** Milliseconds in which what was said is not said again. */
const SAID = 60_000

/** What `watch` shows on a terminal in place of its log. */
export class LiveTable {
  readonly #o: LiveTableOptions
  readonly #screen: LiveScreen
  readonly #fleet = new LiveFleet()
  readonly #troubles = new LiveTroubles()
  readonly #recent: LiveLine[] = []
  readonly #above: string[] = []
  /** When what was said last, by its text. */
  readonly #said = new Map<string, number>()
  readonly #unlisten: () => void
  #drawnAt = Number.NEGATIVE_INFINITY
  #next: { readonly at: number; readonly cancel: Cancel } | undefined

  constructor(options: LiveTableOptions) {
    this.#o = options
    this.#screen = new LiveScreen(options.terminal)
    this.#unlisten = options.terminal.onResize(() => {
      this.#change()
    })
    this.#change()
  }

  tell = (news: News): void => {
    const now = this.#o.clock.monotonic()
    this.#troubles.take(news, now)
    if (news.kind === 'decided') this.#fleet.take(news.namespace, news.outcomes, now)
    this.#change()
  }

  /** Of a cluster: the last few are shown. */
  clusters: Log = (level, message, fields = {}) => {
    if (level === 'debug') return
    this.#recent.push(recordLine(this.#o.clock.now(), level, message, fields))
    if (this.#recent.length > RECENT) this.#recent.shift()
    this.#change()
  }

  /** Of the controller itself: what is wrong scrolls by, the rest is in the table. */
  log: Log = (level, message, fields = {}) => {
    if ((level !== 'warn' && level !== 'error') || this.#isSaid(message, fields)) return
    this.#above.push(painted(recordLine(this.#o.clock.now(), level, message, fields), this.#o.paint))
    if (this.#above.length > MOST_LINES) this.#above.shift()
    this.#change()
  }

  /** Leaves the last state on the terminal. */
  end(): void {
    this.#unlisten()
    this.#next?.cancel()
    this.#next = undefined
    this.#paintAll()
    this.#screen.end()
  }

  /** What fails for one namespace after another is said once. */
  #isSaid(message: string, { namespace: _, ...fields }: Fields): boolean {
    const now = this.#o.clock.monotonic()
    const text = JSON.stringify([message, fields])
    const at = this.#said.get(text)
    if (at !== undefined && now - at < SAID) return true
    this.#said.delete(text)
    this.#said.set(text, now)
    for (const [oldest] of this.#said) if (this.#said.size > MOST_LINES) this.#said.delete(oldest)
    return false
  }

  #change(): void {
    this.#drawIn(Math.max(0, this.#drawnAt + SOONEST - this.#o.clock.monotonic()))
  }

  #drawIn(ms: number): void {
    const { clock } = this.#o
    const at = clock.monotonic() + ms
    if (this.#next && this.#next.at <= at) return
    this.#next?.cancel()
    this.#next = {
      at,
      cancel: clock.after(ms, () => {
        this.#next = undefined
        this.#paintAll()
        this.#drawIn(LATEST)
      }),
    }
  }

  #paintAll(): void {
    const { clock, dryRun, hub, paint, terminal } = this.#o
    const now = clock.monotonic()
    this.#drawnAt = now
    const role = this.#troubles.role()
    const frame = liveFrame(
      {
        hub: [visible(hub[0]), visible(hub[1])],
        how: [this.#troubles.sight(), ...(role ? [role] : []), ...(dryRun ? ['dry run'] : [])],
        fleet: this.#fleet,
        idle: this.#troubles.idle(),
        recent: this.#recent,
        troubles: this.#troubles.lines(now),
        now,
        ...(paint ? { paint } : {}),
      },
      terminal.size(),
    )
    this.#screen.draw(frame, this.#above.splice(0))
  }
}
