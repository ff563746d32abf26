import type { Params } from '../kubeconfig/translation.ts'
import type { ReasonText } from '../engine/reasons/reason-text.ts'
import { APPLICATIONS_TEXTS } from './texts/applications.ts'
import { ARGOCD_TEXTS } from './texts/argocd.ts'
import { CREDENTIALS_TEXTS } from './texts/credentials.ts'
import { CLUSTERS_TEXTS } from './texts/clusters.ts'
import { ACCESS_TEXTS } from './texts/access.ts'
import { CONTROLLER_TEXTS } from './texts/controller.ts'
import { PLAN_TEXTS } from './texts/plan.ts'
import { PROBE_TEXTS } from './texts/probe.ts'
import { SETTINGS_TEXTS } from './texts/settings.ts'

/** The words of every check, by its id. Ids are never renamed (doctor.md). */
const TEXTS = {
  ...CLUSTERS_TEXTS,
  ...CREDENTIALS_TEXTS,
  ...ARGOCD_TEXTS,
  ...APPLICATIONS_TEXTS,
  ...ACCESS_TEXTS,
  ...SETTINGS_TEXTS,
  ...PLAN_TEXTS,
  ...PROBE_TEXTS,
  ...CONTROLLER_TEXTS,
}

export type CheckId = keyof typeof TEXTS

export const CHECK_TEXTS: Readonly<Record<CheckId, ReasonText>> = TEXTS

export const findingText = (
  id: CheckId,
  params: Params,
): { readonly message: string; readonly remedy: string } => ({
  message: CHECK_TEXTS[id].message(params),
  remedy: CHECK_TEXTS[id].remedy(params),
})
