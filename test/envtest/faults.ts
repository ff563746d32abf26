import { EventEmitter, once } from 'node:events'
import type { OutgoingHttpHeaders } from 'node:http'
import type { Upstream } from './fault-proxy-upstream.ts'

/** Holds requests until the test lets them go on. */
export interface Barrier {
  /** Resolves when as many requests as the barrier was made for have come to it. */
  readonly reached: Promise<void>
  release(): void
  /** For the proxy. */
  pass(): Promise<void>
}

/** @param parties requests that must have come before `reached` resolves */
export const createBarrier = (parties = 1): Barrier => {
  const gate = new EventEmitter()
  let missing = parties
  const reached = once(gate, 'reached').then(() => undefined)
  const open = once(gate, 'open').then(() => undefined)
  return {
    reached,
    release: () => {
      gate.emit('open')
    },
    pass: () => {
      missing -= 1
      if (missing === 0) gate.emit('reached')
      return open
    },
  }
}

/** An answer as a `rewrite` sees it: decompressed, whole. */
export interface PlainAnswer {
  readonly status: number
  readonly text: string
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
  /** The connection stays open and nothing comes: the hub never sees the request, or has done it and is not heard. */
  | { readonly kind: 'half-open'; readonly when: 'before' | 'after' }
  /** The answer's headers go out whole, its body ends after so many bytes with the connection. */
  | { readonly kind: 'truncate'; readonly bytes: number }
  /** Forwarded without its body, as some proxies do with DELETE. */
  | { readonly kind: 'drop-body' }
  /** Forwarded once the barrier is released; with `after`, forwarded at once and the answer held. Default: before. */
  | { readonly kind: 'hold'; readonly barrier: Barrier; readonly when?: 'before' | 'after' }
  /** Forwarded, and the hub's answer changed on its way back. */
  | { readonly kind: 'rewrite'; readonly change: (answer: PlainAnswer) => PlainAnswer }
  /** Forwarded to another hub. */
  | { readonly kind: 'elsewhere'; readonly upstream: Upstream }

export interface Rule {
  readonly method?: string | RegExp
  /** Tested against path and query. */
  readonly path?: RegExp
  /** Tested against the body, which alone says what a POST is about. */
  readonly body?: RegExp
  /** Only the n-th request that matches, from 1. Absent: every one. */
  readonly nth?: number
  /** The n-th request that matches and all after it. */
  readonly from?: number
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
  decide(method: string, path: string, body?: string): Fault | undefined
}

interface Entry {
  readonly rule: Rule
  matched: number
  applied: number
}

const isMethod = (wanted: string | RegExp | undefined, method: string): boolean =>
  wanted === undefined || (typeof wanted === 'string' ? wanted === method : wanted.test(method))

const isAbout = (rule: Rule, method: string, path: string, body: string): boolean =>
  isMethod(rule.method, method) && rule.path?.test(path) !== false && rule.body?.test(body) !== false

const isDue = ({ rule: { nth, from }, matched }: Entry): boolean =>
  (nth === undefined || nth === matched) && (from === undefined || from <= matched)

export const createRuleBook = (): RuleBook => {
  const entries = new Set<Entry>()
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
    decide: (method, path, body = '') => {
      let chosen: Entry | undefined
      for (const entry of entries) {
        const { rule } = entry
        if (!isAbout(rule, method, path, body)) continue
        entry.matched += 1
        if (isDue(entry)) chosen ??= entry
      }
      if (chosen !== undefined) chosen.applied += 1
      return chosen?.rule.fault
    },
  }
}
