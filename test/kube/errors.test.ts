import assert from 'node:assert/strict'
import { isNotFound, isNotServed, KubeError, type KubeErrorFields } from '../../src/kube/errors.ts'

const failed = (fields: Partial<KubeErrorFields>): KubeError =>
  new KubeError({ kind: 'status', code: 404, reason: 'NotFound', message: 'm', call: 'LIST x', ...fields })

describe('isNotServed', () => {
  it('is true of a 404 of the API server that is about no object, which is no proof of absence', () => {
    for (const error of [failed({ details: {} }), failed({ kind: 'http', reason: '', unserved: true })]) {
      assert.equal(isNotServed(error), true)
      assert.equal(isNotFound(error, 'a'), false)
    }
  })

  it('is false of an object that is not there, a page of something else, and any other failure', () => {
    for (const error of [
      failed({ details: { kind: 'applications', name: 'a' } }),
      failed({ kind: 'http', reason: '' }),
      failed({ code: 403, reason: 'Forbidden' }),
      failed({ kind: 'network', code: 0, reason: '' }),
      new Error('404 page not found'),
    ])
      assert.equal(isNotServed(error), false)
  })
})
