import type { KubeClient } from '../kube/client.ts'
import type { Settings } from '../settings/settings.ts'
import { withAffects } from './affected.ts'
import { brake } from './brake.ts'
import type { Decision } from './decision.ts'
import { HubIdentity, type HubSight } from './hub-identity.ts'
import { observe, type Observation } from './observe/index.ts'
import type { PassOptions } from './pass.ts'
import {
  planContext,
  registrationAt,
  REMOVALS_OFF,
  sourceNamespaceOf,
  type Ask,
  type Hold,
  type PlanInputs,
} from './plan/context.ts'
import { recordedName } from './plan/group.ts'
import { plan } from './plan/index.ts'
import { withPrerequisites } from './plan/prerequisites.ts'
import type { Incomplete, Snapshot } from './snapshot.ts'

/** A pass that has looked and decided, and written nothing. */
export interface PreparedPass {
  readonly observation: Observation
  /** Those that concern what the pass was asked for. */
  readonly decisions: readonly Decision[]
  readonly incomplete: readonly Incomplete[]
  readonly inputs: PlanInputs
  readonly identity: HubIdentity
}

/** What a plan is made with: why removals must wait, if they must, is found by planning them. */
const inputsFor = (
  settings: Settings,
  options: PassOptions,
  { snapshot }: Observation,
  hub: HubSight,
): PlanInputs => {
  const { ask, damper, now, removed, release } = options
  const inputs: PlanInputs = {
    ...(ask ? { ask } : {}),
    ...(damper ? { isContested: (secret, desired) => damper.isContested(secret, desired, now) } : {}),
  }
  const hold = holdOf()
  return hold ? { ...inputs, hold } : inputs

  function holdOf(): Hold | undefined {
    if (options.removals === 'off') return REMOVALS_OFF
    // What a person hides or shows by name is no surprise to anybody.
    if (ask && ask.verb !== 'prune') return undefined
    const decisions = plan(snapshot, settings, now, inputs)
    const lately = removed?.since(now) ?? []
    return brake(snapshot, settings, now, decisions, {
      removed: lately,
      hub,
      named: namedBy(ask, snapshot, settings, now),
      ...(release ? { release } : {}),
    })
  }
}

/** The names a person gave, as clusters are called. */
const namedBy = (ask: Ask | undefined, snapshot: Snapshot, settings: Settings, now: number): string[] => {
  const context = planContext(snapshot, settings, now)
  return [...(ask?.secrets ?? [])].flatMap((secret) => {
    const registration = registrationAt(context, secret)
    return registration ? [recordedName(registration)] : []
  })
}

/** Source namespaces that are acted on: what is not carried out frees nothing for those that are. */
const scopeOf = (
  settings: Settings,
  { ask, now }: PassOptions,
  snapshot: Snapshot,
): ReadonlySet<string> | undefined => {
  if (settings.namespaces.length > 0) return new Set(settings.namespaces)
  if (!ask) return undefined
  const context = planContext(snapshot, settings, now)
  return new Set(
    [...ask.secrets].flatMap((secret) => {
      const registration = registrationAt(context, secret)
      return registration ? [sourceNamespaceOf(context, registration)] : []
    }),
  )
}

/** Decisions that concern what the pass was asked for, of all that the hub comes to. */
const selectDecisions = (
  decisions: readonly Decision[],
  settings: Settings,
  { ask, only, release }: PassOptions,
  { registrations }: Snapshot,
): readonly Decision[] => {
  if (ask?.verb === 'revert') {
    // A rename that is undone shows the one and hides the other.
    const isNamed = ({ id, secret }: Decision): boolean => ask.secrets.has(secret) && registrations.has(id)
    const namespaces = new Set(
      decisions.flatMap((decision) => (isNamed(decision) ? (decision.namespace ?? []) : [])),
    )
    return decisions.filter(
      (decision) =>
        decision.action !== 'prune' && (isNamed(decision) || namespaces.has(decision.namespace ?? '')),
    )
  }
  if (ask) return decisions.filter(({ id, secret }) => ask.secrets.has(secret) && registrations.has(id))
  if (only === 'removals') {
    const removals = decisions.filter(({ action }) => action === 'prune' || (release && action === 'demote'))
    return withPrerequisites(decisions, removals)
  }
  if (settings.namespaces.length === 0) return decisions
  const wanted = new Set(settings.namespaces)
  return decisions.filter(({ namespace }) => namespace !== undefined && wanted.has(namespace))
}

const selectIncomplete = (
  { namespaces }: Settings,
  incomplete: readonly Incomplete[],
): readonly Incomplete[] =>
  namespaces.length === 0
    ? incomplete
    : incomplete.filter(({ namespace }) => namespace === undefined || namespaces.includes(namespace))

/** Looks at the hub and decides; nothing is written. */
export const preparePass = async (
  client: KubeClient,
  settings: Settings,
  options: PassOptions,
): Promise<PreparedPass> => {
  const identity = options.identity ?? new HubIdentity()
  const observation = await observe(client, settings, options)
  const hub = identity.compare(observation.hubUid)
  const { snapshot } = observation
  const scope = scopeOf(settings, options, snapshot)
  const inputs = { ...inputsFor(settings, options, observation, hub), ...(scope ? { scope } : {}) }
  const all = plan(snapshot, settings, options.now, inputs)
  const decisions = selectDecisions(all, settings, options, snapshot)
  return {
    observation,
    decisions: await withAffects(client, settings, snapshot, { all, decisions, hub }, options.signal),
    incomplete: selectIncomplete(settings, snapshot.incomplete),
    inputs,
    identity,
  }
}
