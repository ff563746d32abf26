import { DECISION_REASONS, type ReasonId } from '../../engine/reasons/decisions.ts'
import { TRANSLATION_WARNINGS } from '../../engine/reasons/kubeconfig-warnings.ts'
import type { ReasonText } from '../../engine/reasons/reason-text.ts'
import { PASS_WARNINGS } from '../../engine/reasons/warnings.ts'

const isReason = (id: string): id is ReasonId => Object.hasOwn(DECISION_REASONS, id)

const WARNINGS: Readonly<Record<string, ReasonText>> = { ...PASS_WARNINGS, ...TRANSLATION_WARNINGS }

/** The words of the reason or warning of that id; where it is none, as on the page of reasons, what they come to. */
const wordsOf = (
  textOf: (id: string) => ReasonText | undefined,
  key: 'decided' | 'warned',
  summary: string,
): ReasonText => ({
  message: (p) => textOf(p[key] ?? '')?.message(p) ?? summary,
  remedy: (p) => textOf(p[key] ?? '')?.remedy(p) ?? '',
})

/** What the engine says of the decision whose reason is `decided`. */
export const decided = (summary: string): ReasonText =>
  wordsOf((id) => (isReason(id) ? DECISION_REASONS[id] : undefined), 'decided', summary)

/** What it says in the warning `warned`. */
export const warned = (summary: string): ReasonText => wordsOf((id) => WARNINGS[id], 'warned', summary)
