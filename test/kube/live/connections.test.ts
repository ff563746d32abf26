import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { KubeError } from '../../../src/kube/errors.ts'
import { createLiveClient, type LiveClient, type LiveOptions } from '../../../src/kube/live/client.ts'
import type { ConnectionFlags } from '../../../src/kube/live/connection.ts'
import { describeConnectionFault } from '../../../src/kube/live/describe.ts'
import {
  connectProxy,
  createPki,
  flagConnection,
  httpServer,
  httpsServer,
  type Pki,
  rawServer,
  socksProxy,
  type TestServer,
} from './support.ts'

const namespace: RequestListener = (_request, response) => {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ kind: 'Namespace', metadata: { name: 'x' } }))
}

const head = (length: number, extra = ''): string =>
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n${extra}\r\n`
const BODY = '{"kind":"Namespace","metadata":{"name":"x"}}'

describe('connections of the live client', () => {
  let pki: Pki
  const servers: TestServer[] = []
  const clients: LiveClient[] = []

  before(() => {
    pki = createPki()
  })
  afterEach(async () => {
    for (const client of clients.splice(0)) client.close()
    for (const server of servers.splice(0)) await server.close()
  })

  const up = async (server: Promise<TestServer>): Promise<TestServer> => {
    servers.push(await server)
    return server
  }
  const client = async (
    flags: ConnectionFlags,
    options: LiveOptions = {},
    files: Readonly<Record<string, string>> = {},
    env: NodeJS.ProcessEnv = {},
  ): Promise<{ hub: LiveClient; outcome: () => Promise<string> }> => {
    const connection = await flagConnection(
      flags,
      { '/here/ca.crt': pki.ca, '/here/other.crt': pki.otherCa, ...files },
      env,
    )
    const hub = createLiveClient(connection, options)
    clients.push(hub)
    const outcome = async (): Promise<string> => {
      try {
        return `found ${(await hub.get('namespaces', { name: 'x' })).metadata.name}`
      } catch (error) {
        assert.ok(error instanceof KubeError)
        const { message, remedy } = describeConnectionFault(error, connection)
        return `${error.kind}: ${message} | ${remedy}`
      }
    }
    return { hub, outcome }
  }
  const PORTS = /127\.0\.0\.1:\d+|localhost:\d+|hub\.test:\d+/g
  const anonymous = (text: string): string => text.replaceAll(PORTS, 'HOST')

  describe('over TLS', () => {
    const hubWith = (flags: ConnectionFlags, pair: 'server' | 'expired' = 'server', host = 'localhost') =>
      up(httpsServer(pki[pair], namespace)).then((server) =>
        client({ server: `https://${host}:${server.port}`, token: 't', ...flags }),
      )

    it('trusts the CA given', async () => {
      const { outcome } = await hubWith({ certificateAuthority: 'ca.crt' })
      assert.equal(await outcome(), 'found x')
    })

    it('trusts anyone when told to', async () => {
      const { outcome } = await hubWith({ insecureSkipTlsVerify: true })
      assert.equal(await outcome(), 'found x')
    })

    it('names an unknown authority', async () => {
      const { outcome } = await hubWith({ certificateAuthority: 'other.crt' })
      assert.equal(
        anonymous(await outcome()),
        'network: the certificate of HOST is signed by an unknown authority (UNABLE_TO_VERIFY_LEAF_SIGNATURE) | ' +
          'give the right CA with --certificate-authority, or write the kubeconfig again',
      )
    })

    it('names an expired certificate', async () => {
      const { outcome } = await hubWith({ certificateAuthority: 'ca.crt' }, 'expired')
      assert.equal(
        anonymous(await outcome()),
        "network: the hub's certificate has expired (HOST, CERT_HAS_EXPIRED) | " +
          "renew the API server's certificate, and check this machine's clock",
      )
    })

    it('names a certificate for other names, and checks the name of --tls-server-name instead', async () => {
      const wrong = await hubWith({ certificateAuthority: 'ca.crt', tlsServerName: 'elsewhere.test' })
      assert.equal(
        anonymous(await wrong.outcome()),
        "network: the hub's certificate is for other names than the address used (HOST, ERR_TLS_CERT_ALTNAME_INVALID) | " +
          'name one of its names with --tls-server-name, or correct the server address',
      )
      const right = await hubWith(
        { certificateAuthority: 'ca.crt', tlsServerName: 'hub.test' },
        'server',
        '127.0.0.1',
      )
      assert.equal(await right.outcome(), 'found x')
    })

    it('presents the client certificate', async () => {
      const server = await up(
        httpsServer({ ...pki.server, ca: pki.ca, requestCert: true, rejectUnauthorized: true }, namespace),
      )
      const { outcome } = await client(
        {
          server: `https://localhost:${server.port}`,
          certificateAuthority: 'ca.crt',
          clientCertificate: 'me.crt',
          clientKey: 'me.key',
        },
        {},
        { '/here/me.crt': pki.client.cert, '/here/me.key': pki.client.key },
      )
      assert.equal(await outcome(), 'found x')
    })

    it('refuses a key of another certificate before it connects', async () => {
      const { outcome } = await client(
        { server: 'https://localhost:1', clientCertificate: 'me.crt', clientKey: 'me.key' },
        {},
        { '/here/me.crt': pki.client.cert, '/here/me.key': pki.server.key },
      )
      assert.equal(
        await outcome(),
        "network: the CA, or the client certificate with its key, can't be used for TLS | " +
          'write the kubeconfig again with the tool that made it',
      )
    })
  })

  describe('through a proxy', () => {
    const kubeconfig = (port: number, proxy: string): Readonly<Record<string, string>> => ({
      '/here/k': JSON.stringify({
        'current-context': 'c',
        contexts: [{ name: 'c', context: { cluster: 'k', user: 'u' } }],
        clusters: [
          {
            name: 'k',
            cluster: {
              server: `https://hub.test:${port}`,
              'proxy-url': proxy,
              'certificate-authority-data': Buffer.from(pki.ca).toString('base64'),
            },
          },
        ],
        users: [{ name: 'u', user: { token: 't' } }],
      }),
    })

    it('opens a CONNECT tunnel with the user-info of proxy-url, once for many calls', async () => {
      const seen: string[] = []
      const server = await up(httpsServer(pki.server, namespace))
      const proxy = await up(connectProxy(seen))
      const { outcome, hub } = await client(
        { kubeconfig: 'k' },
        {},
        kubeconfig(server.port, `http://me:p%40ss@127.0.0.1:${proxy.port}`),
      )

      assert.deepEqual([await outcome(), await outcome()], ['found x', 'found x'])

      const basic = Buffer.from('me:p@ss').toString('base64')
      assert.deepEqual(seen, [`hub.test:${server.port} Basic ${basic}`])
      assert.equal(hub.counters().connections, 1)
    })

    it('speaks TLS to an https proxy, trusting it by the CA of the cluster as kubectl does', async () => {
      const seen: string[] = []
      const server = await up(httpsServer(pki.server, namespace))
      const proxy = await up(connectProxy(seen, 200, pki.server))
      const { outcome } = await client(
        { kubeconfig: 'k' },
        {},
        kubeconfig(server.port, `https://localhost:${proxy.port}`),
      )

      assert.equal(await outcome(), 'found x')
      assert.deepEqual(seen, [`hub.test:${server.port} -`])
    })

    it('leaves names to a SOCKS5 proxy', async () => {
      const seen: string[] = []
      const server = await up(httpsServer(pki.server, namespace))
      const proxy = await up(socksProxy(seen))
      const { outcome } = await client(
        { kubeconfig: 'k' },
        {},
        kubeconfig(server.port, `socks5://127.0.0.1:${proxy.port}`),
      )

      assert.equal(await outcome(), 'found x')
      assert.deepEqual(seen, [`type 3 hub.test:${server.port}`])
    })

    it('takes the proxy of the environment', async () => {
      const seen: string[] = []
      const server = await up(httpsServer(pki.server, namespace))
      const proxy = await up(connectProxy(seen))
      const { outcome } = await client(
        { server: `https://hub.test:${server.port}`, certificateAuthority: 'ca.crt', token: 't' },
        {},
        {},
        { HTTPS_PROXY: `127.0.0.1:${proxy.port}` },
      )

      assert.equal(await outcome(), 'found x')
      assert.deepEqual(seen, [`hub.test:${server.port} -`])
    })

    it('says that it was the proxy: refusing, or not there', async () => {
      const proxy = await up(connectProxy([], 407))
      const refused = await client(
        { kubeconfig: 'k' },
        {},
        kubeconfig(1, `http://me:MARK@127.0.0.1:${proxy.port}`),
      )
      assert.equal(
        anonymous(await refused.outcome()),
        'network: the proxy HOST could not be used (HTTP 407) | check proxy-url of the cluster, or HTTPS_PROXY and NO_PROXY',
      )
      for (const scheme of ['http', 'socks5']) {
        const dead = await client({ kubeconfig: 'k' }, {}, kubeconfig(1, `${scheme}://me:MARK@127.0.0.1:9`))
        assert.match(await dead.outcome(), /^network: the proxy 127\.0\.0\.1:9 could not be used \(\w+\) \|/)
      }
    })
  })

  it('sends impersonation, each group in a header of its own, and asks for no gzip where told not to', async () => {
    let sent: readonly string[] = []
    const server = await up(
      httpServer((request, response) => {
        sent = request.rawHeaders
        response.end(JSON.stringify({ kind: 'SecretList', metadata: {}, items: [] }))
      }),
    )
    const cluster = { server: `http://127.0.0.1:${server.port}`, 'disable-compression': true }
    const { hub } = await client(
      { kubeconfig: 'k', cluster: 'k', as: 'eve', asUid: '7', asGroups: ['g1', 'g2'] },
      { version: '1.2.3' },
      { '/here/k': JSON.stringify({ clusters: [{ name: 'k', cluster }] }) },
    )

    await hub.listPage('secrets', { limit: 1 })

    const pairs = sent.flatMap((name, index) =>
      index % 2 === 0 ? [`${name}: ${sent[index + 1] ?? ''}`] : [],
    )
    assert.deepEqual(
      pairs.filter((pair) => /^(Impersonate|Accept|Authorization)/.test(pair)),
      [
        'Accept: application/json',
        'Accept-Encoding: identity',
        'Impersonate-User: eve',
        'Impersonate-Uid: 7',
        'Impersonate-Group: g1',
        'Impersonate-Group: g2',
      ],
    )
  })

  it('names a server that is not there', async () => {
    const gone = await httpServer(namespace)
    await gone.close()
    const { outcome } = await client({ server: `http://127.0.0.1:${gone.port}` })
    assert.equal(
      anonymous(await outcome()),
      'network: the connection to the server HOST was refused - did you specify the right host or port? | ' +
        'check that the hub is up, and the server address: kubectl config view --minify',
    )
  })

  it('names a host that does not exist', async () => {
    const { outcome } = await client({ server: 'https://no-such-host.invalid', token: 't' })
    assert.equal(
      await outcome(),
      'network: unable to connect to the server: no such host: no-such-host.invalid:443 | ' +
        "check the server address and this machine's DNS: kubectl config view --minify",
    )
  })

  it('opens no more connections than calls allowed at once, and keeps them', async () => {
    const server = await up(httpServer(namespace))
    const { hub } = await client({ server: `http://127.0.0.1:${server.port}` }, { concurrency: 3 })

    await Promise.all(Array.from({ length: 30 }, () => hub.get('namespaces', { name: 'x' })))
    await hub.get('namespaces', { name: 'x' })

    assert.equal(server.connections(), 3)
    assert.equal(hub.counters().connections, 3)
    assert.equal(hub.counters().requests, 31)
  })

  it('lets no more than the concurrency in at a time', async () => {
    let inside = 0
    let most = 0
    const server = await up(
      httpServer((request, response) => {
        inside += 1
        most = Math.max(most, inside)
        setTimeout(() => {
          inside -= 1
          namespace(request, response)
        }, 5)
      }),
    )
    const { hub } = await client({ server: `http://127.0.0.1:${server.port}` }, { concurrency: 2 })

    await Promise.all(Array.from({ length: 20 }, () => hub.get('namespaces', { name: 'x' })))

    assert.equal(most, 2)
  })

  it('reads again on a fresh connection when the server had closed the idle one', async () => {
    let served = 0
    const server = await up(
      rawServer((socket) => {
        let first = true
        socket.on('data', () => {
          // The second request of a connection meets the close that crossed it.
          if (!first) return void socket.resetAndDestroy()
          first = false
          served += 1
          socket.write(head(BODY.length) + BODY)
        })
      }),
    )
    const waits: number[] = []
    const { hub, outcome } = await client(
      { server: `http://127.0.0.1:${server.port}` },
      { sleep: (ms) => (waits.push(ms), Promise.resolve()) },
    )

    assert.deepEqual([await outcome(), await outcome()], ['found x', 'found x'])
    assert.deepEqual(
      { served, waits, requests: hub.counters().requests },
      { served: 2, waits: [], requests: 3 },
    )
  })

  const cut: readonly (readonly [string, string])[] = [
    ['a body shorter than its length', head(BODY.length) + BODY.slice(0, 20)],
    ['a chunked body without its end', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"kin\r\n'],
    ['a gzip stream that is none', head(BODY.length, 'content-encoding: gzip\r\n') + BODY],
  ]
  for (const [what, answer] of cut) {
    it(`fails on ${what}`, async () => {
      const server = await up(
        rawServer((socket) => {
          socket.once('data', () => socket.end(answer))
        }),
      )
      const { outcome } = await client({ server: `http://127.0.0.1:${server.port}` })
      assert.equal(
        anonymous(await outcome()),
        'body: GET namespaces x: the answer was cut off or damaged | ' +
          'try again; check that HOST is the API server and what stands between',
      )
    })
  }

  it('says so when something that is not HTTP answers', async () => {
    const server = await up(
      rawServer((socket) => {
        socket.once('data', () => socket.end('SSH-2.0-x\r\n'))
      }),
    )
    const { outcome } = await client({ server: `http://127.0.0.1:${server.port}` })
    assert.match(await outcome(), /^network: the connection to the server \S+ failed \(HPE_\w+\) \|/)
  })

  const silent: readonly (readonly [string, string])[] = [
    ['that never answers', ''],
    ['that stops in the middle of a body', head(BODY.length) + BODY.slice(0, 20)],
  ]
  for (const [what, answer] of silent) {
    it(`gives a server up ${what}`, async () => {
      const server = await up(rawServer((socket) => socket.once('data', () => socket.write(answer))))
      const { outcome } = await client({ server: `http://127.0.0.1:${server.port}`, requestTimeout: 50 })
      assert.equal(
        anonymous(await outcome()),
        'timeout: the server HOST did not answer in time (GET namespaces x) | ' +
          'raise --request-timeout, or check the network, VPN and firewall between here and the hub',
      )
    })
  }

  it('stops a call in flight, and one that waits for its turn, when told to', async () => {
    const server = await up(rawServer(() => undefined))
    const { hub } = await client({ server: `http://127.0.0.1:${server.port}` }, { concurrency: 1 })
    const stop = new AbortController()
    const calls = [1, 2].map(() => hub.get('namespaces', { name: 'x' }, stop.signal))
    const outcomes = Promise.allSettled(calls)
    setImmediate(() => {
      stop.abort()
    })

    const kinds = (await outcomes).map(
      (each) => each.status === 'rejected' && (each.reason as KubeError).kind,
    )
    assert.deepEqual(kinds, ['aborted', 'aborted'])
    await assert.rejects(hub.get('namespaces', { name: 'x' }, stop.signal), { kind: 'aborted' })
  })
})
