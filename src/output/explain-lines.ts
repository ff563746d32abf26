import type { ChalkInstance } from 'chalk'
import { printable } from './printable.ts'

/** `good` and `bad` are what a person acts on; `warn` is to be known; `plain` is so. */
export type Tone = 'good' | 'bad' | 'warn' | 'wait' | 'plain'

/** One thing that is said in a section. */
export interface Line {
  readonly tone: Tone
  readonly text: string
  /** What to do: never broken into lines, so that it can be pasted. */
  readonly remedy?: string
}

export interface Section {
  readonly title: string
  readonly lines: readonly Line[]
}

export interface LineOptions {
  readonly chalk: ChalkInstance
  /** Absent: nothing is broken into lines. */
  readonly columns?: number
}

/** Where a section's lines begin. */
const INDENT = 14
/** Narrower than that, breaking lines helps nobody. */
const NARROWEST = 40

const MARKS: Readonly<Record<Tone, string>> = { good: '√', bad: '×', warn: '‼', wait: '…', plain: '·' }

const paint = (tone: Tone, text: string, chalk: ChalkInstance): string => {
  if (tone === 'good') return chalk.green(text)
  if (tone === 'bad') return chalk.red(text)
  return tone === 'plain' ? chalk.dim(text) : chalk.yellow(text)
}

/** Words in lines of at most so many characters; a longer word has a line of its own. */
const wrap = (text: string, width: number): readonly string[] => {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= width)
      lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

const bodyOf = ({ tone, text, remedy }: Line, { chalk, columns }: LineOptions): readonly string[] => {
  const width = columns === undefined || columns < NARROWEST ? Infinity : columns - INDENT - 2
  const [first = '', ...rest] = wrap(printable(text), width)
  return [
    `${paint(tone, MARKS[tone], chalk)} ${first}`,
    ...rest.map((line) => `  ${line}`),
    ...(remedy === undefined ? [] : [`  → ${printable(remedy)}`]),
  ]
}

const sectionLines = ({ title, lines }: Section, options: LineOptions): readonly string[] =>
  lines
    .flatMap((line) => bodyOf(line, options))
    .map((line, index) =>
      index === 0
        ? options.chalk.bold(title) + ' '.repeat(INDENT - title.length) + line
        : ' '.repeat(INDENT) + line,
    )

/** Sections beside their titles; one without lines is left out. */
export const renderSections = (sections: readonly Section[], options: LineOptions): string =>
  sections
    .flatMap((section) => sectionLines(section, options))
    .map((line) => `${line}\n`)
    .join('')
