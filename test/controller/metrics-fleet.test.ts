import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import { credentialBucket, credentialState } from '../../src/controller/credential-bucket.ts'
import { fleetEntry } from '../../src/controller/metrics-fleet.ts'
import { keysUnder } from '../../src/engine/keys.ts'
import { CERT, KEY, pem } from '../argocd/support.ts'

const HOUR = 3_600_000
const END = Date.parse(new X509Certificate(pem('client')).validTo)
const P = 'argocd-cluster-registrar/'
const TOKEN = { bucket: 'token', anonymous: false } as const

describe('credentialState', () => {
  it('keeps the end of a certificate, from which the bucket follows at any time (C7.70, C7.72)', () => {
    const config = JSON.stringify({ tlsClientConfig: { certData: CERT, keyData: KEY } })
    const state = credentialState(config)

    assert.deepEqual(state, { notAfter: END })
    assert.deepEqual(
      [0, 1, 24 * HOUR - 1, 24 * HOUR, 168 * HOUR, 720 * HOUR - 1, 720 * HOUR].map((left) =>
        credentialBucket(state, END - left),
      ),
      ['expired', 'lt_24h', 'lt_24h', 'lt_7d', 'lt_30d', 'lt_30d', 'ok'],
    )
  })

  for (const [config, state] of [
    ['{"bearerToken":"x"}', TOKEN],
    ['{"username":"u","password":"p"}', TOKEN],
    ['{}', { bucket: 'token', anonymous: true }],
    ['{"awsAuthConfig":{}}', { bucket: 'exec', anonymous: false }],
    ['{not json', { bucket: 'unreadable', anonymous: false }],
    ['', { bucket: 'absent', anonymous: false }],
    [undefined, { bucket: 'absent', anonymous: false }],
  ] as const)
    it(`is ${state.bucket}${state.anonymous ? ', anonymous' : ''} of ${config} (C7.65–C7.68)`, () => {
      assert.deepEqual(credentialState(config), state)
      assert.equal(credentialBucket(state, END), state.bucket)
    })
})

describe('fleetEntry', () => {
  const keys = keysUnder(P)
  const entry = (labels: Readonly<Record<string, string>>, visible: boolean): readonly boolean[] => {
    const { demoted, hidden, unrouted } = fleetEntry({ labels, visible }, keys, TOKEN)
    return [demoted, hidden, unrouted]
  }
  const source = { [`${P}source-namespace`]: 'a' }

  it('is demoted by its parked label alone, and hidden where only the other is missing (C7.60, C10.50)', () => {
    const parked = { ...source, [`${P}orphaned-secret-type`]: 'cluster' }

    assert.deepEqual(entry(source, true), [false, false, false])
    assert.deepEqual(entry(source, false), [false, true, false])
    assert.deepEqual(entry(parked, false), [true, false, false])
    assert.deepEqual(entry(parked, true), [true, false, false])
    assert.deepEqual(entry({ ...source, [`${P}orphaned-secret-type`]: '' }, true), [false, false, false])
  })

  it('is unrouted without a source namespace (C6.70, C6.72)', () => {
    assert.deepEqual(entry({}, true), [false, false, true])
    assert.deepEqual(entry({ [`${P}source-namespace`]: '' }, true), [false, false, true])
  })
})
