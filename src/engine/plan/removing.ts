import type { Params } from '../../kubeconfig/translation.ts'
import { isLabelValue } from '../../kube/names.ts'
import type { Change, Demotion, HeldReason, Mark, Note, Precondition, Pruning } from '../decision.ts'
import { isOwnKey } from '../keys.ts'
import { demotedMetadata } from '../demotion.ts'
import type { ReasonId } from '../reasons/index.ts'
import type { RegistrationDigest } from '../snapshot.ts'
import { formatStamp } from '../stamp.ts'
import { mapChanges } from './changes.ts'
import { holdNotes, renameHeld, type Hold, type PlanContext } from './context.ts'
import { about, standing } from './standing.ts'

const heldOf = (hold: Hold | undefined): { readonly held?: HeldReason } =>
  hold === undefined ? {} : { held: hold.reason }

/** Deletes a registration. */
export const pruning = (
  context: PlanContext,
  registration: RegistrationDigest,
  reason: ReasonId,
  precondition: Pruning['precondition'],
  params: Params = {},
): Pruning => ({
  ...about(context, registration),
  action: 'prune',
  reason,
  params: { ...standing(context, registration), ...params },
  warnings: holdNotes(context.held, `delete ${registration.name}`),
  precondition,
  after: [],
  ...heldOf(context.held),
})

export const unchanged = (
  registration: RegistrationDigest,
): Extract<Precondition, { kind: 'unchanged' }> => ({ kind: 'unchanged', base: registration.base })

const changesOf = (context: PlanContext, registration: RegistrationDigest, mark: Mark): readonly Change[] => {
  const { labels, annotations } = registration
  const after = demotedMetadata({ labels, annotations }, mark, context.keys)
  const ours = (map: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(map).filter(([key]) => isOwnKey(key, context.keys)))
  return [
    ...mapChanges('metadata.labels', ours(labels), ours(after.labels)),
    ...mapChanges('metadata.annotations', ours(annotations), ours(after.annotations)),
  ]
}

interface Hiding {
  readonly reason: 'renamed' | 'manual-hold' | 'namespace-replaced'
  readonly params?: Params
  /** Secret that takes its place. */
  readonly successor?: string
  /** Decisions that must be done first. */
  readonly after?: readonly string[]
}

/** Hides a registration from Argo CD and leaves the rest of it as it is. */
export const demotion = (
  context: PlanContext,
  registration: RegistrationDigest,
  { reason, params = {}, successor, after = [] }: Hiding,
): Demotion => {
  const held = reason === 'renamed' ? renameHeld(context) : context.held
  const fits = successor !== undefined && isLabelValue(successor)
  const mark: Mark = {
    since: formatStamp(context.now),
    ...(fits ? { successor } : {}),
    hold: reason === 'manual-hold',
  }
  const omitted: readonly Note[] =
    successor === undefined || fits
      ? []
      : [{ reason: 'superseded-by-omitted', params: { successor, key: context.keys.supersededBy } }]
  return {
    ...about(context, registration),
    action: 'demote',
    reason,
    params: { ...standing(context, registration), ...params, ...(held ? { held: 'true' } : {}) },
    warnings: [...omitted, ...holdNotes(held, `hide ${registration.name} from Argo CD`)],
    precondition: unchanged(registration),
    mark,
    changes: changesOf(context, registration, mark),
    after,
    ...heldOf(held),
  }
}
