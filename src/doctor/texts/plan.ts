import { CLAIMS_TEXTS } from './claims.ts'
import { EXEC_TEXTS } from './exec.ts'
import { PROVIDERS_TEXTS } from './providers.ts'
import { REGISTRATIONS_TEXTS } from './registrations.ts'
import { REMOVAL_TEXTS } from './removal.ts'
import { SCOPE_TEXTS } from './sources-scope.ts'
import { SOURCES_TEXTS } from './sources.ts'

/** The words of checks that look at the plan `sync` would carry out. */
export const PLAN_TEXTS = {
  ...EXEC_TEXTS,
  ...PROVIDERS_TEXTS,
  ...SOURCES_TEXTS,
  ...SCOPE_TEXTS,
  ...CLAIMS_TEXTS,
  ...REGISTRATIONS_TEXTS,
  ...REMOVAL_TEXTS,
}
