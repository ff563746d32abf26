import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, type CliResult } from '../support/cli.ts'

const show = (command: string, { code, stdout, stderr }: CliResult): string =>
  `$ ${command}\n=== exit ${code}\n=== stdout\n${stdout}=== stderr\n${stderr}`

/**
 * Compares everything a command printed with test/golden/NAME.txt. `UPDATE_GOLDEN=1 npm test` writes the files anew, to be
 * read in the diff.
 */
export const assertGolden = (name: string, command: string, result: CliResult): void => {
  const file = join(ROOT, 'test/golden', `${name}.txt`)
  const text = show(command, result)
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(file, text)
  assert.ok(existsSync(file), `test/golden/${name}.txt is missing: UPDATE_GOLDEN=1 npm test`)
  assert.equal(text, readFileSync(file, 'utf8'))
}
