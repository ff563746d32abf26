import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runBin } from '../support/cli.ts'

describe('a credential plugin of the hub user', () => {
  it('given it is not installed, then the command says so and ends at once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'registrar-plugin-'))
    try {
      const kubeconfig = join(folder, 'config')
      const exec = {
        apiVersion: 'client.authentication.k8s.io/v1',
        command: 'no-such-plugin',
        interactiveMode: 'Never',
      }
      writeFileSync(
        kubeconfig,
        JSON.stringify({
          clusters: [{ name: 'c', cluster: { server: 'https://127.0.0.1:1' } }],
          users: [{ name: 'u', user: { exec } }],
          contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
          'current-context': 'x',
        }),
      )

      assert.deepEqual(await runBin(['version', '--server', '--kubeconfig', kubeconfig]), {
        code: 2,
        stdout: '',
        stderr:
          'error: the credential plugin "no-such-plugin" was not found\nrun it by hand to see why (log in again, or install it), or choose another user with --user\n',
      })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
