import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { ROOT } from '../support/cli.ts'

const FOLDER = join(ROOT, '.github/workflows')

interface Step {
  readonly uses?: string
  readonly run?: string
  readonly with?: Readonly<Record<string, unknown>>
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>
  readonly permissions: unknown
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly permissions?: Readonly<Record<string, string>>
        readonly 'timeout-minutes'?: unknown
        readonly steps: readonly Step[]
      }
    >
  >
}

/** What each job may write. */
const WRITES: Readonly<Record<string, readonly string[]>> = {
  'ci.yml check': [],
  'release.yml build': ['attestations', 'contents', 'id-token'],
  'release.yml start': ['contents'],
  'release.yml image': ['packages'],
  'release.yml publish': ['contents', 'id-token', 'packages'],
}

describe('workflows', () => {
  const files = readdirSync(FOLDER)
  const textOf = (file: string): string => readFileSync(join(FOLDER, file), 'utf8')
  const read = (file: string): Workflow => parse(textOf(file)) as Workflow
  const stepsOf = (file: string): readonly Step[] =>
    Object.values(read(file).jobs).flatMap(({ steps }) => steps)

  for (const file of files) {
    it(`${file}: every action is a commit, with its version beside it`, () => {
      const used = textOf(file).match(/uses:.*/g) ?? []
      assert.ok(used.length > 0)
      for (const line of used) assert.match(line, /^uses: [\w.-]+\/[\w.-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
    })

    it(`${file}: a job may do what it has to, and ends by itself`, () => {
      const { permissions, jobs } = read(file)
      assert.deepEqual(permissions, {})
      for (const [name, job] of Object.entries(jobs)) {
        const writes = Object.entries(job.permissions ?? {}).filter(([, right]) => right === 'write')
        assert.deepEqual(writes.map(([right]) => right).sort(), WRITES[`${file} ${name}`])
        assert.ok(job['timeout-minutes'])
      }
    })

    it(`${file}: no strangers' code sees a token or secret`, () => {
      assert.ok(!Object.hasOwn(read(file).on, 'pull_request_target'))
      assert.doesNotMatch(textOf(file), /\$\{\{\s*secrets\./)
      for (const step of stepsOf(file))
        if (step.uses?.startsWith('actions/checkout@'))
          assert.equal(step.with?.['persist-credentials'], false)
    })

    it(`${file}: what others may write stands in no script`, () => {
      for (const { run = '' } of stepsOf(file)) assert.doesNotMatch(run, /\$\{\{\s*github\.(?!event_name)/)
    })
  }

  it('an action is of one version wherever it is used', () => {
    const used = new Set(files.flatMap(stepsOf).flatMap(({ uses }) => (uses === undefined ? [] : [uses])))
    const names = [...used].map((use) => use.split('@')[0])
    assert.equal(new Set(names).size, names.length)
  })
})
