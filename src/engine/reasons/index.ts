import type { Params, TranslationWarningId, UnusableCause } from '../../kubeconfig/translation.ts'
import { DECISION_REASONS, type ReasonId } from './decisions.ts'
import { TRANSLATION_WARNINGS, UNUSABLE } from './kubeconfig.ts'
import type { ReasonText } from './reason-text.ts'
import { PASS_WARNINGS, type PassWarningId } from './warnings.ts'

export type { ReasonId } from './decisions.ts'
export type WarningId = TranslationWarningId | PassWarningId

/** Text is made here and nowhere else: from the reason tables and the values a decision carries. */
export const decisionText = (
  id: ReasonId,
  params: Params,
): { readonly message: string; readonly remedy: string } => ({
  message: DECISION_REASONS[id].message(params),
  remedy: DECISION_REASONS[id].remedy(params),
})

const isPassWarning = (id: WarningId): id is PassWarningId => Object.hasOwn(PASS_WARNINGS, id)

export const warningText = (
  id: WarningId,
  params: Params,
): { readonly message: string; readonly remedy: string } => {
  const reason: ReasonText = isPassWarning(id) ? PASS_WARNINGS[id] : TRANSLATION_WARNINGS[id]
  return { message: reason.message(params), remedy: reason.remedy(params) }
}

export const causeText = (
  cause: UnusableCause,
  params: Params,
): { readonly message: string; readonly remedy: string } => ({
  message: UNUSABLE[cause].message(params),
  remedy: UNUSABLE[cause].remedy(params),
})
