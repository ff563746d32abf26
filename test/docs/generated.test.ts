import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { renderReasons } from '../../.ci/reasons-page.ts'
import { CHECKS } from '../../src/doctor/checks/index.ts'
import { DECISION_REASONS } from '../../src/engine/reasons/decisions.ts'
import { TRANSLATION_WARNINGS, UNUSABLE } from '../../src/engine/reasons/kubeconfig.ts'
import { PASS_WARNINGS } from '../../src/engine/reasons/warnings.ts'
import { readPage, ROOT } from './pages.ts'

const TSX = ['--import', 'tsx']

describe('generated files', () => {
  it('given the reason tables, then docs/reasons.md says what they say (else: npx tsx .ci/docs.ts)', () => {
    assert.equal(readPage('docs/reasons.md'), renderReasons())
  })

  it('given docs/reasons.md is current, when checked, then the exit code is 0', () => {
    const { status, stderr } = spawnSync(process.execPath, [...TSX, '.ci/docs.ts', '--check'], {
      cwd: ROOT,
      encoding: 'utf8',
    })
    assert.deepEqual({ status, stderr }, { status: 0, stderr: '' })
  })

  it('given every reason, then it has a heading, a sentence, and no value left out', () => {
    const page = renderReasons()
    const ids = [DECISION_REASONS, UNUSABLE, TRANSLATION_WARNINGS, PASS_WARNINGS].flatMap((table) =>
      Object.keys(table),
    )
    const missing = ids.filter((id) => !page.includes(`### ${id}\n\n- `))
    assert.deepEqual(missing, [])
    assert.doesNotMatch(page, /undefined|^- *$|^ +- → *$/m)
  })

  it('given every check of doctor, then it has a heading that its findings lead to', () => {
    const page = renderReasons()
    const missing = CHECKS.map(({ id }) => id).filter((id) => !page.includes(`\n#### doctor: ${id}\n\n`))
    assert.deepEqual(missing, [])
  })

  it('given the certificates of the examples, when made again, then examples/hub has the same bytes (else: npx tsx examples/make-examples.ts)', () => {
    const folder = mkdtempSync(join(tmpdir(), 'registrar-examples-'))
    try {
      const made = spawnSync(process.execPath, [...TSX, 'examples/make-examples.ts', folder], { cwd: ROOT })
      assert.equal(made.status, 0, made.stderr.toString())
      const contents = (path: string): object =>
        Object.fromEntries(readdirSync(path).map((name) => [name, readFileSync(join(path, name), 'utf8')]))
      assert.deepEqual(contents(folder), contents(join(ROOT, 'examples/hub')))
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
