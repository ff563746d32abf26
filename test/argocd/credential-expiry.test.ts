import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { caEnds, credentialExpiry } from '../../src/argocd/credential-expiry.ts'
import { base64, CA, CERT, KEY, pem } from './support.ts'

const HOUR = 3_600_000
const END = Date.parse(new X509Certificate(pem('client')).validTo)
const START = Date.parse(new X509Certificate(pem('client')).validFrom)
const NOW = END - 10_000 * HOUR

const withCert = (certData: unknown, more: object = {}): string =>
  JSON.stringify({ tlsClientConfig: { insecure: false, certData, keyData: KEY }, ...more })

const bucket = (config: string | undefined): string => credentialExpiry(config, NOW).bucket

describe('the expiry of a credential', () => {
  it('C7.65 is absent without a config', () => {
    for (const config of [undefined, '', ' \n'])
      assert.deepEqual(credentialExpiry(config, NOW), { bucket: 'absent', kind: 'none' })
  })

  it('C7.66 is unreadable where the config is not of its types', () => {
    for (const config of [
      '{not json',
      '[]',
      '"x"',
      'null',
      withCert(5),
      '{"tlsClientConfig":[]}',
      '{"tlsClientConfig":{"insecure":"true"}}',
      '{"bearerToken":1}',
      '{"awsAuthConfig":"x"}',
    ])
      assert.deepEqual(credentialExpiry(config, NOW), { bucket: 'unreadable', kind: 'none' }, config)
  })

  it('C7.67 is exec where Argo CD runs a plugin, even beside a certificate', () => {
    assert.deepEqual(credentialExpiry(withCert(CERT, { awsAuthConfig: {} }), NOW), {
      bucket: 'exec',
      kind: 'aws',
    })
    assert.deepEqual(credentialExpiry('{"execProviderConfig":{}}', NOW), { bucket: 'exec', kind: 'exec' })
    assert.equal(bucket('{"awsAuthConfig":null}'), 'token')
  })

  it('C7.68 C10.50 is token for anything else, and says which kind it is', () => {
    assert.deepEqual(
      ['{"bearerToken":"x"}', '{"username":"u","password":"p"}', '{}', withCert('')].map((config) =>
        credentialExpiry(config, NOW),
      ),
      [
        { bucket: 'token', kind: 'token' },
        { bucket: 'token', kind: 'basic' },
        { bucket: 'token', kind: 'none' },
        { bucket: 'token', kind: 'none' },
      ],
    )
    const jwt = `e30.${Buffer.from('{"exp":1}').toString('base64url')}.x`
    assert.deepEqual(credentialExpiry(JSON.stringify({ bearerToken: jwt }), NOW), {
      bucket: 'token',
      kind: 'token',
      tokenNotAfter: 1000,
    })
  })

  it('C7.69 is unreadable for what is no certificate; line breaks inside are fine', () => {
    for (const cert of ['!', base64('x'), KEY, base64(CERT)])
      assert.equal(bucket(withCert(cert)), 'unreadable')
    assert.equal(bucket(withCert(CERT.replace(/.{64}/g, '$&\r\n'))), 'ok')
  })

  it('C7.70 C7.72 counts the time left, exactly at the bounds too', () => {
    const at = (left: number): string => credentialExpiry(withCert(CERT), END - left).bucket
    assert.deepEqual(
      [-1, 0, 1, 24 * HOUR - 1, 24 * HOUR, 168 * HOUR - 1, 168 * HOUR, 720 * HOUR - 1, 720 * HOUR].map(at),
      ['expired', 'expired', 'lt_24h', 'lt_24h', 'lt_7d', 'lt_7d', 'lt_30d', 'lt_30d', 'ok'],
    )
    assert.deepEqual(credentialExpiry(withCert(CERT), NOW), {
      bucket: 'ok',
      kind: 'certificate',
      notBefore: START,
      notAfter: END,
    })
  })

  it('C7.71 counts the first block of a bundle only', () => {
    assert.equal(bucket(withCert(base64(`${pem('client')}not PEM`))), 'ok')
    assert.equal(bucket(withCert(base64(`${pem('client-key')}${pem('client')}`))), 'unreadable')
  })

  it('C10.51 reports when a certificate begins, and when the CA ends', () => {
    assert.equal(credentialExpiry(withCert(CERT), START - 1).notBefore, START)
    const end = Date.parse(new X509Certificate(pem('ca')).validTo)
    assert.deepEqual(caEnds(JSON.stringify({ tlsClientConfig: { caData: CA } })), { first: end, last: end })
    for (const config of ['{}', '{', '{"tlsClientConfig":{"caData":"x"}}'])
      assert.equal(caEnds(config), undefined)
  })
})
