import type { ChalkInstance } from 'chalk'
import type { Severity } from '../doctor/finding.ts'
import type { DoctorCheck, DoctorFinding } from '../doctor/report.ts'
import { printable } from './printable.ts'
import { wrapped } from './wrapped.ts'

/** Names a line holds at most, lines a list has, and findings of one check that are told each by itself. */
const NAMED = 5
const ALONE = 3
const INDENT = '    '

const listed = (names: readonly string[]): string =>
  names.length <= NAMED
    ? names.join(', ')
    : `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} more`

const MARKS: Readonly<Record<Severity, string>> = { error: '×', warning: '‼', info: 'i' }
const COLORS = { error: 'red', warning: 'yellow', info: 'cyan' } as const

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`)

/** Whether a text has this name in it, and not as a part of another. */
const says = (text: string, name: string): boolean =>
  new RegExp(String.raw`(?<![\w.-])${escaped(name)}(?![\w-]|\.\w)`).test(text)

/** A message that says what it is about needs no title. */
const sentence = ({ object, message }: DoctorFinding): string =>
  object.split(', ').every((name) => name === '' || says(message, name)) ? message : `${object}: ${message}`

const relatedLines = ({ related = [], message }: DoctorFinding): string[] => {
  const unsaid = related.filter((name) => !says(message, name))
  return unsaid.length === 0 ? [] : [`${INDENT}${listed(unsaid)}`]
}

const remedyLine = (remedy: string): string => `${INDENT}→ ${remedy}`

const aloneLines = (finding: DoctorFinding, head: string): string[] => [
  `${head}  ${sentence(finding)}`,
  ...relatedLines(finding),
  ...(finding.remedy === undefined ? [] : [remedyLine(finding.remedy)]),
]

/** Names of its own, which set what it is told apart from the next, and what stands in their place. */
const ownOf = ({ object }: DoctorFinding): readonly (readonly [name: string, place: string])[] => {
  const [first = '', ...others] = object.split('/')
  const last = others.at(-1)
  const names =
    last === undefined
      ? [[first, 'NAME'] as const]
      : ([
          [first, 'NAMESPACE'],
          [last, 'NAME'],
        ] as const)
  return names.filter(([name]) => name !== '').toSorted(([a], [b]) => b.length - a.length)
}

/** Also within longer names: a Secret is often called after its cluster. */
const template = (text: string, finding: DoctorFinding): string =>
  ownOf(finding).reduce(
    (filled, [name, place]) =>
      filled.replaceAll(new RegExp(String.raw`(?<![A-Za-z0-9])${escaped(name)}(?![A-Za-z0-9])`, 'g'), place),
    text,
  )

const distinct = (texts: readonly string[]): readonly string[] => [...new Set(texts)]

/** One remedy as it is; of several what they have in common, with placeholders. */
const togetherRemedies = (findings: readonly DoctorFinding[]): readonly string[] => {
  const asWritten = distinct(findings.flatMap(({ remedy }) => remedy ?? []))
  if (asWritten.length <= 1) return asWritten
  return distinct(
    findings.flatMap((finding) => (finding.remedy === undefined ? [] : template(finding.remedy, finding))),
  )
}

const moreLine = (count: number): string[] => (count > 0 ? [`${INDENT}and ${count} more: -o wide`] : [])

const togetherLines = (findings: readonly DoctorFinding[], head: string): string[] => {
  const [text = '', ...others] = distinct(findings.map((finding) => template(finding.message, finding)))
  const remedies = togetherRemedies(findings)
  const hints = [...remedies.slice(0, ALONE).map(remedyLine), ...moreLine(remedies.length - ALONE)]
  if (others.length === 0)
    return [
      `${head}  ${findings.length} findings: ${text}`,
      `${INDENT}${listed(findings.map(({ object }) => object))}`,
      ...hints,
    ]
  return [
    `${head}  ${findings.length} findings`,
    ...findings.slice(0, NAMED).map((finding) => `${INDENT}${sentence(finding)}`),
    ...moreLine(findings.length - NAMED),
    ...hints,
  ]
}

/** A remedy with a command, flags or a rule is left as it is: it is there to be copied. */
const fitted = (line: string, columns: number | undefined): readonly string[] =>
  line.startsWith(`${INDENT}→`) && /kubectl|--|\{/.test(line) ? [line] : wrapped(line, columns)

export interface FindingOptions {
  /** `wide`: each finding by itself, however many. */
  readonly form: 'table' | 'wide' | 'short'
  /** Of the terminal; absent off one. */
  readonly columns?: number
}

/** What a check found, the gravest first. */
export const findingLines = (
  { findings, id }: DoctorCheck,
  { form, columns }: FindingOptions,
  chalk: ChalkInstance,
): readonly string[] => {
  const severities = [...new Set(findings.map(({ severity }) => severity))]
  return severities.flatMap((severity) => {
    const own = findings.filter((finding) => finding.severity === severity)
    const head = `${MARKS[severity]} ${id}`
    const isTogether = form !== 'wide' && own.length > ALONE
    const lines = isTogether ? togetherLines(own, head) : own.flatMap((finding) => aloneLines(finding, head))
    const paint = chalk[COLORS[severity]]
    return lines
      .flatMap((line) => fitted(printable(line), columns))
      .map((line) =>
        line.startsWith(head)
          ? `${paint(MARKS[severity])} ${chalk.bold(id)}${line.slice(head.length)}`
          : line,
      )
  })
}
