import assert from 'node:assert/strict'
import { X509Certificate } from 'node:crypto'
import fc from 'fast-check'
import { certificateDates } from '../../src/argocd/certificate-dates.ts'
import { cases } from '../fixtures/kubeconfigs/load.ts'
import { FUZZ } from '../support/fuzz.ts'
import { pem } from './support.ts'

const ders = [
  ...['ca', 'client', 'rsa', 'ed25519'].map((name) => new X509Certificate(pem(name)).raw),
  ...cases.flatMap(({ kubeconfig }) =>
    Array.from(
      kubeconfig.matchAll(/client-certificate-data: (\S{100,})/g),
      ([, data]) => new X509Certificate(Buffer.from(data ?? '', 'base64')).raw,
    ),
  ),
]

describe('the dates of a certificate', () => {
  it('are those OpenSSL reads', () => {
    for (const der of ders) {
      const certificate = new X509Certificate(der)
      assert.deepEqual(certificateDates(der), {
        notBefore: Date.parse(certificate.validFrom),
        notAfter: Date.parse(certificate.validTo),
      })
    }
  })

  it('are none where the bytes are no certificate, whatever they are', () => {
    const broken = [
      [],
      [0x30],
      [0x30, 0x80],
      [0x30, 0x84, 255, 255, 255, 255],
      Array.from(Buffer.from('text')),
    ]
    for (const bytes of broken) assert.equal(certificateDates(Buffer.from(bytes)), undefined)
    const [der = Buffer.alloc(0)] = ders
    assert.equal(certificateDates(der.subarray(0, -1)), undefined)
    fc.assert(
      fc.property(fc.nat(der.length - 1), fc.nat(255), (at, byte) => {
        const changed = Buffer.from(der)
        changed[at] = byte
        const dates = certificateDates(changed)
        assert.equal(dates === undefined || Number.isFinite(dates.notAfter - dates.notBefore), true)
      }),
      FUZZ,
    )
  })
})
