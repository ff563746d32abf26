import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderReasons } from './reasons-page.ts'

/**
 * Writes docs/reasons.md from the reason tables.
 *
 *     npx tsx .ci/docs.ts            write it
 *     npx tsx .ci/docs.ts --check    exit 1 where it is stale
 */
const page = join(import.meta.dirname, '../docs/reasons.md')

const isCurrent = (text: string): boolean => {
  try {
    return readFileSync(page, 'utf8') === text
  } catch {
    return false
  }
}

const text = renderReasons()
if (!process.argv.includes('--check')) writeFileSync(page, text)
else if (!isCurrent(text)) {
  process.stderr.write('docs/reasons.md is stale: npx tsx .ci/docs.ts\n')
  process.exitCode = 1
}
