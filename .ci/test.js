// Runs mocha over the words given, or over every test file. A file that can't be imported ends mocha without a word
// from the reporter; the last line is the sums all the same.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const SUMS = /^\d+ passed, \d+ failed, \d+ skipped$/

const words = process.argv.slice(2)
const namesFiles = words.some((word, index) => !word.startsWith('-') && words[index - 1] !== '--grep')
const mocha = spawn(
  process.execPath,
  [
    'node_modules/mocha/bin/mocha.js',
    '--reporter=.ci/reporter.cjs',
    ...(process.stdout.isTTY ? ['--color'] : []),
    ...words,
    ...(namesFiles ? [] : ['test/**/*.test.ts']),
  ],
  { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
)

let tail = ''
mocha.stdout.on('data', (chunk) => {
  process.stdout.write(chunk)
  tail = (tail + chunk.toString()).slice(-200)
})
mocha.on('close', (code) => {
  const last = tail.trimEnd().split('\n').at(-1) ?? ''
  const isComplete = SUMS.test(last)
  if (!isComplete) process.stdout.write('\n0 passed, 1 failed, 0 skipped\n')
  process.exitCode = isComplete ? (code ?? 1) : 1
})
