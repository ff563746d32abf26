import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { install } from './installation.ts'

const APIVERSION = 'client.authentication.k8s.io/v1'

/** Nobody verifies it here: all that is read of it is when it ends. */
const idToken = (): string =>
  [{ alg: 'none' }, { exp: 4_102_444_800 }, {}]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')

describe('authenticators, which are files of their own', function () {
  this.timeout(30_000)
  const at = install()

  after(() => {
    at.remove()
  })

  /** Lists with that user, at a hub that nobody is: what goes wrong is the connection, once there is a credential. */
  const listAs = async (user: object): Promise<string> => {
    const config = join(at.folder, 'config')
    writeFileSync(
      config,
      JSON.stringify({
        'current-context': 'x',
        contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
        clusters: [{ name: 'c', cluster: { server: 'https://127.0.0.1:1' } }],
        users: [{ name: 'u', user }],
      }),
    )
    const { code, stderr } = await at.run(['list', '--kubeconfig', config])
    assert.equal(code, 2)
    return stderr
  }

  it('given a user with an exec plugin, then its credential is taken to the hub', async () => {
    const command = join(at.folder, 'plugin')
    const said = JSON.stringify({ apiVersion: APIVERSION, kind: 'ExecCredential', status: { token: 'x' } })
    writeFileSync(command, `#!/bin/sh\necho '${said}'\n`, { mode: 0o755 })
    const exec = { apiVersion: APIVERSION, command, interactiveMode: 'Never' }

    assert.match(await listAs({ exec }), /^error: [^\n]*127\.0\.0\.1:1/)
    assert.match(await listAs({ exec: { ...exec, command: `${command}-missing` } }), /was not found/)
  })

  it('given a user of OIDC, then its token is taken to the hub', async () => {
    const config = { 'idp-issuer-url': 'https://127.0.0.1:2', 'client-id': 'x', 'id-token': idToken() }
    assert.match(await listAs({ 'auth-provider': { name: 'oidc', config } }), /^error: [^\n]*127\.0\.0\.1:1/)
  })
})
