import { DECISION_REASONS } from '../src/engine/reasons/decisions.ts'
import { TRANSLATION_WARNINGS, UNUSABLE } from '../src/engine/reasons/kubeconfig.ts'
import { PASS_WARNINGS } from '../src/engine/reasons/warnings.ts'
import { CHECK_TEXTS } from '../src/doctor/catalogue.ts'
import { CHECKS as ALL_CHECKS } from '../src/doctor/checks/index.ts'
import { SECTIONS as CHECK_SECTIONS } from '../src/doctor/finding.ts'
import { CHECKS, readWords, REASONS, textsOf, type Reason, type Text } from './reason-texts.ts'

type Table = Readonly<Record<string, Reason>>

const SECTIONS: readonly (readonly [title: string, lead: string, table: Table])[] = [
  ['Decisions', 'The `reason` of a decision.', DECISION_REASONS],
  [
    'Why a kubeconfig is unusable',
    'What stands in the message of `source-unusable`, and in `candidates[].rejected`.',
    UNUSABLE,
  ],
  [
    'Warnings about a kubeconfig',
    'The cluster is registered all the same. They stand in `warnings[]`.',
    TRANSLATION_WARNINGS,
  ],
  ['Warnings about a pass', 'They stand in `warnings[]` too.', PASS_WARNINGS],
]

const HEAD = `# Reasons

<!-- Written by .ci/docs.ts from src/engine/reasons and src/doctor/texts; change those, not this. -->

Every message the command prints comes from these tables. The ids never change; the sentences may. \`<name>\` stands
for a value. A reason with several sentences says the one that fits. [Troubleshooting](troubleshooting.md) takes the
common ones step by step.
`

// `<name>` outside of code would be taken for an HTML element.
const prose = (text: string): string =>
  text
    .split('`')
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(/[<*]/g, String.raw`\$&`)))
    .join('`')

const lines = ({ message, remedy }: Text): string =>
  `- ${prose(message)}\n${remedy === '' ? '' : `  - → ${prose(remedy)}\n`}`

const section = (title: string, lead: string, table: Table, words: readonly string[]): string =>
  [
    `## ${title}\n\n${lead}\n`,
    ...Object.keys(table)
      .sort()
      .map((id) => {
        const reason = table[id]
        return reason === undefined ? '' : `### ${id}\n\n${textsOf(id, reason, words).map(lines).join('')}`
      }),
  ].join('\n')

const CHECKS_LEAD = `## Checks of doctor

What \`doctor\` looks at, by the section of its report; a finding's \`docs\` leads here. Where an id is a reason's too,
both are about the same thing. More in [doctor.md](doctor.md).
`

const ONLY: Readonly<Record<string, string>> = {
  hub: 'Needs a hub: with manifests it is left out.',
  probe: 'Runs with `--probe` only.',
}

const checkSections = (words: readonly string[]): readonly string[] =>
  CHECK_SECTIONS.flatMap((name) => {
    const checks = ALL_CHECKS.filter(({ section }) => section === name)
    if (checks.length === 0) return []
    const texts = checks.map(({ id, on, only }) => {
      const note = ONLY[only ?? on]
      // The word before the id keeps its anchor apart from that of a reason.
      const head = `#### doctor: ${id}\n\n${note === undefined ? '' : `${note}\n\n`}`
      return `${head}${textsOf(id, CHECK_TEXTS[id], words).map(lines).join('')}`
    })
    return [`### Section ${name}\n`, ...texts]
  })

/** The text of docs/reasons.md. */
export const renderReasons = (): string => {
  const words = readWords(REASONS)
  return [
    HEAD,
    ...SECTIONS.map(([title, lead, table]) => section(title, lead, table, words)),
    CHECKS_LEAD,
    ...checkSections(readWords(CHECKS)),
  ].join('\n')
}
