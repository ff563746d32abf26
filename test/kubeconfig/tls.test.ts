import assert from 'node:assert/strict'
import { UNUSABLE } from '../../src/engine/reasons/kubeconfig.ts'
import { base64, kubeconfig, pem, translateText } from './support.ts'

describe('certificate-authority-data', () => {
  it('C3.50 is refused where two PEM files were joined on one line, and the remedy says so', () => {
    const joined = base64(pem('ca').trimEnd() + pem('client'))

    const translation = translateText(kubeconfig({ 'certificate-authority-data': joined }))

    assert.deepEqual(translation, {
      outcome: 'unusable',
      cause: 'ca-invalid',
      params: { problem: 'joined-pem' },
    })
    const { message, remedy } = UNUSABLE['ca-invalid']
    assert.equal(
      message({ problem: 'joined-pem' }),
      'certificate-authority-data has two PEM blocks joined on one line, which Go does not read',
    )
    assert.equal(
      remedy({ problem: 'joined-pem' }),
      'put a line break between the blocks (`cat` joins files that end without one), and encode it again',
    )
  })
})
