import { brake } from '../engine/brake.ts'
import { isRemoval, isWrite, type Decision, type Outcome } from '../engine/decision.ts'
import type { HubSight } from '../engine/hub-identity.ts'
import { REMOVALS_OFF, type PlanInputs } from '../engine/plan/context.ts'
import { plan } from '../engine/plan/index.ts'
import type { Settings } from '../settings/settings.ts'
import type { Fleet } from './fleet.ts'

export interface AuditInputs {
  readonly prune: boolean
  readonly removed: readonly string[]
  readonly hub: HubSight
}

/** The whole fleet as it stands and as it is decided. */
export interface Audit {
  readonly decisions: readonly Decision[]
  /** Namespaces with something to do that no event told of: time has passed, or it was held. */
  readonly due: readonly string[]
  /** Removals and hides the brake holds. */
  readonly held: number
  /** Registrations that no namespace can be worked on for. */
  readonly unrouted: readonly Outcome[]
}

/** Plans the whole fleet on what is seen; nothing is read. Times to live and grace periods end here. */
export const audit = (
  fleet: Fleet,
  settings: Settings,
  now: number,
  { prune, removed, hub }: AuditInputs,
): Audit => {
  const snapshot = fleet.snapshot()
  const inputs: PlanInputs = prune ? {} : { hold: REMOVALS_OFF }
  const free = plan(snapshot, settings, now, inputs)
  const hold = prune ? brake(snapshot, settings, now, free, { removed, hub }) : undefined
  const decisions = hold ? plan(snapshot, settings, now, { hold }) : free
  const work = decisions.filter(
    (decision) => (isWrite(decision) || isRemoval(decision)) && decision.held === undefined,
  )
  const isHeld = (decision: Decision): boolean => isRemoval(decision) && decision.held === 'removal-held'
  return {
    decisions,
    due: [...new Set(work.flatMap(({ namespace }) => namespace ?? []))],
    held: decisions.filter(isHeld).length,
    unrouted: decisions.flatMap((decision) =>
      decision.reason === 'unrouted' ? [{ decision, notes: [] }] : [],
    ),
  }
}
