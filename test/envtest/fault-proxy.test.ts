import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
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

  it('delays a request and forwards it all the same', async () => {
    proxy().rules.add({ fault: { kind: 'delay', ms: 50 } })
    assert.equal((await rest().send('GET', secrets())).status, 200)
  })
})
