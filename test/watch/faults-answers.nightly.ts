import assert from 'node:assert/strict'
import { statusAnswer, pageAnswer } from '../envtest/fault-proxy-answers.ts'
import type { Fault } from '../envtest/faults.ts'
import { useHub } from '../envtest/shared-hub.ts'
import { useFront } from './front.ts'

const isNightly = process.env['REGISTRAR_NIGHTLY'] === '1'

const WATCHES = /[?&]watch=true/
const LISTS = /\/(?:secrets|namespaces)\?(?!.*watch=true)/

const JSON_TYPE = { 'content-type': 'application/json' }

const expired: Fault = {
  kind: 'answer',
  status: 200,
  headers: JSON_TYPE,
  body: `${JSON.stringify({ type: 'ERROR', object: { kind: 'Status', apiVersion: 'v1', status: 'Failure', reason: 'Expired', message: 'too old resource version', code: 410 } })}\n`,
}

describe('watch endures what the way to the hub does to it', function () {
  this.timeout(isNightly ? 300_000 : 60_000)
  const hub = useHub()
  const front = useFront(hub, 'answers')
  const always = (fault: Fault, path?: RegExp) =>
    front.endure(({ proxy }) => {
      proxy.rules.add({ ...(path ? { path } : {}), fault })
      proxy.cut()
      return undefined
    })

  it('given 429 with Retry-After', () =>
    always(statusAnswer(429, 'TooManyRequests', { headers: { 'retry-after': '1' } })))

  it('given 500 to everything', () => always(statusAnswer(500, 'InternalError')))

  it('given pages of a proxy, 403 and 404, to everything', async () => {
    await front.endure(({ proxy }) => {
      proxy.rules.add({ path: /secrets/, fault: pageAnswer(404) })
      proxy.rules.add({ fault: pageAnswer(403) })
      proxy.cut()
      return undefined
    })
  })

  it('given slow answers', () => always({ kind: 'delay', ms: isNightly ? 10_000 : 700 }))

  it('given resets before the hub sees a request', () => always({ kind: 'reset', when: 'before' }))

  it('given resets after the hub has done it', () => always({ kind: 'reset', when: 'after' }, LISTS))

  it('given connections on which nothing comes any more', () =>
    front.endure(({ proxy }) => {
      proxy.cut()
      proxy.rules.add({ fault: { kind: 'half-open', when: 'before' } })
      // In the nightly run they are noticed by the deadline of the client.
      return Promise.resolve(() => {
        if (!isNightly) proxy.cut()
        return Promise.resolve()
      })
    }))

  it('given watches that have expired, and lists that break off', async () => {
    await front.endure(({ proxy }) => {
      proxy.rules.add({ path: WATCHES, fault: expired })
      proxy.rules.add({ path: LISTS, fault: { kind: 'truncate', bytes: 40 } })
      proxy.cut()
      return undefined
    })
  })

  it('given watches that are closed at once, then they are asked for ever less often', async () => {
    const rules = front.arenas().map(({ proxy }) => ({ proxy, from: proxy.seen.length }))
    await always({ kind: 'answer', status: 200, headers: JSON_TYPE, body: '' }, WATCHES)
    for (const { proxy, from } of rules) {
      const asked = proxy.seen.slice(from).filter(({ path }) => WATCHES.test(path)).length
      assert.ok(asked <= (isNightly ? 60 : 24), `${asked} watches`)
    }
  })

  it('given writes that a webhook denies', () =>
    front.endure(({ proxy, site }) => {
      proxy.rules.add({
        method: /POST|PUT|DELETE/,
        path: new RegExp(`/namespaces/${site.target}/secrets`),
        fault: statusAnswer(403, 'Forbidden', { kind: 'secrets' }),
      })
      return undefined
    }))

  it('given it is suspended and resumed', () =>
    front.endure(({ watching }) => {
      watching.signal('SIGSTOP')
      return Promise.resolve(() => {
        watching.signal('SIGCONT')
        return Promise.resolve()
      })
    }))
})
