import { isConflict, isNotFound } from '../kube/errors.ts'
import type { Secret } from '../kube/objects.ts'
import type { Actor } from './act.ts'
import { applyMark } from './apply.ts'
import { failed, isUnchanged, overtaken, stoodDown, type Attempt } from './attempt.ts'
import type { Base, Demotion, Precondition, Pruning, Removal } from './decision.ts'
import { keysUnder } from './keys.ts'

const settled = ({ options }: Actor): Attempt => ({
  result: options.dryRun === 'server' ? 'planned' : 'done',
  notes: [],
})

const optionsOf = ({ options }: Actor): { readonly dryRun: boolean; readonly signal?: AbortSignal } => ({
  dryRun: options.dryRun === 'server',
  ...(options.signal ? { signal: options.signal } : {}),
})

/** The registration as it stands, where it is still the one that was decided on. */
const reread = async (
  { client, settings, options }: Actor,
  name: string,
  base: Base,
): Promise<Secret | undefined> => {
  const present = await client.get('secrets', { namespace: settings.targetNamespace, name }, options.signal)
  return isUnchanged(present, base) ? present : undefined
}

const moved = (name: string): Attempt => overtaken(`${name} has changed since it was read`)

const demote = async (actor: Actor, { secret, precondition, mark }: Demotion): Promise<Attempt> => {
  const present = await reread(actor, secret, precondition.base)
  if (!present) return moved(secret)
  const keys = keysUnder(actor.settings.labelPrefix)
  const stored = await actor.client.update('secrets', applyMark(present, mark, keys), optionsOf(actor))
  if (actor.options.dryRun === 'none') actor.options.onStored?.(secret, stored)
  return settled(actor)
}

type Gone = Extract<Precondition, { kind: 'namespace-gone' }>

/** Why the namespace does not count as gone now; undefined where it does. */
const unproved = async ({ proofs }: Actor, { namespace, asked }: Gone): Promise<Attempt | undefined> => {
  const proof = await proofs.of(namespace, asked === true)
  if (proof.state === 'gone') return undefined
  if (proof.state === 'back') return overtaken(`namespace ${namespace} is there again`)
  return stoodDown(`not proved: ${proof.why}`)
}

/** In this order (decisions.md §4): the proof, the registration once more, the DELETE with both preconditions. */
const prune = async (actor: Actor, { secret, precondition }: Pruning): Promise<Attempt> => {
  const { client, proofs, settings } = actor
  const isGone = precondition.kind === 'namespace-gone'
  const doubt = isGone ? await unproved(actor, precondition) : undefined
  if (doubt) return doubt
  const present = await reread(actor, secret, precondition.base)
  const { uid, resourceVersion } = present?.metadata ?? {}
  if (uid === undefined || resourceVersion === undefined) return moved(secret)
  if (isGone && !proofs.isFresh(precondition.namespace, precondition.asked === true))
    return overtaken('the proof that its namespace is gone had become too old')
  await client.delete(
    'secrets',
    { namespace: settings.targetNamespace, name: secret },
    { uid, resourceVersion, ...optionsOf(actor) },
  )
  if (actor.options.dryRun === 'none') actor.options.onStored?.(secret, undefined)
  return settled(actor)
}

/** Hides or deletes one registration. */
export const remove = async (actor: Actor, decision: Removal): Promise<Attempt> => {
  try {
    return await (decision.action === 'demote' ? demote(actor, decision) : prune(actor, decision))
  } catch (error) {
    const { action, secret } = decision
    if (isConflict(error)) return overtaken(`${secret} was changed by somebody else`)
    // What was to be deleted is not there any more (C5.62).
    if (isNotFound(error, secret))
      return action === 'prune' ? settled(actor) : overtaken(`${secret} was deleted by somebody else`)
    return failed(error, actor.settings, secret)
  }
}
