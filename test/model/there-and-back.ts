import { isDeepStrictEqual } from 'node:util'
import type { Outcome } from '../../src/engine/decision.ts'
import type { Secret } from '../../src/kube/objects.ts'
import { P } from '../engine/test-hub.ts'
import { HELD } from './hand-edits.ts'
import { K3K } from './liveness.ts'
import { withAnnotations } from './objects.ts'
import type { PassRun } from './passes.ts'
import { bytesOf, clusterOf, hasDemotionLabel, isHeld, isVisible, look, sourceNamespaceOf } from './sight.ts'
import type { Stage } from './stage.ts'
import type { Name, Place, SecretName } from './words.ts'

/** Why revert may leave one hidden: nothing stands behind it any more, or another stands in its place. */
const STAYS_HIDDEN: ReadonlySet<string> = new Set(['namespace-gone', 'name-held', 'server-collision'])

const outcomeOf = ({ result }: PassRun, secret: string): Outcome | undefined =>
  result?.outcomes.find(({ decision }) => decision.secret === secret)

/** Somebody else had the same name or address, and now alone. */
const isTaken = ({ result }: PassRun): boolean =>
  result?.outcomes.some(({ decision }) => ['server-collision', 'name-held'].includes(decision.reason)) ===
  true

/** Of a provider that is not configured here: what is hidden of it stays so (decisions.md §1). */
const isForeignTo = ({ setup }: Stage, { metadata }: Secret): boolean =>
  !setup.named && ![undefined, K3K].includes(metadata.labels?.[`${P}provider`])

/** Its namespace names a cluster: otherwise nothing was refreshed, and that would be caught up with. */
const isNamed = async ({ hub }: Stage, secret: Secret): Promise<boolean> => {
  const namespace = (await look(hub)).namespaces.get(sourceNamespaceOf(secret))
  return namespace !== undefined && clusterOf(namespace) !== ''
}

/** On a settled hub: what is demoted and reverted has the bytes of before, or is left hidden, and says why. */
export const hideAndRevert = async (stage: Stage, secret: SecretName): Promise<void> => {
  const secrets = new Set([secret])
  await stage.pass({}, {})
  const before = (await look(stage.hub)).secrets.get(secret)
  const hiding = await stage.start({}, { ask: { verb: 'demote', secrets } })
  if (!before || !isVisible(before) || isHeld(before) || hasDemotionLabel(before)) return
  if (outcomeOf(hiding, secret)?.result !== 'done') return
  const hidden = (await look(stage.hub)).secrets.get(secret)
  // As `revert` does where the namespace has another name by now.
  if (hidden && (await isNamed(stage, hidden))) await stage.world.labelBack(hidden)
  const showing = await stage.start({}, { ask: { verb: 'revert', secrets } })
  const after = (await look(stage.hub)).secrets.get(secret)
  const outcome = outcomeOf(showing, secret)
  const isLeft = outcome?.decision.action === 'keep' && STAYS_HIDDEN.has(outcome.decision.reason)
  if (!isLeft && outcome?.result !== 'done')
    stage.fail([`revert ${secret} neither shows it nor says why not`], hiding, showing)
  if (!isDeepStrictEqual(after && bytesOf(after), bytesOf((isLeft ? hidden : before) ?? before)))
    stage.fail(
      [`${secret} is not what it was before it was ${isLeft ? '' : 'demoted and '}reverted`],
      hiding,
      showing,
    )
}

/** On a settled hub: what is renamed and renamed back has the bytes of before. */
export const renameAndBack = async (stage: Stage, at: Place, name: Name): Promise<void> => {
  const { hub, world } = stage
  await stage.pass({}, {})
  const namespace = await world.namespace(at)
  if (!namespace) return
  const former = clusterOf(namespace)
  const before = (await look(hub)).secrets.get(`cluster-${former}`)
  await world.apply({ do: 'label', at, name })
  const there = await stage.start({}, {})
  const isRenamed = there.result?.outcomes.some(
    ({ decision, result }) =>
      decision.secret === before?.metadata.name && decision.action === 'demote' && result === 'done',
  )
  await world.apply({ do: 'label', at, name: former as Name })
  const back = await stage.start({}, {})
  // Two hides in ten minutes may be more than the brake lets go.
  const isHeldBack = back.result?.outcomes.some(({ result }) => result === 'held') === true
  if (!before || isForeignTo(stage, before)) return
  if (isRenamed !== true || isHeldBack || isTaken(back)) return
  const after = (await look(hub)).secrets.get(before.metadata.name)
  // The marker of a hold that somebody overrode goes when it is hidden.
  const expected = bytesOf(withAnnotations(before, { [HELD]: undefined }))
  if (!after || !isDeepStrictEqual(bytesOf(after), expected))
    stage.fail([`${before.metadata.name} is not what it was before the rename there and back`], there, back)
}
