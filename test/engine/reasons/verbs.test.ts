import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { COMMANDS } from '../../../src/main.ts'
import { ROOT } from '../../support/cli.ts'

describe('remedies', () => {
  it('name no verb of ours that is not there', () => {
    // The page is made from the tables, every variant of every sentence.
    const page = readFileSync(`${ROOT}docs/reasons.md`, 'utf8')
    const verbs = [...page.matchAll(/kubectl registrar ([a-z]+)/g)].map(([, verb]) => verb ?? '')

    assert.deepEqual(
      verbs.filter((verb) => !Object.hasOwn(COMMANDS, verb)),
      [],
    )
  })
})
