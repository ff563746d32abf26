import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { compareOutput } from './compare-output.ts'
import { blocksOf, commandsOf, PAGES, readPage, ROOT } from './pages.ts'
import { makeScratch, type Scratch } from './scratch.ts'

/** run: run here · hub: needs a hub, run in hub.test.ts · checkout: makes the checkout what it is already. */
const MARKS = ['run', 'hub', 'checkout']

const scriptsOf = (text: string): readonly string[] =>
  [...text.matchAll(/^npm run ([\w:-]+)/gm)].map(([, name = '']) => name)

describe('commands in the documentation', function () {
  this.timeout(60_000)

  it('given a shell block, then it says how it is run', () => {
    const unmarked = PAGES.flatMap((page) =>
      blocksOf(readPage(page))
        .filter(({ language, mark }) => language === 'sh' && !MARKS.includes(mark))
        .map(({ line }) => `${page}:${line}`),
    )
    assert.deepEqual(unmarked, [])
  })

  it('given an npm script, then package.json has it', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      readonly scripts: Readonly<Record<string, string>>
    }
    const named = PAGES.flatMap((page) => blocksOf(readPage(page)).flatMap(({ text }) => scriptsOf(text)))
    assert.ok(named.includes('demo'))
    assert.deepEqual(
      named.filter((name) => !Object.hasOwn(scripts, name)),
      [],
    )
  })

  for (const page of PAGES) {
    const commands = commandsOf(readPage(page), 'run')
    if (commands.length === 0) continue
    describe(page, () => {
      const state: { scratch?: Scratch } = {}
      before(() => {
        state.scratch = makeScratch(page !== 'README.md')
      })
      after(() => state.scratch?.remove())

      for (const { block, output } of commands)
        it(`given the block of line ${block.line}, when run, then it prints what the page shows`, async () => {
          const ran = await state.scratch!.run(block.text)
          if (output === undefined) assert.equal(ran.code, 0, ran.output)
          else compareOutput(ran.output, output)
        })
    })
  }
})
