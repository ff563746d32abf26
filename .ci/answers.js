import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

// Renders what is asked most, help without a verb and the version, from the built bundle; bin/answer.js prints it. And
// writes down what bin/completing.js can complete by itself.
const root = join(import.meta.dirname, '..')
const PROGRAMS = ['kubectl registrar', 'argocd registrar']
/** What differs from one machine to the next; bin/answer.js puts it in. */
const PLACE = '<platform>'

// Headings are bold on a terminal, whatever this one is.
process.env.FORCE_COLOR = '1'
const { main, completing } = createRequire(import.meta.url)(join(root, 'dist', 'main.cjs'))
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const here = `${process.platform}-${process.arch} node-${process.version}`

const ask = async (program, word, stdoutIsTerminal) => {
  const printed = []
  const print = (text) => printed.push(text)
  const io = { env: {}, stdout: print, stderr: print, stdoutIsTerminal, program, version }
  if ((await main([word], root, io)) !== 0) throw new Error(printed.join(''))
  return printed.join('').replace(here, PLACE)
}

const answers = {}
for (const program of PROGRAMS)
  answers[program] = {
    help: await ask(program, '--help', false),
    styledHelp: await ask(program, '--help', true),
    version: await ask(program, 'version', false),
  }
writeFileSync(join(root, 'dist', 'answers.json'), JSON.stringify(answers))
writeFileSync(join(root, 'dist', 'completions.json'), JSON.stringify(await completing.table()))
