import assert from 'node:assert/strict'
import { leaseName, processIdentity } from '../../src/controller/identity.ts'
import { isDnsSubdomain } from '../../src/kube/names.ts'

describe('leaseName', () => {
  it('is the reference’s, so that neither leads beside the other (C7.40)', () => {
    assert.equal(leaseName('argocd-cluster-registrar/', 'cluster-registrar'), 'acr-991221237547448b')
    assert.equal(leaseName('argocd-cluster-registrar/', 'other'), 'acr-f326a2d872a3666e')
    assert.equal(leaseName('example.com/', 'cluster-registrar'), 'acr-74f8f12a4bd6cda5')
  })

  it('is the same for the same prefix and owner only, and a legal name (C7.41)', () => {
    const names = [
      ['a/', 'b'],
      ['a/', 'c'],
      ['d/', 'b'],
      ['a/b', ''],
    ].map(([prefix = '', owner = '']) => leaseName(prefix, owner))

    assert.equal(new Set(names).size, 4)
    assert.equal(leaseName('a/', 'b'), names[0])
    assert.deepEqual(names.filter(isDnsSubdomain), names)
  })
})

describe('processIdentity', () => {
  it('is the host’s name and a uuid of its own (C7.43)', () => {
    assert.match(processIdentity('host-1'), /^host-1_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    assert.notEqual(processIdentity('host-1'), processIdentity('host-1'))
  })

  it('is never too long for an Event to carry', () => {
    assert.equal(processIdentity('a'.repeat(253)).length, 128)
  })
})
