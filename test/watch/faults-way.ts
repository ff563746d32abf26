import assert from 'node:assert/strict'
import { pageAnswer, statusAnswer } from '../envtest/fault-proxy-answers.ts'
import type { Fault as Answer } from '../envtest/faults.ts'
import { eventually } from './eventually.ts'
import { ruled, type Fault } from './fault.ts'

const WATCHES = /[?&]watch=true/
const LISTS = /\/(?:secrets|namespaces)\?(?!.*watch=true)/
const PAGES = /\/(?:secrets|namespaces)\?(?=.*limit=)/

const JSON_TYPE = { 'content-type': 'application/json' }

const expired: Answer = {
  kind: 'answer',
  status: 200,
  headers: JSON_TYPE,
  body: `${JSON.stringify({ type: 'ERROR', object: { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'Expired', message: 'too old resource version', code: 410 } })}\n`,
}

const closed: Answer = { kind: 'answer', status: 200, headers: JSON_TYPE, body: '' }

/** Watches that one process may ask for, of three things, where each is closed at once; by the form's duration. */
const BOUND = { ci: 24, nightly: 75 } as const

/** What the way to the hub does. */
export const WAY_FAULTS: readonly Fault[] = [
  {
    title: '429 with Retry-After',
    bring: ruled({ fault: statusAnswer(429, 'TooManyRequests', { headers: { 'retry-after': '1' } }) }),
  },
  { title: '500 to everything', bring: ruled({ fault: statusAnswer(500, 'InternalError') }) },
  {
    title: 'pages of a proxy, 403 and 404, to everything',
    bring: ruled({ path: /secrets/, fault: pageAnswer(404) }, { fault: pageAnswer(403) }),
  },
  {
    title: 'slow answers',
    bring: (scene) => ruled({ fault: { kind: 'delay', ms: scene.form.lasting / 3 } })(scene),
  },
  {
    title: 'resets before the hub sees a request',
    bring: ruled({ fault: { kind: 'reset', when: 'before' } }),
  },
  {
    title: 'resets after the hub has done it',
    bring: ruled({ path: LISTS, fault: { kind: 'reset', when: 'after' } }),
  },
  {
    title: 'connections on which nothing comes any more',
    nightly: 75_000,
    bring: ({ arena: { proxy }, form }) => {
      proxy.cut()
      proxy.rules.add({ fault: { kind: 'half-open', when: 'before' } })
      // In the nightly form they are noticed by the deadline of the client.
      if (form.name === 'nightly') return undefined
      return () => {
        proxy.cut()
        return Promise.resolve()
      }
    },
  },
  {
    title: 'watches that have expired',
    bring: ruled({ path: WATCHES, fault: expired }),
  },
  {
    title: 'pages of lists that break off, as watches expire',
    bring: ruled(
      { path: PAGES, fault: { kind: 'truncate', bytes: 40 } },
      { path: WATCHES, nth: 1, fault: expired },
      { path: WATCHES, nth: 2, fault: expired },
      { path: WATCHES, nth: 3, fault: expired },
    ),
  },
  {
    title: 'watches that are closed at once, which are asked for ever less often',
    bring: async ({ arena: { proxy }, form }) => {
      const rule = proxy.rules.add({ path: WATCHES, fault: closed })
      proxy.cut()
      if (form.name === 'nightly') await eventually(() => rule.applied >= 20, true, form.limit)
      return undefined
    },
    check: ({ arena, form }, asked) => {
      const watches = asked().filter(({ path }) => WATCHES.test(path)).length
      const bound = BOUND[form.name] * (1 + arena.replaced)
      assert.ok(watches <= bound, `${watches} watches`)
    },
  },
]
