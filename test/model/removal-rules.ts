import type { Secret } from '../../src/kube/objects.ts'
import { P } from '../engine/test-hub.ts'
import type { Effect } from './recorder.ts'
import { addressIn, clusterOf, isManaged, isOurs, isPinned, isVisible, sourceNamespaceOf } from './sight.ts'
import type { Circumstances } from './write-rules.ts'

const DAY = 24 * 3_600_000

const stampTime = (stamp: string | undefined): number | undefined => {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(stamp ?? '') ?? []
  return year === undefined ? undefined : Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

/** Another of ours, from another namespace, stands at the same address. */
const hasTwin = ({ others }: Effect, secret: Secret, owner: string): boolean =>
  [...others.values()].some(
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
  return asked?.verb === 'prune' && asked.secret === before.metadata.name ? 'asked' : undefined
}

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
  if (asked?.verb === 'demote' && asked.secret === name) return 'asked'
  const recorded = before.metadata.labels?.[`${P}source-namespace-uid`]
  for (const sight of namespaces) {
    const namespace = sight.get(sourceNamespaceOf(before))
    if (!namespace || !isManaged(namespace, owner)) continue
    const successor = effect.others.get(`cluster-${clusterOf(namespace)}`)
    const isWon =
      successor !== undefined &&
      isOurs(successor, owner) &&
      isVisible(successor) &&
      sourceNamespaceOf(successor) === namespace.metadata.name
    if (`cluster-${clusterOf(namespace)}` !== name && isWon) return 'renamed'
    const age = now - Date.parse(namespace.metadata.creationTimestamp ?? '')
    if (recorded !== undefined && recorded !== namespace.metadata.uid && age >= DAY) return 'replaced'
  }
  return undefined
}
