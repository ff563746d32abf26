'use strict'

const { writeSync } = require('node:fs')

/** Which form of the help fits where it goes; undefined where that takes a closer look. */
const formOf = ({ CI, COLORTERM, FORCE_COLOR, NO_COLOR, TERM }) => {
  if (!require('node:tty').isatty(1)) return 'help'
  if (!(process.stdout.columns >= 80)) return undefined
  if (CI !== undefined || COLORTERM === undefined || FORCE_COLOR !== undefined || NO_COLOR !== undefined)
    return undefined
  return TERM === undefined || TERM === 'dumb' ? undefined : 'styledHelp'
}

/** `--help` of no verb and `version` of no flag: the same whatever is asked of them. */
const questionOf = (words) => {
  const [word = '--help', more] = words
  if (more !== undefined) return undefined
  if (word === '--help' || word === '-h' || word === 'help') return 'help'
  return word === 'version' || word === '--version' ? 'version' : undefined
}

/** Waits until all is written, and for nobody else. */
const print = (text) => {
  let rest = text
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(1, rest))
  } catch (error) {
    // A pipe that is full for now; and a reader that has seen enough.
    if (error.code === 'EAGAIN') process.stdout.write(rest)
    else if (error.code !== 'EPIPE') throw error
  }
}

exports.print = print

/**
 * Prints what the build rendered of the two questions that are asked most, without loading anything else.
 * @param read gives a file of the installation by its path from the top
 * @returns false where the question is another one, or has to be answered by the bundle
 */
exports.answer = (read, words, program) => {
  const question = questionOf(words)
  const form = question === 'help' ? formOf(process.env) : question
  if (form === undefined) return false
  try {
    const answers = JSON.parse(read('dist/answers.json').toString())
    const here = `${process.platform}-${process.arch} node-${process.version}`
    print(Buffer.from(answers[program][form].replace('<platform>', here)))
    return true
  } catch {
    // The bundle says what is wrong.
    return false
  }
}
