import assert from 'node:assert/strict'
import { formatError } from '../../src/cli/errors.ts'

/** As oclif makes them. */
const ofOclif = (message: string): Error => Object.assign(new Error(message), { oclif: { exit: 2 } })

describe('how an error is told', () => {
  it('given what oclif says of a flag without its value, then how to write one', () => {
    assert.equal(
      formatError(ofOclif('Flag --token expects a value')),
      'error: a flag lacks its value\nwrite it with an equals sign, as in --name=value\n',
    )
  })

  it('given any other error of oclif, then it is a fault of this program', () => {
    assert.equal(
      formatError(ofOclif('command secret-canary not found')),
      'error: internal error (Error)\nrun it again with -v=6, and report what it prints\n',
    )
  })
})
