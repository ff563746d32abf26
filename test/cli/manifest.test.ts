import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { ROOT } from '../support/cli.ts'

describe('oclif.manifest.json', () => {
  it('given the built commands, then it says what they say (else: npm run build && npm run manifest)', function () {
    this.timeout(30_000)
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', 'tsx', '.ci/manifest.ts', '--check'],
      { cwd: ROOT, encoding: 'utf8' },
    )
    assert.deepEqual({ status, stdout, stderr }, { status: 0, stdout: '', stderr: '' })
  })
})
