import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ALIASES, COMMANDS } from '../../src/main.ts'
import { readPage, ROOT } from './pages.ts'

const sourceOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

const wordsOf = (text: string, pattern: RegExp): readonly string[] =>
  [...new Set([...text.matchAll(pattern)].map(([, word = '']) => word))].sort()

describe('docs/settings.md', () => {
  const page = readPage('docs/settings.md')
  const missing = (names: readonly string[]): readonly string[] =>
    names.filter((name) => !page.includes(name))

  for (const [verb, { flags }] of Object.entries(COMMANDS))
    it(`given a flag of ${verb}, then the page has it`, () => {
      const names = Object.keys(flags).filter((name) => name !== 'v')
      const absent = names.filter((name) => !page.includes(`--${name}`) && !page.includes(`--no-${name}`))
      assert.deepEqual(absent, [])
    })

  it('given a variable that is read, then the page has it, and no other', () => {
    const read = wordsOf(sourceOf('src/settings/environment.ts'), /'(REGISTRAR_[A-Z_]+)'/g)
    assert.deepEqual(wordsOf(page, /`(REGISTRAR_[A-Z_]+)`/g), read)
  })

  it('given a key of the configuration, then the page has it', () => {
    const keys = wordsOf(sourceOf('src/settings/raw.ts'), /^ {2}readonly (\w+)\?:/gm)
    assert.deepEqual(missing(keys.map((key) => `\`${key}\``)), [])
  })
})

describe('README.md', () => {
  it('given a verb, then the table of verbs has it, and no other', () => {
    const [, table = ''] = /^\| verb .*\n\| -.*\n((?:\|.*\n)+)/m.exec(readPage('README.md')) ?? []
    const rows = table.split('\n').flatMap((row) => wordsOf(row.split('|')[1] ?? '', /`(\w+)`/g))
    assert.deepEqual(rows.toSorted(), [...Object.keys(ALIASES), ...Object.keys(COMMANDS)].toSorted())
  })
})
