import assert from 'node:assert/strict'
import { explainCredential } from '../../src/explaining/credential.ts'
import { NOW } from '../engine/test-hub.ts'

const CASES: readonly (readonly [what: string, config: string | undefined, kind: string])[] = [
  ['a token', '{"bearerToken":"t"}', 'token'],
  ['a user name', '{"username":"u","password":"p"}', 'basic'],
  ['an identity of AWS', '{"awsAuthConfig":{"clusterName":"c"}}', 'aws'],
  ['an exec plugin', '{"execProviderConfig":{"command":"x","apiVersion":"y"}}', 'exec'],
  ['nothing', '{}', 'anonymous'],
  ['what is no JSON', '<html>', 'unreadable'],
  ['no config', undefined, 'absent'],
]

describe('the credential in an explanation', () => {
  for (const [what, config, kind] of CASES)
    it(`given ${what}, then it is called as in a list`, () => {
      assert.deepEqual(explainCredential(config, NOW), { kind })
    })
})
