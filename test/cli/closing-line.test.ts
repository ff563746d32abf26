import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../support/cli.ts'

describe('npm test', () => {
  const folder = mkdtempSync(join(tmpdir(), 'registrar-tests-'))
  after(() => {
    rmSync(folder, { recursive: true })
  })

  /** Runs one test file of this text; gives the exit code and the last line, and all of the output. */
  const outcome = async (
    text: string,
  ): Promise<{ readonly end: readonly [number, string]; readonly stdout: string }> => {
    const file = join(folder, 'some.test.mjs')
    writeFileSync(file, text)
    const { code, stdout } = await run(process.execPath, ['.ci/test.js', file], {
      PATH: process.env['PATH'] ?? '',
    })
    return { end: [code, stdout.replace(/\n$/, '').split('\n').at(-1) ?? ''], stdout }
  }

  it('given tests that pass, fail and are skipped, then the last line counts them, and a failure is told in full', async () => {
    const { end, stdout } = await outcome(
      `it('fine', () => {})\nit('broken', () => { throw new Error('because') })\nit('later')\n`,
    )

    assert.deepEqual(end, [1, '1 passed, 1 failed, 1 skipped'])
    assert.match(stdout, /1\) broken:\n\s+Error: because\n\s+at .*some\.test\.mjs:2/)
  })

  it('given tests that pass, then the code is 0', async () => {
    assert.deepEqual((await outcome(`it('fine', () => {})\n`)).end, [0, '1 passed, 0 failed, 0 skipped'])
  })

  it('given a hook that fails, or a file that cannot be imported, then that counts as a failure', async () => {
    assert.deepEqual((await outcome(`before(() => { throw new Error('x') })\nit('never', () => {})\n`)).end, [
      1,
      '0 passed, 1 failed, 0 skipped',
    ])
    assert.deepEqual((await outcome(`import './nowhere.mjs'\n`)).end, [1, '0 passed, 1 failed, 0 skipped'])
  })
})
