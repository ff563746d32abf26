import assert from 'node:assert/strict'

const ESCAPES = /[\\^$.*+?()[\]{}|/]/g

const lineSource = (line: string): string =>
  line === '…'
    ? String.raw`(?:.*\n)*?`
    : String.raw`${line
        .trimEnd()
        .replaceAll(ESCAPES, String.raw`\$&`)
        .replaceAll('…', '.*')} *\n`

/**
 * Compares what a command printed with what the page shows. A line of nothing but `…` stands for any lines, and `…`
 * in a line for any text: dates, times and what would make the page too long.
 */
export const compareOutput = (printed: string, shown: string): void => {
  const lines = shown.replace(/\n$/, '').split('\n')
  if (new RegExp(`^${lines.map(lineSource).join('')}$`).test(printed)) return
  assert.equal(printed, shown)
  assert.fail('the pattern does not match, although the texts are equal')
}
