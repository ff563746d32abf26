import type { KubeClient } from '../kube/client.ts'
import { isAlreadyExists, isConflict, isNotFound } from '../kube/errors.ts'
import type { Secret } from '../kube/objects.ts'
import type { Settings } from '../settings/settings.ts'
import { applyDesired } from './apply.ts'
import { failed, isUnchanged, overtaken, stoodDown, type Attempt } from './attempt.ts'
import { mapConcurrently } from './concurrency.ts'
import {
  isRemoval,
  isWrite,
  type Decision,
  type Desired,
  type Outcome,
  type Removal,
  type Write,
} from './decision.ts'
import type { HubIdentity } from './hub-identity.ts'
import { keysUnder, registrationKey } from './keys.ts'
import { Proofs } from './prove-gone.ts'
import { remove } from './remove.ts'

/** `client` sends no write; `server` sends writes that the hub admits and does not persist. */
export type DryRun = 'none' | 'client' | 'server'

export interface ActOptions {
  readonly dryRun: DryRun
  readonly concurrency: number
  readonly credentials: ReadonlyMap<string, string>
  readonly identity: HubIdentity
  readonly signal?: AbortSignal
  /** Outcomes of the same pass that decisions may wait for. */
  readonly earlier?: readonly Outcome[]
  /** Called as each decision is settled, for progress. */
  readonly onOutcome?: (outcome: Outcome) => void
  /** Called with what stands there before a write replaces it. It may hold a credential. */
  readonly onReplaced?: (secret: Secret, decision: Write) => void
  /** Called with what the hub stored, undefined where it was deleted; not on dry runs. It holds a credential. */
  readonly onStored?: (name: string, secret: Secret | undefined) => void
  /** Milliseconds that only go forward; default `performance.now`. */
  readonly clock?: () => number
}

/** What carrying out one decision needs. */
export interface Actor {
  readonly client: KubeClient
  readonly settings: Settings
  readonly options: ActOptions
  readonly proofs: Proofs
}

const configOf = (
  desired: Desired,
  present: Secret | undefined,
  credentials: ReadonlyMap<string, string>,
): string => {
  if (desired.credential === undefined)
    return Buffer.from(present?.data?.['config'] ?? '', 'base64').toString()
  const config = credentials.get(desired.credential)
  if (config === undefined) throw new Error(`no config was kept for ${desired.clusterName}`)
  return config
}

/** POST or PUT of the desired state. */
const write = async ({ client, settings, options }: Actor, decision: Write): Promise<Attempt> => {
  const { desired, precondition, secret: name } = decision
  const namespace = settings.targetNamespace
  const keys = keysUnder(settings.labelPrefix)
  const writeOptions = {
    dryRun: options.dryRun === 'server',
    ...(options.signal ? { signal: options.signal } : {}),
  }
  const written: Attempt = { result: options.dryRun === 'server' ? 'planned' : 'done', notes: [] }
  if (precondition.kind === 'absent') {
    const empty: Secret = { apiVersion: 'v1', kind: 'Secret', type: 'Opaque', metadata: { name, namespace } }
    const config = configOf(desired, undefined, options.credentials)
    const stored = await client.create('secrets', applyDesired(empty, desired, config, keys), writeOptions)
    if (!writeOptions.dryRun) options.onStored?.(name, stored)
    return written
  }
  const present = await client.get('secrets', { namespace, name }, options.signal)
  if (!isUnchanged(present, precondition.base)) return overtaken(`${name} has changed since it was read`)
  const config = configOf(desired, present, options.credentials)
  options.onReplaced?.(present, decision)
  const stored = await client.update('secrets', applyDesired(present, desired, config, keys), writeOptions)
  if (!writeOptions.dryRun) options.onStored?.(name, stored)
  return written
}

const attempt = async (actor: Actor, decision: Write): Promise<Attempt> => {
  try {
    return await write(actor, decision)
  } catch (error) {
    if (isAlreadyExists(error)) return overtaken(`${decision.secret} was made by somebody else`)
    if (isConflict(error)) return overtaken(`${decision.secret} was changed by somebody else`)
    if (decision.precondition.kind === 'unchanged' && isNotFound(error, decision.secret))
      return overtaken(`${decision.secret} was deleted by somebody else`)
    return failed(error, actor.settings)
  }
}

const settle = async (
  actor: Actor,
  decision: Decision,
  earlier: ReadonlyMap<string, Outcome>,
): Promise<Outcome> => {
  if (!isWrite(decision) && !isRemoval(decision)) return { decision, notes: [] }
  if (decision.held !== undefined) return { decision, result: 'held', notes: [] }
  const blocker = decision.after.find((id) => !isDone(earlier.get(id)))
  if (blocker !== undefined) {
    const why = `${blocker} had to be done first, and was not`
    return { decision, ...(earlier.get(blocker)?.again ? overtaken(why) : stoodDown(why)) }
  }
  if (actor.options.dryRun === 'client' || isUntriable(actor, decision))
    return { decision, result: 'planned', notes: [] }
  const outcome = isWrite(decision) ? await attempt(actor, decision) : await remove(actor, decision)
  return { decision, ...outcome }
}

/** On a dry run by the server what is deleted stays, so that nothing can be made in its place. */
const isUntriable = ({ options, settings }: Actor, decision: Write | Removal): boolean =>
  options.dryRun === 'server' &&
  decision.after.includes(registrationKey(settings.targetNamespace, decision.secret))

const isDone = (outcome: Outcome | undefined): boolean =>
  outcome?.result === 'done' || outcome?.result === 'planned'

/**
 * Carries decisions out, each behind its precondition, those that wait for others after them. A failed one is reported
 * and never keeps the rest. Everything that is ever written to the target namespace passes through here.
 * @returns outcomes in the order of the decisions
 */
export const act = async (
  client: KubeClient,
  settings: Settings,
  decisions: readonly Decision[],
  options: ActOptions,
): Promise<Outcome[]> => {
  const proofs = new Proofs(client, options.identity, options.clock ?? (() => performance.now()))
  const actor: Actor = { client, settings, options, proofs }
  const outcomes = new Map<Decision, Outcome>()
  const earlier = new Map((options.earlier ?? []).map((outcome) => [outcome.decision.id, outcome]))
  let open = decisions
  while (open.length > 0) {
    const openIds = new Set(open.map(({ id }) => id))
    const waiting = new Set(open.filter((decision) => waitsFor(decision, openIds)))
    // A circle of decisions that wait for each other is let go at once: each then stands down.
    const ready = waiting.size === open.length ? open : open.filter((decision) => !waiting.has(decision))
    await mapConcurrently(ready, options.concurrency, async (decision) => {
      const outcome = await settle(actor, decision, earlier)
      outcomes.set(decision, outcome)
      earlier.set(decision.id, outcome)
      options.onOutcome?.(outcome)
    })
    open = ready === open ? [] : open.filter((decision) => waiting.has(decision))
  }
  return decisions.flatMap((decision) => outcomes.get(decision) ?? [])
}

const waitsFor = (decision: Decision, open: ReadonlySet<string>): boolean =>
  'after' in decision && decision.after.some((id) => open.has(id))
