import assert from 'node:assert/strict'
import { systemWire } from '../../src/doctor/probe/wire.ts'
import { Fault } from '../../src/kube/live/fault.ts'
import { httpsServer, rawServer, status } from '../kube/live/support.ts'
import { apiServer, localWire, registrationOf, type ApiAnswers } from './child-cluster.ts'
import { briefOf, textOf, useProbing } from './probing.ts'

const TOKEN = { config: { bearerToken: 'canary-token' } }
const ALL = 'dns tcp tls version api'

describe('probe of a child cluster', () => {
  const { brief, child, clock, pki, plainChild, probe, seen, up } = useProbing()

  it('passes one that answers, step by step, over one connection', async () => {
    const { port, connections } = await child()

    assert.equal(
      await brief({ server: `https://hub.test:${port}/`, ca: pki().ca, ...TOKEN }),
      `answers: ${ALL}`,
    )
    assert.deepEqual(seen, ['GET /version Bearer canary-token', 'GET /api Bearer canary-token'])
    assert.equal(connections(), 1)
  })

  it('asks below the path of the server, and again where the connection was closed between', async () => {
    const { port, connections } = await up(
      httpsServer(pki().server, (request, response) => {
        response.setHeader('connection', 'close')
        const path = (request.url ?? '').replace('/k8s/c-1', '')
        apiServer(seen)(Object.assign(request, { url: path }), response)
      }),
    )
    const server = `https://hub.test:${port}/k8s/c-1`

    assert.equal(await brief({ server, ca: pki().ca, ...TOKEN }), `answers: ${ALL}`)
    assert.deepEqual(seen, ['GET /version Bearer canary-token', 'GET /api Bearer canary-token'])
    assert.equal(connections(), 2)
  })

  it('shows a client certificate only to a server that was judged before', async () => {
    const shown: string[] = []
    const answering = apiServer(seen)
    const { port } = await up(
      httpsServer(
        { ...pki().server, ca: pki().ca, requestCert: true, rejectUnauthorized: false },
        (request, response) => {
          const { socket } = request
          const isShown = 'authorized' in socket && socket.authorized === true
          shown.push(isShown ? 'with a certificate' : 'without')
          answering(request, response)
        },
      ),
    )
    const child = { server: `https://hub.test:${port}`, ca: pki().ca, pair: pki().client }

    assert.equal(await brief(child), `answers: ${ALL}`)
    assert.deepEqual(shown, ['with a certificate', 'with a certificate'])
    assert.deepEqual(seen, ['GET /version -', 'GET /api -'])
    assert.equal(await brief({ ...child, ca: pki().otherCa }), 'probe-tls-ca error authority: dns tcp tls')
    assert.equal(shown.length, 2)
  })

  it('says that a client certificate is refused in the handshake', async () => {
    const { port } = await child({}, { ca: pki().otherCa, requestCert: true, rejectUnauthorized: true })
    const server = `https://hub.test:${port}`

    assert.match(
      await brief({ server, ca: pki().ca, pair: pki().client }),
      /^probe-(auth error pair-refused|discovery error cut-off): dns tcp tls version$/,
    )
    assert.deepEqual(seen, [])
  })

  describe('sends no credential where the way is wrong', () => {
    afterEach(() => {
      assert.deepEqual(seen, [])
    })

    for (const [what, host, expected] of [
      ['a host that nobody knows', 'ENOTFOUND', 'probe-dns error unknown: dns'],
      ['a DNS that does not answer', 'EAI_AGAIN', 'probe-dns error failed: dns'],
    ] as const)
      it(what, async () => {
        const wire = { ...localWire, resolve: () => Promise.reject(new Fault(host)) }
        assert.equal(await brief({ server: 'https://nowhere.test', ...TOKEN }, { wire }), expected)
      })

    it('a name of the inside of the hub', async () => {
      const wire = { ...localWire, resolve: () => Promise.reject(new Fault('ENOTFOUND')) }
      const server = 'https://api.team-a.svc.cluster.local:6443'
      assert.equal(await brief({ server, ...TOKEN }, { wire }), 'probe-dns info in-hub: dns')
    })

    for (const host of ['127.0.0.1', '[::1]', '169.254.169.254', 'localhost'])
      it(`${host}, which means another machine where Argo CD runs`, async () => {
        assert.equal(
          await brief({ server: `https://${host}:6443`, ...TOKEN }, { wire: systemWire }),
          'probe-dns info local: dns',
        )
      })

    it('a port where nobody listens', async () => {
      const { port, close } = await child()
      await close()
      assert.equal(
        await brief({ server: `https://hub.test:${port}`, ca: pki().ca, ...TOKEN }),
        'probe-tcp error refused: dns tcp',
      )
    })

    it('a port that speaks no TLS', async () => {
      const { port } = await plainChild()
      assert.equal(
        await brief({ server: `https://hub.test:${port}`, ca: pki().ca, ...TOKEN }),
        'probe-tcp error no-tls: dns tcp tls',
      )
    })

    it('a certificate of another authority', async () => {
      const { port } = await child()
      const [verdict] = await probe([
        registrationOf({ server: `https://hub.test:${port}`, ca: pki().otherCa, ...TOKEN }),
      ])

      assert.equal(briefOf(verdict!), 'probe-tls-ca error authority: dns tcp tls')
      assert.match(textOf(verdict!).message, /^its certificate is issued by ca, which the registered CA/)
    })

    it('a certificate for another name, which it tells', async () => {
      const { port } = await child()
      const [verdict] = await probe([
        registrationOf({ server: `https://other.test:${port}`, ca: pki().ca, ...TOKEN }),
      ])

      assert.equal(briefOf(verdict!), 'probe-tls-name error: dns tcp tls')
      assert.match(
        textOf(verdict!).message,
        /^its certificate is not for other\.test, but for hub\.test, localhost, 127\.0\.0\.1 /,
      )
    })

    it('a certificate that has ended', async () => {
      const { port } = await child({}, pki().expired)
      assert.equal(
        await brief({ server: `https://hub.test:${port}`, ca: pki().ca, ...TOKEN }),
        'probe-tls-expired error expired: dns tcp tls',
      )
    })

    it('a certificate that is not checked', async () => {
      const { port } = await child()
      assert.equal(
        await brief({ server: `https://hub.test:${port}`, tls: { insecure: true }, ...TOKEN }),
        'probe-auth info insecure: dns tcp tls',
      )
    })

    it('plain http', async () => {
      const { port } = await plainChild()
      assert.equal(
        await brief({ server: `http://hub.test:${port}`, ...TOKEN }),
        'probe-auth info plain: dns tcp',
      )
    })

    it('a command that only the pod of Argo CD can run', async () => {
      const { port } = await child()
      const config = { execProviderConfig: { command: 'argocd-k8s-auth', args: ['aws'], apiVersion: 'x/v1' } }
      assert.equal(
        await brief({ server: `https://hub.test:${port}`, ca: pki().ca, config }),
        'probe-auth info exec: dns tcp tls',
      )
    })
  })

  it('goes by the server name that is registered, which stands for the host', async () => {
    const { port } = await child()
    const server = `https://elsewhere.test:${port}`

    assert.equal(
      await brief({ server, ca: pki().ca, tls: { serverName: 'hub.test' }, ...TOKEN }),
      `answers: ${ALL}`,
    )
    assert.equal(
      await brief({ server, ca: pki().ca, tls: { serverName: '10.0.0.1' }, ...TOKEN }),
      'probe-tls-name error: dns tcp tls',
    )
  })

  it('trusts the authorities of this machine where no CA is registered', async () => {
    const { port } = await child()
    assert.equal(
      await brief({ server: `https://hub.test:${port}`, ...TOKEN }),
      'probe-tls-ca error authority: dns tcp tls',
    )
  })

  const forbidden = (user: string): readonly [number, object] => [
    403,
    status(403, 'Forbidden', { message: `forbidden: User "${user}" cannot get path "/api"` }),
  ]

  const ANSWERS: readonly (readonly [string, ApiAnswers, string])[] = [
    ['a refused credential', { '/version': [401, status(401, 'Unauthorized')] }, 'probe-auth error refused: dns tcp tls version'],
    ['a credential that counts for nothing', { '/api': forbidden('system:anonymous') }, `probe-auth error refused: ${ALL}`],
    ['a forbidden discovery', { '/api': forbidden('someone') }, `probe-forbidden error: ${ALL}`],
    ['a page that refuses', { '/version': [403, '<html>'] }, 'probe-discovery error status: dns tcp tls version'],
    ['a redirect, which it does not follow', { '/version': [302, ''] }, 'probe-discovery error redirect: dns tcp tls version'],
    ['a fault of the server', { '/version': [503, 'no'] }, 'probe-discovery error status: dns tcp tls version'],
    ['what is no API server', { '/version': [200, '<html>hello'] }, 'probe-discovery error not-kubernetes: dns tcp tls version'],
    ['an answer without an end', { '/version': [200, `"${'x'.repeat(1_000_000)}"`] }, 'probe-discovery error not-kubernetes: dns tcp tls version'],
    ['an empty discovery', { '/api': [200, { kind: 'APIVersions', versions: [] }] }, `probe-discovery error empty: ${ALL}`],
  ] // prettier-ignore

  for (const [what, answers, expected] of ANSWERS)
    it(`tells ${what}`, async () => {
      const { port } = await child(answers)
      assert.equal(await brief({ server: `https://hub.test:${port}`, ca: pki().ca, ...TOKEN }), expected)
    })

  it('tells a registration without any credential from one that is refused', async () => {
    const { port } = await child({ '/version': [401, status(401, 'Unauthorized')] })
    assert.equal(
      await brief({ server: `https://hub.test:${port}`, ca: pki().ca }),
      'probe-auth error none: dns tcp tls version',
    )
  })

  it('signs in with a name and a password', async () => {
    const { port } = await child()
    const config = { username: 'admin', password: 'canary' }
    await brief({ server: `https://hub.test:${port}`, ca: pki().ca, config })
    assert.deepEqual(seen, ['GET /version Basic YWRtaW46Y2FuYXJ5', 'GET /api Basic YWRtaW46Y2FuYXJ5'])
  })

  it('warns of a certificate that ends soon, and of a slow answer', async () => {
    const { port } = await child()
    const options = { server: `https://hub.test:${port}`, ca: pki().ca, ...TOKEN }
    const open = async (...given: Parameters<typeof localWire.open>) => {
      await clock().advance(4000)
      return localWire.open(...given)
    }

    assert.equal(
      await brief(options, { minValidity: 365 * 100 * 86_400_000 }),
      `probe-tls-expired warning expiring: ${ALL}`,
    )
    const [slow] = await probe([registrationOf(options)], { wire: { ...localWire, open } })
    assert.equal(briefOf(slow!), `probe-slow warning slow: ${ALL}`)
    assert.match(
      textOf(slow!).message,
      /^it answers slowly, the longest in the step tcp \(dns 0 ms, tcp 4000 ms/,
    )
  })

  it('gives up after ten seconds, and drops the connection', async () => {
    const dropped: string[] = []
    const { port, connections } = await up(
      rawServer((socket) => {
        socket.resume().on('close', () => dropped.push('closed'))
      }),
    )
    const done = brief({ server: `https://hub.test:${port}`, ca: pki().ca, ...TOKEN })
    while (connections() === 0) await clock().advance(0)
    await clock().advance(10_000)

    assert.equal(await done, 'probe-tcp error late: dns tcp')
    while (dropped.length === 0) await clock().settle()
    assert.equal(clock().pending(), 0)
  })

  it('contacts sixteen at once', async () => {
    const { port, connections } = await up(rawServer(() => undefined))
    const children = Array.from({ length: 40 }, (_each, index) =>
      registrationOf({ name: `c-${index}`, server: `https://hub.test:${port}`, ca: pki().ca }),
    )
    const done = probe(children)
    const opened: number[] = []
    for (const expected of [16, 32, 40]) {
      while (connections() < expected) await clock().settle()
      await clock().settle()
      opened.push(connections())
      await clock().advance(10_000)
    }

    assert.deepEqual(opened, [16, 32, 40])
    assert.equal((await done).filter(({ fault }) => fault?.id === 'probe-tcp').length, 40)
  })

  it('says nothing of a credential, whatever it comes to', async () => {
    const { port } = await child({ '/version': [401, 'canary-token'] })
    const canary = { cert: 'canary-cert', key: 'canary-key' }
    const verdicts = await probe([
      registrationOf({ server: `https://hub.test:${port}`, ca: pki().ca, ...TOKEN }),
      registrationOf({ server: `https://hub.test:${port}`, ca: pki().ca, pair: canary }),
      registrationOf({ server: `https://hub.test:${port}`, ca: 'canary-ca', config: { password: 'canary' } }),
      registrationOf({
        server: 'https://canary:canary@hub.test',
        config: { proxyUrl: 'http://canary:canary@p:1' },
      }),
      registrationOf({ server: 'canary', config: { bearerToken: 'canary\r\nx: y' } }),
    ])

    assert.deepEqual(verdicts.map(briefOf), [
      'probe-auth error refused: dns tcp tls version',
      'probe-auth error unusable-pair: dns tcp tls version',
      'probe-tls-ca error authority: dns tcp tls',
      'probe-auth info unreadable: ',
      'probe-auth info unreadable: ',
    ])
    assert.doesNotMatch(JSON.stringify([verdicts, verdicts.map(textOf)]), /canary/)
  })
})
