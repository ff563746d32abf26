import { EventEmitter, once } from 'node:events'
import type { OutgoingHttpHeaders } from 'node:http'

/** Holds requests until the test lets them go on. */
export interface Barrier {
  /** Resolves when the first request has come to it. */
  readonly reached: Promise<void>
  release(): void
  /** For the proxy. */
  pass(): Promise<void>
}

export const createBarrier = (): Barrier => {
  const gate = new EventEmitter()
  const reached = once(gate, 'reached').then(() => undefined)
  const open = once(gate, 'open').then(() => undefined)
  return {
    reached,
    release: () => {
      gate.emit('open')
    },
    pass: () => {
      gate.emit('reached')
      return open
    },
  }
}

/** What happens to a request that a rule matches. */
export type Fault =
  /** Answered by the proxy: the hub never sees the request. `body` is sent as it is. */
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly headers?: OutgoingHttpHeaders
      readonly body?: string
    }
  /** Forwarded after so many milliseconds. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** The connection is cut: `before` the hub sees the request, or `after` the hub has answered (and so has done it). */
  | { readonly kind: 'reset'; readonly when: 'before' | 'after' }
  /** The answer's headers go out whole, its body ends after so many bytes with the connection. */
  | { readonly kind: 'truncate'; readonly bytes: number }
  /** Forwarded without its body, as some proxies do with DELETE. */
  | { readonly kind: 'drop-body' }
  /** Forwarded once the barrier is released. */
  | { readonly kind: 'hold'; readonly barrier: Barrier }

export interface Rule {
  readonly method?: string
  /** Tested against path and query. */
  readonly path?: RegExp
  /** Only the n-th request that matches, from 1. Absent: every one. */
  readonly nth?: number
  readonly fault: Fault
}

export interface ActiveRule {
  readonly rule: Rule
  /** Requests that matched method and path so far. */
  readonly matched: number
  /** Requests the fault was worked on. */
  readonly applied: number
  remove(): void
}

export interface RuleBook {
  add(rule: Rule): ActiveRule
  clear(): void
  /** The first rule that applies decides; all are counted. */
  decide(method: string, path: string): Fault | undefined
}

export const createRuleBook = (): RuleBook => {
  interface Entry {
    readonly rule: Rule
    matched: number
    applied: number
  }
  const entries = new Set<Entry>()
  const matches = ({ rule }: Entry, method: string, path: string): boolean =>
    (rule.method === undefined || rule.method === method) && (rule.path === undefined || rule.path.test(path))
  return {
    add: (rule) => {
      const entry: Entry = { rule, matched: 0, applied: 0 }
      entries.add(entry)
      return {
        rule,
        get matched() {
          return entry.matched
        },
        get applied() {
          return entry.applied
        },
        remove: () => {
          entries.delete(entry)
        },
      }
    },
    clear: () => {
      entries.clear()
    },
    decide: (method, path) => {
      let chosen: Entry | undefined
      for (const entry of entries) {
        if (!matches(entry, method, path)) continue
        entry.matched += 1
        if (entry.rule.nth === undefined || entry.rule.nth === entry.matched) chosen ??= entry
      }
      if (chosen !== undefined) chosen.applied += 1
      return chosen?.rule.fault
    },
  }
}
