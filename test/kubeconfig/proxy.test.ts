import assert from 'node:assert/strict'
import { configOf, kubeconfig, translateText, verdict, warningsOf } from './support.ts'

const run = (
  proxy: unknown,
  more: Readonly<Record<string, unknown>> = {},
): ReturnType<typeof translateText> => translateText(kubeconfig({ 'proxy-url': proxy, ...more }))

describe('proxy-url', () => {
  it('C3.31 leaves the key out where there is none', () => {
    for (const proxy of [undefined, null, '']) assert.equal('proxyUrl' in configOf(run(proxy)), false)
  })

  it('C3.32 C3.37 carries http, https and socks5 as written, with a lower-case scheme', () => {
    for (const [written, carried] of [
      ['http://proxy.example.com:3128', 'http://proxy.example.com:3128'],
      ['HTTPS://Proxy.example.com/path?a=b', 'https://Proxy.example.com/path?a=b'],
      ['socks5://10.0.0.9:1080', 'socks5://10.0.0.9:1080'],
      ['Socks5://[fd00::9]:1080', 'socks5://[fd00::9]:1080'],
    ] as const)
      assert.equal(configOf(run(written)).proxyUrl, carried)
  })

  it('C3.33 C10.28 refuses other schemes, socks5h too, naming the scheme', () => {
    for (const scheme of ['ftp', 'socks5h', 'socks4'])
      assert.deepEqual(run(`${scheme}://p:1`), {
        outcome: 'unusable',
        cause: 'proxy-invalid',
        params: { problem: 'scheme', scheme },
      })
  })

  it('C3.34 refuses what is no URL with a host and a legal port', () => {
    for (const proxy of ['proxy:3128', 'not a url', 'http:p', '//p'])
      assert.equal(verdict(run(proxy)), 'proxy-invalid not-a-url', proxy)
    for (const proxy of ['http://', 'http://:3128', 'http://p:0', 'http://p:99999'])
      assert.equal(verdict(run(proxy)), 'proxy-invalid host', proxy)
  })

  it('C3.34 refuses percent escapes that Go does not read, in the path and the fragment', () => {
    for (const proxy of ['http://p/%zz', 'http://p/%', 'http://p/a%2', 'http://p#%zz', 'socks5://p:1/x?y#%'])
      assert.equal(verdict(run(proxy)), 'proxy-invalid escape', proxy)
    for (const proxy of ['http://p/%20', 'http://p?%zz', 'http://p/?x=%', 'http://p/x#%41'])
      assert.equal(verdict(run(proxy)), 'translated', proxy)
    assert.equal(verdict(run('http://p%41')), 'proxy-invalid host')
  })

  it('C3.35 C3.38 C10.25 refuses user-info before anything else, and never quotes it', () => {
    for (const proxy of ['http://user:hunter2@p', 'http://@p', 'ftp://user:hunter2@p', 'http://hunter2@']) {
      const translation = run(proxy)
      assert.equal(verdict(translation), 'proxy-invalid user-info', proxy)
      assert.equal(JSON.stringify(translation).includes('hunter2'), false)
    }
  })

  it('C3.36 refuses it beside insecure-skip-tls-verify', () => {
    const insecure = { 'insecure-skip-tls-verify': true, 'certificate-authority-data': undefined }
    assert.equal(verdict(run('http://p:1', insecure)), 'proxy-invalid insecure')
    assert.equal(verdict(run('ftp://p:1', insecure)), 'proxy-invalid scheme')
  })

  it('warns of a proxy on the loopback address', () => {
    for (const proxy of ['socks5://127.0.0.1:1080', 'http://localhost:3128', 'http://[::1]:1'])
      assert.deepEqual(warningsOf(run(proxy)), ['proxy-loopback'])
  })
})
