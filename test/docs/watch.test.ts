import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { leaseName } from '../../src/controller/identity.ts'
import { createMetrics } from '../../src/controller/metrics.ts'
import { DEFAULTS } from '../../src/settings/settings.ts'
import { readPage, ROOT } from './pages.ts'

/** Cells of the rows whose first cell begins like this, without the marks of code. */
const rowsOf = (page: string, first: string): readonly (readonly string[])[] =>
  page
    .split('\n')
    .filter((line) => line.startsWith(`| \`${first}`))
    .map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim().replaceAll('`', ''))
        .slice(1, -1),
    )

const sorted = (words: Iterable<string>): readonly string[] => [...words].sort()

/** Names, types and labels as they are served; those of a series that is there from the start. */
const served = async (): Promise<readonly (readonly string[])[]> => {
  const nothing = (): number => 0
  const metrics = await createMetrics({
    queueDepth: nothing,
    queueAge: nothing,
    refreshAge: nothing,
    leading: () => false,
  })
  const text = await metrics.text()
  return [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = '', type = '']) => {
    const [, labels = ''] = new RegExp(String.raw`^${name}(?:_bucket)?\{([^}]*)\}`, 'm').exec(text) ?? []
    const names = [...labels.matchAll(/(\w+)="/g)].map(([, label = '']) => label)
    return [name, type, sorted(names.filter((label) => label !== 'le')).join(', ')]
  })
}

describe('docs/watch.md', () => {
  const page = readPage('docs/watch.md')

  it('given the families that are served, then the page has each with its type and labels, and no other (C7.55 C7.56 C7.57 C7.58)', async () => {
    const shown = ['argocd_', 'process_', 'nodejs_']
      .flatMap((first) => rowsOf(page, first))
      .map(([name = '', type = '', labels = '']) => [name, type, sorted(labels.split(', ')).join(', ')])
    const byName = ([a = '']: readonly string[], [b = '']: readonly string[]): number => (a < b ? -1 : 1)
    assert.deepEqual(shown.toSorted(byName), (await served()).toSorted(byName))
  })

  it('given a message of the table of levels, then the controller logs it', () => {
    const folder = join(ROOT, 'src/controller')
    const source = readdirSync(folder)
      .map((file) => readFileSync(join(folder, file), 'utf8'))
      .join('\n')
    const messages = ['ERROR', 'WARN', 'INFO', 'DEBUG'].flatMap((level) => {
      const row = page.split('\n').find((line) => line.startsWith(`| \`${level}\``)) ?? ''
      return [...(row.split('|')[2] ?? '').matchAll(/`([^`]+)`/g)].map(([, message = '']) => message)
    })
    assert.ok(messages.length > 40)
    // `[dry-run] would …` is put together of the action.
    const isLogged = (message: string): boolean =>
      source.includes(message.endsWith('…') ? `\`${message.slice(0, -1)}\${` : `'${message}'`)
    assert.deepEqual(
      messages.filter((message) => !isLogged(message)),
      [],
    )
  })

  it('given the default prefix and owner, then the pages name the Lease they give (C7.40)', () => {
    const name = leaseName(DEFAULTS.labelPrefix, DEFAULTS.managedBy)
    assert.ok(page.includes(name))
    assert.ok(readPage('docs/drop-in.md').includes(name))
  })
})
