import assert from 'node:assert/strict'
import { connectProxy, rawServer, socksProxy, type TestServer } from '../kube/live/support.ts'
import { useProbing } from './probing.ts'

const ALL = 'tcp tls version api'

describe('probe of a child cluster through a proxy', () => {
  const { brief, child, pki, plainChild, seen, up } = useProbing()
  const asked: string[] = []

  beforeEach(() => {
    asked.length = 0
  })

  const at = (proxyUrl: string): object => ({ bearerToken: 'canary', proxyUrl })

  const VIA: readonly (readonly [string, () => Promise<TestServer>, (port: number) => string])[] = [
    ['an http proxy', () => connectProxy(asked), (port) => `child-a.registrar.test:${port} -`],
    ['an https proxy', () => connectProxy(asked, 200, pki().server), (port) => `child-a.registrar.test:${port} -`],
    ['a socks5 proxy', () => socksProxy(asked), (port) => `type 3 child-a.registrar.test:${port}`],
  ] // prettier-ignore

  for (const [what, start, expected] of VIA)
    it(`goes through ${what}, which resolves the name`, async () => {
      const { port } = await child()
      const proxy = await up(start())
      const scheme = /an? (\w+) /.exec(what)![1]!
      const registration = {
        server: `https://child-a.registrar.test:${port}`,
        ca: pki().ca,
        config: at(`${scheme}://localhost:${proxy.port}`),
        tls: { serverName: 'hub.test' },
      }

      assert.equal(await brief(registration), `answers: ${ALL}`)
      assert.deepEqual(asked, [expected(port)])
      assert.deepEqual(seen, ['GET /version Bearer canary', 'GET /api Bearer canary'])
    })

  it('tells what the proxy refuses from what the server does', async () => {
    const proxy = await up(connectProxy(asked, 403))
    const config = at(`http://127.0.0.1:${proxy.port}`)
    assert.equal(
      await brief({ server: 'https://child-a.registrar.test', config }),
      'probe-tcp error proxy: tcp',
    )
    assert.deepEqual(asked, ['child-a.registrar.test:443 -'])
  })

  it('sends no password to a proxy, and contacts none that needs one', async () => {
    const { connections, port } = await up(rawServer(() => undefined))
    const config = at(`http://user:canary@127.0.0.1:${port}`)
    assert.equal(
      await brief({ server: 'https://child-a.registrar.test', config }),
      'probe-auth info unreadable: ',
    )
    assert.equal(connections(), 0)
  })

  it('sends no credential to a server that is plain http behind a proxy', async () => {
    const { port } = await plainChild()
    const proxy = await up(connectProxy(asked))
    const config = at(`http://127.0.0.1:${proxy.port}`)
    assert.equal(
      await brief({ server: `http://child-a.registrar.test:${port}`, config }),
      'probe-auth info plain: tcp',
    )
    assert.deepEqual(seen, [])
  })
})
