import type { Check } from '../check.ts'
import { ACCESS_CHECKS } from './access.ts'
import { CONTROLLER_CHECKS } from './controller.ts'
import { CREDENTIAL_CHECKS } from './credentials.ts'
import { ARGOCD_CHECKS } from './argocd-all.ts'
import { PLAN_CHECKS } from './claims-all.ts'
import { PROBE_CHECKS } from './probe.ts'
import { providerOrder } from './settings.ts'

/** Every check, a family a line; a report shows them by section, in this order. */
export const CHECKS: readonly Check[] = [
  ...ACCESS_CHECKS,
  ...CREDENTIAL_CHECKS,
  ...ARGOCD_CHECKS,
  providerOrder,
  ...PLAN_CHECKS,
  ...PROBE_CHECKS,
  ...CONTROLLER_CHECKS,
]
