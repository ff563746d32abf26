import type { Secret } from '../../src/kube/objects.ts'
import { P } from '../engine/test-hub.ts'
import type { Effect } from './recorder.ts'
import {
  addressIn,
  clusterOf,
  isGoing,
  isManaged,
  isOurs,
  isPinned,
  isVisible,
  sourceNamespaceOf,
} from './sight.ts'
import type { Circumstances } from './write-rules.ts'

const DAY = 24 * 3_600_000

/** Milliseconds since the epoch of a stamp as ours are written. */
export const stampTime = (stamp: string | undefined): number | undefined => {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(stamp ?? '') ?? []
  return year === undefined ? undefined : Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

/** Another of ours, from another namespace, stands at the same address, as far as the pass could see. */
const hasTwin = ({ inSight }: Effect, secret: Secret, owner: string): boolean =>
  [...inSight.values()].some(
    (other) =>
      isOurs(other, owner) &&
      isVisible(other) &&
      sourceNamespaceOf(other) !== sourceNamespaceOf(secret) &&
      addressIn(other) === addressIn(secret),
  )

/** The state before this pass touched it. */
const firstState = (effect: Effect, { earlier }: Circumstances): Secret | undefined => {
  const first = earlier.find(({ secret }) => secret === effect.secret)
  return first ? first.before : effect.before
}

const isTouched = (effect: Effect, { earlier }: Circumstances): boolean =>
  earlier.some(({ secret }) => secret === effect.secret)

/** Why a registration may have been deleted; undefined where nothing allows it. */
export const removalReason = (
  effect: Effect,
  before: Secret,
  circumstances: Circumstances,
): 'gone' | 'ttl' | 'asked' | 'race' | undefined => {
  const { owner, now, ttl, asked } = circumstances
  const wasThere = firstState(effect, circumstances) !== undefined
  if (!wasThere && isTouched(effect, circumstances) && hasTwin(effect, before, owner)) return 'race'
  if (isPinned(before)) return undefined
  const namespace = sourceNamespaceOf(before)
  if (namespace !== '' && effect.provedGone.has(namespace)) return 'gone'
  const since = stampTime(before.metadata.labels?.[`${P}stale-since`])
  if (!isVisible(before) && ttl > 0 && since !== undefined && now - since > ttl) return 'ttl'
  const isAsked = asked?.verb === 'prune' && asked.secrets.has(before.metadata.name)
  return isAsked && !isAlive(effect, before, circumstances) ? 'asked' : undefined
}

/** All the time its namespace was there and stood by it, and nobody told the pass otherwise: such a one is not removed even
 *  when a person names it. */
const isAlive = (effect: Effect, before: Secret, { namespaces, owner }: Circumstances): boolean => {
  const name = sourceNamespaceOf(before)
  if (effect.absent.has(name)) return false
  return namespaces.every((sight) => {
    const namespace = sight.get(name)
    if (!namespace || isGoing(namespace) || !isManaged(namespace, owner)) return false
    return isVisible(before) || `cluster-${clusterOf(namespace)}` === before.metadata.name
  })
}

/** A Secret as it stands, as the pass planned with it, and as the pass left it: somebody may have been quicker. */
const seen = ({ others, told }: Effect, { earlier }: Circumstances, name: string): readonly Secret[] =>
  [
    others.get(name),
    told.secrets.get(name),
    ...earlier.filter(({ secret }) => secret === name).map(({ after }) => after),
  ].filter((secret) => secret !== undefined)

/** Why a registration may have been hidden; undefined where nothing allows it. */
export const hideReason = (
  effect: Effect,
  before: Secret,
  circumstances: Circumstances,
): 'asked' | 'renamed' | 'replaced' | 'race' | undefined => {
  const { owner, now, asked, namespaces } = circumstances
  const { name } = before.metadata
  const first = firstState(effect, circumstances)
  if (first && !isVisible(first) && hasTwin(effect, before, owner)) return 'race'
  if (isPinned(before)) return undefined
  if (asked?.verb === 'demote' && asked.secrets.has(name)) return 'asked'
  const recorded = before.metadata.labels?.[`${P}source-namespace-uid`]
  for (const sight of namespaces) {
    const namespace = sight.get(sourceNamespaceOf(before))
    if (!namespace || !isManaged(namespace, owner)) continue
    const isWon = seen(effect, circumstances, `cluster-${clusterOf(namespace)}`).some(
      (successor) =>
        isOurs(successor, owner) &&
        isVisible(successor) &&
        sourceNamespaceOf(successor) === namespace.metadata.name,
    )
    if (`cluster-${clusterOf(namespace)}` !== name && isWon) return 'renamed'
    const age = now - Date.parse(namespace.metadata.creationTimestamp ?? '')
    if (recorded !== undefined && recorded !== namespace.metadata.uid && age >= DAY) return 'replaced'
  }
  return undefined
}
