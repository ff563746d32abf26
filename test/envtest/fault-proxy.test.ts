import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { pageAnswer, statusAnswer, withoutItems } from './fault-proxy-answers.ts'
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts'
import { createBarrier } from './faults.ts'
import { createRest, type Rest } from './rest.ts'
import { useHub } from './shared-hub.ts'

const secretNamed = (name: string): object => ({ apiVersion: 'v1', kind: 'Secret', metadata: { name } })

describe('the fault proxy', () => {
  const hub = useHub()
  const state: { proxy?: FaultProxy; rest?: Rest; namespace: string } = { namespace: '' }
  const proxy = (): FaultProxy => state.proxy!
  const rest = (): Rest => state.rest!
  const secrets = (): string => `/api/v1/namespaces/${state.namespace}/secrets`

  beforeEach(async () => {
    state.namespace = `proxy-${randomUUID().slice(0, 8)}`
    const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: state.namespace } }
    await hub().rest.json('POST', '/api/v1/namespaces', namespace)
    state.proxy = await startFaultProxy(hub())
    const { server, caFile } = state.proxy
    state.rest = createRest({ server, ca: readFileSync(caFile, 'utf8'), token: hub().token('admin') })
  })

  afterEach(async () => {
    state.rest?.close()
    await state.proxy?.stop()
  })

  it('forwards what no rule matches, headers and body, and remembers it', async () => {
    const made = await rest().json('POST', secrets(), secretNamed('a'))

    assert.deepEqual(await hub().rest.json('GET', `${secrets()}/a`), made)
    assert.deepEqual(proxy().seen, [
      { method: 'POST', path: secrets(), body: JSON.stringify(secretNamed('a')) },
    ])
  })

  it('streams a watch while it lasts', async () => {
    const { metadata } = await hub().rest.json('GET', secrets())
    const watching = rest().send(
      'GET',
      `${secrets()}?watch=1&timeoutSeconds=1&resourceVersion=${metadata.resourceVersion}`,
    )
    await hub().rest.json('POST', secrets(), secretNamed('a'))

    const { text } = await watching
    assert.equal((JSON.parse(text) as { readonly type: string }).type, 'ADDED')
  })

  it('answers the n-th match itself, unseen by the hub', async () => {
    const page = {
      kind: 'answer',
      status: 404,
      headers: { 'content-type': 'text/html' },
      body: '<h1>gone</h1>',
    } as const
    const rule = proxy().rules.add({ method: 'GET', path: /\/secrets$/, nth: 2, fault: page })
    const mark = await hub().audit.mark()

    const codes: number[] = []
    for (let call = 0; call < 3; call += 1) codes.push((await rest().send('GET', secrets())).status)

    assert.deepEqual(codes, [200, 404, 200])
    assert.deepEqual([rule.matched, rule.applied], [3, 1])
    assert.equal((await hub().audit.since(mark)).length, 2)
  })

  it('passes on headers of its own answers', async () => {
    proxy().rules.add({ fault: { kind: 'answer', status: 429, headers: { 'retry-after': '2' } } })

    const { status, headers } = await rest().send('GET', secrets())

    assert.deepEqual([status, headers['retry-after']], [429, '2'])
  })

  it('cuts the connection before the hub sees a request, or after it has done it', async () => {
    const before = proxy().rules.add({ method: 'POST', nth: 1, fault: { kind: 'reset', when: 'before' } })
    await assert.rejects(rest().send('POST', secrets(), secretNamed('before')), { code: 'ECONNRESET' })
    before.remove()
    proxy().rules.add({ method: 'POST', fault: { kind: 'reset', when: 'after' } })
    await assert.rejects(rest().send('POST', secrets(), secretNamed('after')), { code: 'ECONNRESET' })

    const { items = [] } = await hub().rest.json('GET', secrets())
    assert.deepEqual(
      items.map(({ metadata }) => metadata.name),
      ['after'],
    )
  })

  it('ends an answer in the middle of its body', async () => {
    await hub().rest.json('POST', secrets(), secretNamed('a'))
    proxy().rules.add({ path: /secrets/, fault: { kind: 'truncate', bytes: 40 } })

    await assert.rejects(rest().send('GET', secrets()), { code: 'ECONNRESET' })
  })

  it('drops the body of a DELETE, so that preconditions in it are lost', async () => {
    await hub().rest.json('POST', secrets(), secretNamed('a'))
    proxy().rules.add({ method: 'DELETE', fault: { kind: 'drop-body' } })

    const options = { preconditions: { uid: '11111111-1111-4111-8111-111111111111' } }
    const { status } = await rest().send('DELETE', `${secrets()}/a`, options)

    assert.equal(status, 200)
    assert.equal((await hub().rest.send('GET', `${secrets()}/a`)).status, 404)
  })

  it('holds a create while another writer takes the name', async () => {
    const barrier = createBarrier()
    proxy().rules.add({ method: 'POST', fault: { kind: 'hold', barrier } })
    const late = rest().send('POST', secrets(), secretNamed('a'))
    await barrier.reached
    await hub().rest.json('POST', secrets(), secretNamed('a'))

    barrier.release()

    assert.equal((await late).status, 409)
  })

  it('holds the answer of a create that the hub has done', async () => {
    const barrier = createBarrier()
    proxy().rules.add({ method: 'POST', fault: { kind: 'hold', when: 'after', barrier } })
    const made = rest().send('POST', secrets(), secretNamed('a'))
    await barrier.reached
    const { status } = await hub().rest.send('GET', `${secrets()}/a`)

    barrier.release()

    assert.deepEqual([status, (await made).status], [200, 201])
  })

  it('opens a barrier of two only when both have come', async () => {
    const barrier = createBarrier(2)
    proxy().rules.add({ method: 'POST', fault: { kind: 'hold', barrier } })
    const first = rest().send('POST', secrets(), secretNamed('a'))
    const second = rest().send('POST', secrets(), secretNamed('b'))
    await barrier.reached
    const { items } = await hub().rest.json('GET', secrets())
    barrier.release()

    assert.deepEqual([items, (await first).status, (await second).status], [[], 201, 201])
    await proxy().settled()
  })

  it('leaves a caller without an answer, whether or not the hub has done what was asked', async () => {
    for (const when of ['before', 'after'] as const) {
      const rule = proxy().rules.add({ method: 'POST', fault: { kind: 'half-open', when } })
      const unheard = rest().send('POST', secrets(), secretNamed(when))
      while (rule.applied === 0) await new Promise(setImmediate)
      await proxy().settled()
      rule.remove()
      assert.equal(
        await Promise.race([
          unheard,
          rest()
            .send('GET', '/version')
            .then(() => 'silence'),
        ]),
        'silence',
      )
      unheard.catch(() => undefined)
    }
    const { items = [] } = await hub().rest.json('GET', secrets())
    assert.deepEqual(
      items.map(({ metadata }) => metadata.name),
      ['after'],
    )
  })

  it('works a fault from the n-th match on, for the methods that are named', async () => {
    const rule = proxy().rules.add({ method: /GET|POST/, path: /secrets/, from: 2, fault: pageAnswer(502) })

    const codes: number[] = []
    for (const method of ['GET', 'PUT', 'POST', 'GET'])
      codes.push((await rest().send(method, secrets(), method === 'GET' ? undefined : {})).status)

    assert.deepEqual([codes, rule.matched, rule.applied], [[200, 405, 502, 502], 3, 2])
  })

  it('tells POSTs apart by their bodies', async () => {
    proxy().rules.add({ method: 'POST', body: /"name":"b"/, fault: pageAnswer(502) })

    const codes: number[] = []
    for (const name of ['a', 'b'])
      codes.push((await rest().send('POST', secrets(), secretNamed(name))).status)

    assert.deepEqual(codes, [201, 502])
  })

  it('speaks as an API server would, and hides what a LIST has', async () => {
    for (const name of ['a', 'b']) await hub().rest.json('POST', secrets(), secretNamed(name))
    const absent = await hub().rest.json('GET', '/api/v1/namespaces/absent', undefined, [404])
    proxy().rules.add({ path: /\/absent$/, fault: statusAnswer(404, 'NotFound', { name: 'absent' }) })
    proxy().rules.add({ path: /\/secrets$/, fault: withoutItems((name) => name === 'a') })

    const faked = await rest().json('GET', '/api/v1/namespaces/absent', undefined, [404])
    const { items = [] } = await rest().json('GET', secrets())

    assert.deepEqual({ ...faked, message: absent.message }, absent)
    assert.deepEqual(
      items.map(({ metadata }) => metadata.name),
      ['b'],
    )
  })

  it('sends one request, or all from now on, to another hub', async () => {
    const other = await startFaultProxy(hub())
    const upstream = { ...other, token: hub().token('nobody') }
    try {
      proxy().rules.add({ path: /\/version$/, nth: 1, fault: { kind: 'elsewhere', upstream } })
      await rest().send('GET', '/version')
      const first = await rest().send('GET', secrets())
      proxy().switchTo(upstream)
      const second = await rest().send('GET', secrets())

      assert.deepEqual([first.status, second.status], [200, 403])
      assert.deepEqual(
        other.seen.map(({ path }) => path),
        ['/version', secrets()],
      )
    } finally {
      await other.stop()
    }
  })

  it('delays a request and forwards it all the same', async () => {
    proxy().rules.add({ fault: { kind: 'delay', ms: 50 } })
    assert.equal((await rest().send('GET', secrets())).status, 200)
  })
})
