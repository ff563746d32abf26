import assert from 'node:assert/strict'
import fc from 'fast-check'
import { configDigest } from '../../src/argocd/cluster-config.ts'
import { decodeClusterSecret, encodeClusterData } from '../../src/argocd/cluster-secret.ts'
import { credentialExpiry } from '../../src/argocd/credential-expiry.ts'
import { validateClusterSecret } from '../../src/argocd/validate-cluster-secret.ts'
import { FUZZ } from '../support/fuzz.ts'
import { base64, clusterSecret } from './support.ts'

describe('decoding a cluster Secret', () => {
  it('reads it as Argo CD does', () => {
    const secret = clusterSecret({
      data: {
        server: 'https://API.example.com//',
        config: '{}',
        project: 'p',
        shard: '2',
        namespaces: 'a, b,,',
      },
    })
    assert.deepEqual(decodeClusterSecret(secret), {
      secretName: 'cluster-edge',
      name: 'edge',
      server: 'https://API.example.com',
      storedServer: 'https://API.example.com//',
      canonicalServer: 'https://api.example.com:443',
      configText: '{}',
      configDigest: configDigest('{}'),
      visible: true,
      project: 'p',
      shard: '2',
      namespaces: ['a', 'b'],
    })
  })

  it('decodes a Secret without anything in it', () => {
    assert.deepEqual(decodeClusterSecret({ metadata: { name: 'x' } }), {
      secretName: 'x',
      name: '',
      server: '',
      storedServer: '',
      visible: false,
      namespaces: [],
    })
  })

  it('sees only the exact label value', () => {
    for (const value of ['Cluster', 'cluster-demoted', ''])
      assert.equal(
        decodeClusterSecret(clusterSecret({ labels: { 'argocd.argoproj.io/secret-type': value } })).visible,
        false,
      )
  })

  it('never throws, whatever the keys hold', () => {
    const bytes = fc.uint8Array({ maxLength: 60 }).map((array) => Buffer.from(array).toString('base64'))
    const json = fc.json({ maxDepth: 4 }).map(base64)
    const value = fc.oneof(bytes, json, fc.string())
    const data = fc.dictionary(
      fc.constantFrom('name', 'server', 'config', 'shard', 'namespaces', '__proto__'),
      value,
    )
    fc.assert(
      fc.property(data, (keys) => {
        const secret = { metadata: { name: 'x' }, data: keys }
        const { configText } = decodeClusterSecret(secret)
        credentialExpiry(configText, 0)
        assert.equal(Array.isArray(validateClusterSecret(secret)), true)
      }),
      FUZZ,
    )
  })
})

describe('encoding a cluster Secret', () => {
  it('C3.53 writes the three keys in base64, the server without trailing slashes', () => {
    assert.deepEqual(encodeClusterData({ name: 'ä', server: 'https://h//', config: '{}' }), {
      name: base64('ä'),
      server: base64('https://h'),
      config: base64('{}'),
    })
  })
})
