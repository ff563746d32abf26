import type { WatchEvent } from '../../src/kube/client.ts'
import { KubeError, type KubeErrorKind } from '../../src/kube/errors.ts'
import type { Listing } from '../../src/kube/paging.ts'
import { pause } from '../../src/controller/clock.ts'
import type { Receiver, Sight, Source } from '../../src/controller/reflector-source.ts'
import { ManualClock } from './manual-clock.ts'

export const failure = (
  kind: KubeErrorKind,
  code = 0,
  more: { retryAfter?: number; message?: string } = {},
): KubeError => new KubeError({ kind, code, reason: '', message: `${kind} ${code}`, call: 'TEST', ...more })

export const added = (object: string, version: number): WatchEvent<string> => ({
  type: 'ADDED',
  object,
  resourceVersion: String(version),
})

export const bookmark = (version: number): WatchEvent<string> => ({
  type: 'BOOKMARK',
  resourceVersion: String(version),
})

/** One watch: its events come at once, it ends `after` milliseconds (default: at the seconds asked for), by `error` or cleanly. */
export interface WatchScript {
  readonly events?: readonly WatchEvent<string>[]
  readonly after?: number
  readonly error?: Error
}

/** One list: its items, or its failure. */
export type ListScript =
  { readonly items: readonly string[]; readonly version: number } | { readonly error: Error }

/** A hub that plays a script, and a receiver that writes down what it is told. The last line of a script repeats. */
export class Stage implements Source<string>, Receiver<string> {
  readonly clock: ManualClock
  /** What the hub was asked, each with the milliseconds passed. */
  readonly asked: string[] = []
  readonly told: string[] = []
  readonly stop = new AbortController()
  lists: readonly ListScript[] = [{ items: [], version: 1 }]
  watches: readonly WatchScript[] = [{}]
  /** Objects that the receiver throws at. */
  readonly poison = new Set<string>()
  #listed = 0
  #watched = 0

  constructor(random: () => number = () => 0) {
    this.clock = new ManualClock({ random })
  }

  async list(signal: AbortSignal): Promise<Listing<string>> {
    this.asked.push(`list @${this.clock.monotonic()}`)
    const script = this.lists[Math.min(this.#listed, this.lists.length - 1)]
    this.#listed += 1
    await Promise.resolve()
    if (signal.aborted || script === undefined) throw failure('aborted')
    if ('error' in script) throw script.error
    return { items: script.items, resourceVersion: String(script.version) }
  }

  async *watch(version: string, seconds: number, signal: AbortSignal): AsyncGenerator<WatchEvent<string>> {
    this.asked.push(`watch ${version} for ${seconds} @${this.clock.monotonic()}`)
    const script = this.watches[Math.min(this.#watched, this.watches.length - 1)]
    this.#watched += 1
    for (const event of script?.events ?? []) {
      if (event.resourceVersion === '' || Number(event.resourceVersion) > Number(version)) yield event
    }
    await pause(this.clock, script?.after ?? seconds * 1000, signal)
    if (!signal.aborted && script?.error !== undefined) throw script.error
  }

  replaced(items: readonly string[]): void {
    this.told.push(`replaced ${items.join()}`)
    this.#judge(items)
  }

  event(type: string, object: string): void {
    this.told.push(`${type} ${object}`)
    this.#judge([object])
  }

  state(sight: Sight): void {
    const why = sight.kind !== 'synced' && sight.why instanceof Error ? `: ${sight.why.message}` : ''
    this.told.push(sight.kind + why)
  }

  #judge(items: readonly string[]): void {
    const bad = items.find((item) => this.poison.has(item))
    if (bad !== undefined) throw new Error(`can't take ${bad}`)
  }
}
