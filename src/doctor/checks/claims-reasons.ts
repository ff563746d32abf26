import type { ReasonId, WarningId } from '../../engine/reasons/index.ts'
import type { CheckId } from '../catalogue.ts'

/** Checks that tell of what the plan leaves undone, or of what it says beside a decision. */
export type PlanCheckId =
  | 'exec-gate'
  | 'exec-untranslatable'
  | 'namespace-claim'
  | 'namespace-claim-conflict'
  | 'namespace-claim-size'
  | 'source-missing'
  | 'source-waiting'
  | 'source-unusable'
  | 'source-unseen'
  | 'source-ambiguous'
  | 'server-scope'
  | 'name-conflict'
  | 'server-conflict'
  | 'registration-frozen'
  | 'registration-unrouted'
  | 'registration-foreign-edit'
  | 'source-drift'
  | 'removal-held'
  | 'removal-pending'
  | 'demoted-reserves-name'
  | 'pin-leaves-twin'

/**
 * Which check tells of a reason to write nothing. `kept`: where an active registration is left for it and can't be refreshed
 * any more, which is graver than what it lacks.
 */
export interface Told {
  readonly check: PlanCheckId
  readonly kept?: 'registration-frozen'
}

const FROZEN: Told = { check: 'registration-frozen' }

const orFrozen = (check: PlanCheckId): Told => ({ check, kept: 'registration-frozen' })

/** Reasons to write: the engine never rests on them. */
const ACTED_ON = undefined

/**
 * Every reason has its place here, or the project does not compile. A source that lacks something, and a name that another
 * holds, is told of more exactly by looking at the decision (claims-told.ts).
 */
export const TOLD_BY_REASON: Readonly<Record<ReasonId, Told | undefined>> = {
  'first-registration': ACTED_ON,
  'source-changed': ACTED_ON,
  'metadata-changed': ACTED_ON,
  'namespace-recreated': ACTED_ON,
  'orphan-adopted': ACTED_ON,
  'up-to-date': ACTED_ON,
  'label-back': ACTED_ON,
  'visible-again': ACTED_ON,
  renamed: ACTED_ON,
  'manual-hold': ACTED_ON,
  'ttl-over': ACTED_ON,
  asked: ACTED_ON,
  'server-race': ACTED_ON,
  'namespace-gone': { check: 'removal-pending' },
  'live-claim': { check: 'removal-pending' },
  'namespace-terminating': { check: 'removal-pending' },
  'removal-pending': { check: 'removal-pending' },
  'namespace-replaced': FROZEN,
  'managed-by-lost': FROZEN,
  'other-settings': FROZEN,
  'contested-write': FROZEN,
  'registration-immutable': FROZEN,
  pinned: { check: 'demoted-reserves-name', kept: 'registration-frozen' },
  held: { check: 'demoted-reserves-name' },
  demoted: { check: 'demoted-reserves-name' },
  'source-unusable': orFrozen('source-unusable'),
  'source-missing': orFrozen('source-missing'),
  'key-missing': orFrozen('source-missing'),
  'source-empty': orFrozen('source-missing'),
  'cluster-label-missing': orFrozen('namespace-claim'),
  'cluster-name-illegal': orFrozen('namespace-claim'),
  'cluster-name-reserved': orFrozen('namespace-claim'),
  'incomplete-view': { check: 'source-unseen' },
  unrouted: { check: 'registration-unrouted' },
  'not-managed': { check: 'name-conflict' },
  'name-held': { check: 'name-conflict' },
  'orphan-cluster-mismatch': { check: 'name-conflict' },
  incumbent: { check: 'name-conflict' },
  'create-race': { check: 'name-conflict' },
  'contested-name': { check: 'namespace-claim-conflict' },
  'server-collision': { check: 'server-conflict' },
}

/** Said of a write that was tried: nothing is written here. */
const WHILE_WRITING = undefined
/** Nobody need do anything about it. */
const FOR_INFORMATION = undefined
/** Part of a decision that has its own finding. */
const BESIDE_ITS_DECISION = undefined
/** Checks of credentials and of cluster Secrets look at the thing itself, and see more of it. */
const LOOKED_AT_ITSELF = undefined

/** Which check tells of a warning. */
export const TOLD_BY_WARNING: Readonly<Record<WarningId, CheckId | undefined>> = {
  'stood-down': WHILE_WRITING,
  'write-failed': WHILE_WRITING,
  'server-race': WHILE_WRITING,
  'superseded-by-omitted': FOR_INFORMATION,
  'exec-argument-dropped': FOR_INFORMATION,
  'exec-identity': FOR_INFORMATION,
  'hub-unconfirmed': FOR_INFORMATION,
  'applications-not-served': FOR_INFORMATION,
  'rename-refused': BESIDE_ITS_DECISION,
  'annotation-dropped': 'namespace-claim-size',
  'address-changed': 'source-drift',
  'exec-shadowed': 'provider-order',
  'hold-overridden': 'registration-foreign-edit',
  'pin-leaves-twin': 'pin-leaves-twin',
  'removal-held': 'removal-held',
  'removals-off': 'removal-pending',
  'applications-removed': 'removal-pending',
  'applications-stranded': 'removal-pending',
  'applications-unseen': 'removal-pending',
  'workloads-deleted': 'removal-pending',
  'server-twin': 'cluster-duplicate-server',
  'source-ambiguous': 'source-ambiguous',
  'token-file-ignored': 'source-ambiguous',
  'stamp-unreadable': 'demoted-reserves-name',
  'server-single-label': 'server-scope',
  'server-in-cluster-dns': 'server-scope',
  'server-host-docker-internal': 'server-scope',
  'server-loopback-dns': 'server-scope',
  'server-node-port': 'server-scope',
  'proxy-loopback': 'server-scope',
  insecure: LOOKED_AT_ITSELF,
  'token-short-lived': LOOKED_AT_ITSELF,
  'credential-expired': LOOKED_AT_ITSELF,
  'credential-not-yet-valid': LOOKED_AT_ITSELF,
}
