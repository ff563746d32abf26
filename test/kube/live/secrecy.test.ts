import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { inspect } from 'node:util'
import { createLiveClient } from '../../../src/kube/live/client.ts'
import { describeConnectionFault } from '../../../src/kube/live/describe.ts'
import type { HubConnection } from '../../../src/kube/live/connection.ts'
import { resolveConnection } from '../../../src/kube/live/resolve.ts'
import {
  connectProxy,
  createPki,
  httpsServer,
  machine,
  type Pki,
  SECRET,
  status,
  type TestServer,
} from './support.ts'

const TOKEN = 'MARKED-token'
const DATA = Buffer.from('MARKED-data').toString('base64')

/** Everything of an error that a logger could print. */
const shown = (error: unknown): string => {
  const fault = error as Error
  return [
    inspect(error, { depth: 10, showHidden: true }),
    fault.stack,
    fault.message,
    JSON.stringify(error),
  ].join('\n')
}

describe('no credential reaches an error of the live client', () => {
  let pki: Pki
  let server: TestServer
  let answer: RequestListener
  before(async () => {
    pki = createPki()
    server = await httpsServer(pki.server, (request, response) => {
      answer(request, response)
    })
  })
  after(() => server.close())

  const connect = (fields: { url?: string; ca?: string; proxy?: string } = {}): Promise<HubConnection> => {
    const { url = `https://localhost:${server.port}`, ca = pki.ca, proxy } = fields
    const config = {
      'current-context': 'c',
      contexts: [{ name: 'c', context: { cluster: 'k', user: 'u' } }],
      clusters: [
        {
          name: 'k',
          cluster: {
            server: url,
            'certificate-authority-data': Buffer.from(ca).toString('base64'),
            ...(proxy !== undefined && { 'proxy-url': proxy }),
          },
        },
      ],
      users: [{ name: 'u', user: { token: TOKEN } }],
    }
    return resolveConnection({ kubeconfig: '/k' }, {}, machine({ '/k': JSON.stringify(config) }))
  }

  const failure = async (connection: HubConnection, kind: string): Promise<void> => {
    const hub = createLiveClient(connection, {
      requestTimeout: 200,
      maxAnswerBytes: 10_000,
      sleep: () => Promise.resolve(),
    })
    const object = { ...SECRET, data: { config: DATA } }
    const calls = [
      () => hub.update('secrets', object),
      () => hub.get('secrets', { namespace: 'argocd', name: 'cluster-a' }),
      () => hub.listPage('secrets', { limit: 1 }),
      async () => {
        for await (const event of hub.watch('secrets', { resourceVersion: '1', timeoutSeconds: 1 })) {
          assert.fail(event.type)
        }
      },
    ]
    for (const call of calls) {
      const error: unknown = await call().then(
        () => assert.fail('it should have failed'),
        (reason: unknown) => reason,
      )
      assert.equal((error as { kind: string }).kind, kind)
      for (const each of [error, describeConnectionFault(error as Error, connection)]) {
        assert.doesNotMatch(shown(each), /MARKED|TUFSS0VE/)
      }
    }
    assert.doesNotMatch(inspect(hub, { depth: 10, showHidden: true }), /MARKED|TUFSS0VE/)
    hub.close()
  }

  it('nor what printing a connection shows', async () => {
    const connection = await connect({ proxy: 'http://MARKED:MARKED@127.0.0.1:9' })
    await connection.credentials.current()
    assert.doesNotMatch(inspect(connection, { depth: 10 }) + JSON.stringify(connection), /MARKED/)
  })

  const echoes: readonly (readonly [string, string, RequestListener])[] = [
    ['a Status that echoes the header', 'status', (request, response) => {
      response.statusCode = 403
      response.end(JSON.stringify(status(403, 'Forbidden', { message: `no: ${request.headers.authorization ?? ''}` })))
    }],
    ['a page that echoes the header', 'http', (request, response) => {
      response.statusCode = 502
      response.end(`<html>${JSON.stringify(request.headers)}</html>`)
    }],
    ['a redirect', 'http', (request, response) => {
      response.writeHead(302, { location: `https://h.test/?${request.headers.authorization ?? ''}` }).end()
    }],
    ['an answer that is no JSON', 'body', (_request, response) => response.end(`${TOKEN}${DATA}\n`)],
    ['an answer cut off', 'timeout', (_request, response) => {
      response.writeHead(500, { 'content-length': 100 }).write(TOKEN)
    }],
    ['an answer too large', 'body', (_request, response) => {
      response.statusCode = 500
      response.end(TOKEN.repeat(10_000))
    }],
    ['silence', 'timeout', () => undefined],
    ['a reset', 'network', (request) => void request.socket.destroy()],
  ] // prettier-ignore
  for (const [what, kind, listener] of echoes) {
    it(what, async () => {
      answer = listener
      await failure(await connect(), kind)
    })
  }

  it('a certificate that is not trusted', async () => failure(await connect({ ca: pki.otherCa }), 'network'))

  it('a server that is not there', async () =>
    failure(await connect({ url: 'https://127.0.0.1:9' }), 'network'))

  it('a proxy that refuses, and ones that are not there', async () => {
    const proxy = await connectProxy([], 407)
    try {
      await failure(await connect({ proxy: `http://me:MARKED@127.0.0.1:${proxy.port}` }), 'network')
    } finally {
      await proxy.close()
    }
    await failure(await connect({ proxy: 'https://me:MARKED@127.0.0.1:9' }), 'network')
    await failure(await connect({ proxy: 'socks5://me:MARKED@127.0.0.1:9' }), 'network')
  })
})
