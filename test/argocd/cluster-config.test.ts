import assert from 'node:assert/strict'
import fc from 'fast-check'
import { configDigest, encodeConfig } from '../../src/argocd/cluster-config.ts'
import { FUZZ } from '../support/fuzz.ts'

describe('the config of a cluster Secret', () => {
  it("C3.60 is byte for byte the Go registrar's", () => {
    assert.equal(
      encodeConfig({
        tlsClientConfig: {
          insecure: false,
          caData: 'Y2FkYXRh',
          certData: 'Y2VydGRhdGE=',
          keyData: 'a2V5ZGF0YQ==',
        },
      }),
      '{"tlsClientConfig":{"insecure":false,"caData":"Y2FkYXRh","certData":"Y2VydGRhdGE=","keyData":"a2V5ZGF0YQ=="}}',
    )
  })

  it('C3.56 C3.57 C3.58 C3.66 writes every key in its order, and sorts env', () => {
    assert.equal(
      encodeConfig({
        proxyUrl: 'http://p',
        execProviderConfig: { apiVersion: 'v', env: { B: '2', A: '1' }, args: ['a'], command: 'c' },
        awsAuthConfig: { clusterName: 'n' },
        disableCompression: true,
        tlsClientConfig: { serverName: 's', keyData: 'k', certData: 'c', caData: 'a', insecure: true },
        bearerToken: 't',
        password: 'p',
        username: 'u',
      }),
      '{"username":"u","password":"p","bearerToken":"t",' +
        '"tlsClientConfig":{"insecure":true,"caData":"a","certData":"c","keyData":"k","serverName":"s"},' +
        '"disableCompression":true,"proxyUrl":"http://p","awsAuthConfig":{"clusterName":"n"},' +
        '"execProviderConfig":{"command":"c","args":["a"],"env":{"A":"1","B":"2"},"apiVersion":"v"}}',
    )
  })

  it('C3.59 leaves empty fields out', () => {
    assert.equal(
      encodeConfig({
        username: '',
        bearerToken: '',
        tlsClientConfig: { insecure: false, caData: '', serverName: '' },
        disableCompression: false,
        proxyUrl: '',
        execProviderConfig: { command: 'c', args: [], env: {}, apiVersion: 'v' },
      }),
      '{"tlsClientConfig":{"insecure":false},"execProviderConfig":{"command":"c","apiVersion":"v"}}',
    )
  })

  it("C3.65 escapes as Go's encoder does", () => {
    assert.equal(
      encodeConfig({
        bearerToken: '<&>\u2028\u2029"\\\n\u0001é\ud800',
        tlsClientConfig: { insecure: false },
      }),
      '{"bearerToken":"\\u003c\\u0026\\u003e\\u2028\\u2029\\"\\\\\\n\\u0001é\ufffd","tlsClientConfig":{"insecure":false}}',
    )
  })

  it('always parses back to what was given', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 })
    fc.assert(
      fc.property(text, text, (bearerToken, serverName) => {
        assert.deepEqual(
          JSON.parse(encodeConfig({ bearerToken, tlsClientConfig: { insecure: false, serverName } })),
          {
            bearerToken,
            tlsClientConfig: { insecure: false, serverName },
          },
        )
      }),
      FUZZ,
    )
  })
})

describe('the digest of a config', () => {
  it('C10.29 is equal for every spelling of the same JSON, and for no other', () => {
    const digest = configDigest('{"a":{"x":1,"y":"<"},"b":[1,2]}')
    assert.match(digest ?? '', /^[0-9a-f]{64}$/)
    assert.equal(configDigest(' { "b": [1, 2], "a": {"y": "\\u003c", "x": 1} }\n'), digest)
    for (const other of ['{"a":{"x":1,"y":"<"},"b":[2,1]}', '{"a":{"x":"1","y":"<"},"b":[1,2]}', '{}'])
      assert.notEqual(configDigest(other), digest)
  })

  it('is undefined for what is no JSON, and for nesting beyond reason', () => {
    for (const text of ['', '{', "{'a':1}", `${'['.repeat(5000)}${']'.repeat(5000)}`])
      assert.equal(configDigest(text), undefined)
  })
})
