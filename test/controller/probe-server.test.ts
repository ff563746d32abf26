import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { parseAddress } from '../../src/controller/address.ts'
import { startEndpoint, type Endpoint } from '../../src/controller/http-endpoint.ts'
import { startProbeServer, type Checks } from '../../src/controller/probe-server.ts'

const ADDRESS = { host: '127.0.0.1', port: 0 }
const FLAG = '--health-probe-bind-address'

interface Answered {
  readonly status: number | undefined
  readonly body: string
  readonly headers: Readonly<Record<string, unknown>>
}

const ask = async ({ port }: Endpoint, path: string, method = 'GET'): Promise<Answered> => {
  const sent = request({ host: '127.0.0.1', port, path, method, agent: false })
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  let body = ''
  for await (const chunk of response) body += String(chunk)
  return { status: response.statusCode, body, headers: response.headers }
}

const brief = async (endpoint: Endpoint, path: string, method?: string): Promise<string> => {
  const { status, body } = await ask(endpoint, path, method)
  return `${status} ${body}`
}

describe('the probe server', () => {
  const open: Endpoint[] = []
  const start = async (
    checks: { readonly health?: Checks; readonly ready?: Checks } = {},
  ): Promise<Endpoint> => {
    const endpoint = await startProbeServer({ address: ADDRESS, origin: FLAG, ...checks })
    open.push(endpoint)
    return endpoint
  }
  afterEach(async () => {
    for (const endpoint of open.splice(0)) await endpoint.close()
  })

  it('says ok as soon as it is up, and nothing of other paths (C7.49)', async () => {
    const endpoint = await start()

    for (const path of ['/healthz', '/readyz', '/healthz/', '/readyz/', '/healthz/ping', '/readyz/ping'])
      assert.equal(await brief(endpoint, path), '200 ok', path)
    for (const path of [
      '/',
      '/healthzz',
      '/healthz/other',
      '/readyz/ping/x',
      '/metrics',
      '/constructor',
      '//',
    ])
      assert.equal(await brief(endpoint, path), '404 404 page not found\n', path)
  })

  it('lists its checks when asked to (C7.49)', async () => {
    const endpoint = await start({ ready: { sight: () => true } })

    assert.equal(await brief(endpoint, '/healthz?verbose'), '200 [+]ping ok\nhealthz check passed\n')
    assert.equal(
      await brief(endpoint, '/readyz?verbose=1'),
      '200 [+]ping ok\n[+]sight ok\nreadyz check passed\n',
    )
  })

  it('fails while one of them does not hold, and only then', async () => {
    const state = { holds: false }
    const endpoint = await start({ ready: { sight: () => state.holds } })
    const failed = await brief(endpoint, '/readyz')
    const one = await brief(endpoint, '/readyz/sight')
    const others = [await brief(endpoint, '/readyz/ping'), await brief(endpoint, '/healthz')]
    state.holds = true

    assert.equal(failed, '500 [+]ping ok\n[-]sight failed: reason withheld\nreadyz check failed\n')
    assert.equal(one, '500 internal server error: reason withheld\n')
    assert.deepEqual(others, ['200 ok', '200 ok'])
    assert.deepEqual(
      [await brief(endpoint, '/readyz'), await brief(endpoint, '/readyz/sight')],
      ['200 ok', '200 ok'],
    )
  })

  it('answers HEAD without a body, and no other method', async () => {
    const endpoint = await start()

    const head = await ask(endpoint, '/healthz', 'HEAD')
    const post = await ask(endpoint, '/healthz', 'POST')

    assert.deepEqual([head.status, head.body, head.headers['content-length']], [200, '', '2'])
    assert.deepEqual(
      [post.status, post.body, post.headers['allow']],
      [405, 'only GET and HEAD\n', 'GET, HEAD'],
    )
    assert.equal(head.headers['content-type'], 'text/plain; charset=utf-8')
    assert.equal(head.headers['x-content-type-options'], 'nosniff')
  })
})

describe('an endpoint', () => {
  const sockets: Socket[] = []
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy()
  })

  it('says that it failed, and not why', async () => {
    const endpoint = await startEndpoint(ADDRESS, FLAG, () => {
      throw new Error('a token, perhaps')
    })

    assert.equal(await brief(endpoint, '/x'), '500 internal error\n')
    await endpoint.close()
  })

  it('takes no more of a header than it needs', async () => {
    const endpoint = await startEndpoint(ADDRESS, FLAG, () => ({ status: 200, body: '' }))

    assert.equal((await ask(endpoint, `/${'x'.repeat(9000)}`)).status, 431)
    await endpoint.close()
  })

  it('refuses an address that is taken, as a fault of the flag', async () => {
    const first = await startEndpoint(ADDRESS, FLAG, () => ({ status: 200, body: '' }))
    const address = parseAddress(`127.0.0.1:${first.port}`, FLAG)!

    await assert.rejects(startProbeServer({ address, origin: FLAG }), {
      name: 'UsageError',
      exitCode: 2,
      message: `${FLAG}: cannot listen on 127.0.0.1:${first.port}: the address is in use`,
      remedy: `choose another: ${FLAG}=HOST:PORT, or 0 to listen nowhere`,
    })
    await first.close()
  })

  it('refuses an address this machine does not have', async () => {
    const address = parseAddress('192.0.2.1:80', FLAG)!

    await assert.rejects(startProbeServer({ address, origin: FLAG }), {
      message: `${FLAG}: cannot listen on 192.0.2.1:80: this machine has no such address`,
    })
  })

  it('cuts idle and unfinished connections when it closes', async () => {
    const state = { asked: 0 }
    const endpoint = await startEndpoint(ADDRESS, FLAG, () => {
      state.asked += 1
      return new Promise(() => undefined)
    })
    const idle = connect(endpoint.port, '127.0.0.1')
    const unfinished = connect(endpoint.port, '127.0.0.1')
    sockets.push(idle, unfinished)
    await Promise.all([once(idle, 'connect'), once(unfinished, 'connect')])
    unfinished.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    while (state.asked === 0) await new Promise(setImmediate)
    const closed = Promise.all([once(idle, 'close'), once(unfinished, 'close')])
    for (const socket of [idle, unfinished]) socket.on('error', () => undefined)

    await endpoint.close()
    await closed

    await assert.rejects(ask(endpoint, '/'), { code: 'ECONNREFUSED' })
  })
})
