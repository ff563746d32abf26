import assert from 'node:assert/strict'
import { environmentProxy } from '../../../src/kube/live/proxy.ts'

const via = (server: string, env: NodeJS.ProcessEnv): string => {
  const proxy = environmentProxy(server, env)
  return proxy ? `${proxy.scheme} ${proxy.host}:${proxy.port}` : 'direct'
}

describe('the proxy of the environment', () => {
  const HTTPS_PROXY = 'p.test:3128'

  it('is HTTPS_PROXY for https and HTTP_PROXY for http, upper case first', () => {
    const env = {
      HTTPS_PROXY: 'https://s.test',
      https_proxy: 'http://no.test',
      http_proxy: 'socks5h://[::2]:9',
    }
    assert.equal(via('https://h.test', env), 'https s.test:443')
    assert.equal(via('http://h.test', env), 'socks5 ::2:9')
    assert.equal(via('https://h.test', { HTTP_PROXY: 'http://x.test' }), 'direct')
  })

  it('without a scheme is http', () => {
    assert.equal(via('https://h.test', { HTTPS_PROXY }), 'http p.test:3128')
  })

  for (const server of ['https://localhost:6443', 'https://127.0.0.9', 'https://[::1]:6443']) {
    it(`never serves loopback: ${server}`, () => {
      assert.equal(via(server, { HTTPS_PROXY }), 'direct')
    })
  }

  const exempt: readonly (readonly [string, string, boolean])[] = [
    ['*', 'https://h.test', true],
    ['h.test', 'https://h.test', true],
    ['h.test', 'https://sub.h.test', true],
    ['h.test', 'https://oh.test', false],
    ['.h.test', 'https://sub.h.test', true],
    ['.h.test', 'https://h.test', false],
    ['*.h.test', 'https://sub.h.test', true],
    ['*.h.test', 'https://h.test', false],
    ['H.TEST', 'https://h.test', true],
    ['h.test:6443', 'https://h.test:6443', true],
    ['h.test:6443', 'https://h.test', false],
    ['h.test:443', 'https://h.test', true],
    ['10.0.0.1', 'https://10.0.0.1:6443', true],
    ['10.0.0.1:6443', 'https://10.0.0.1:6443', true],
    ['10.0.0.1:1', 'https://10.0.0.1:6443', false],
    ['10.0.0.0/8', 'https://10.9.9.9', true],
    ['10.0.0.0/8', 'https://11.9.9.9', false],
    ['10.0.0.0/99', 'https://10.9.9.9', false],
    ['fd00::/8', 'https://[fd00::1]:6443', true],
    ['[fd00::1]:6443', 'https://[fd00::1]:6443', true],
    [' , a.test , h.test ', 'https://h.test', true],
    [':6443', 'https://h.test:6443', false],
  ]
  for (const [list, server, direct] of exempt) {
    it(`NO_PROXY="${list}" ${direct ? 'exempts' : 'does not exempt'} ${server}`, () => {
      const expected = direct ? 'direct' : 'http p.test:3128'
      assert.equal(via(server, { HTTPS_PROXY, NO_PROXY: list }), expected)
      assert.equal(via(server, { HTTPS_PROXY, no_proxy: list }), expected)
    })
  }

  it('is refused when malformed, and not quoted', () => {
    assert.throws(() => via('https://h.test', { HTTPS_PROXY: 'http://u:MARKED@h:99999' }), {
      name: 'UsageError',
      message: 'HTTPS_PROXY: the proxy is not an address',
    })
  })
})
