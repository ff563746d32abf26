import type { Check } from '../check.ts'
import { serverAlias } from './claims-alias.ts'
import { namespaceFieldInert } from './claims-inert.ts'
import {
  nameConflict,
  namespaceClaim,
  namespaceClaimConflict,
  namespaceClaimSize,
  serverConflict,
} from './claims.ts'
import { execGate, execUntranslatable } from './exec.ts'
import { providerSuggest, providerUnmatched } from './providers.ts'
import { sourceDrift } from './registrations-drift.ts'
import { registrationForeignEdit, registrationFrozen, registrationUnrouted } from './registrations.ts'
import { demotedReservesName, pinLeavesTwin, removalHeld, removalPending } from './removal.ts'
import { serverScope } from './sources-scope.ts'
import { sourceAmbiguous, sourceMissing, sourceUnseen, sourceUnusable, sourceWaiting } from './sources.ts'

/** Checks that look at the plan `sync` would carry out. */
export const PLAN_CHECKS: readonly Check[] = [
  execGate,
  execUntranslatable,
  providerUnmatched,
  providerSuggest,
  sourceMissing,
  sourceWaiting,
  sourceUnusable,
  sourceUnseen,
  sourceAmbiguous,
  serverScope,
  namespaceClaim,
  namespaceClaimConflict,
  namespaceClaimSize,
  namespaceFieldInert,
  nameConflict,
  serverConflict,
  serverAlias,
  registrationFrozen,
  registrationUnrouted,
  registrationForeignEdit,
  sourceDrift,
  removalHeld,
  removalPending,
  demotedReservesName,
  pinLeavesTwin,
]
