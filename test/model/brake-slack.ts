import type { Namespace, Secret } from '../../src/kube/objects.ts'
import { P } from '../engine/test-hub.ts'
import { allowed, fleetOf, isNewHub, isSourceLeft, type BrakeSetting } from './fleet.ts'
import type { PassRun, Process } from './passes.ts'
import { isClean } from './plans.ts'
import { stampTime } from './removal-rules.ts'
import {
  clusterOf,
  isGoing,
  isManaged,
  isOurs,
  isPinned,
  isVisible,
  sourceNamespaceOf,
  type Sight,
} from './sight.ts'

const DAY = 24 * 3_600_000

const isReplaced = (secret: Secret, { metadata }: Namespace, now: number): boolean =>
  secret.metadata.labels?.[`${P}source-namespace-uid`] !== metadata.uid &&
  now - Date.parse(metadata.creationTimestamp ?? '') >= DAY

/** Whether there is any reason at all to hide or to delete it. */
const isDoomed = (
  secret: Secret,
  { namespaces }: Sight,
  owner: string,
  now: number,
  ttl: number,
): boolean => {
  const name = sourceNamespaceOf(secret)
  if (name === '' || isPinned(secret) || isGoing(secret)) return false
  const since = stampTime(secret.metadata.labels?.[`${P}stale-since`])
  if (!isVisible(secret) && ttl > 0 && since !== undefined && now - since > ttl) return true
  const namespace = namespaces.get(name)
  if (!namespace) return true
  if (!isManaged(namespace, owner) || isGoing(namespace)) return false
  const isUnderItsName = `cluster-${clusterOf(namespace)}` === secret.metadata.name
  return isVisible(secret) && (!isUnderItsName || isReplaced(secret, namespace, now))
}

const isBraked = (result: PassRun['result']): boolean =>
  result?.outcomes.some(({ decision }) => 'held' in decision && decision.held === 'removal-held') === true

/** On a new hub all registrations count, and the more there are, the more may go: what this pass made lets the next one do
 *  what this one held. */
export const mayGoOn = ({ now, recorder, result }: PassRun, { secrets }: Sight, owner: string): boolean =>
  isBraked(result) &&
  recorder.effects.some(({ before, after }) => after && isVisible(after) && !(before && isVisible(before))) &&
  isNewHub(secrets, owner, now)

/**
 * The brake holds nothing that it might let go: where all that could go at all is within the limit, nothing is held.
 * @param before the hub as it stood, which is what a pass without trouble sees
 * @param process as it was before the pass
 */
export const slackFaults = (
  { now, plan, listener, result, wish }: PassRun,
  before: Sight,
  process: Process,
  limit: BrakeSetting,
  owner: string,
  ttl: number,
): string[] => {
  const [told, ...more] = listener.plans
  if (!isBraked(result) || !isClean(plan) || told === undefined || more.length > 0) return []
  if (process.hub !== undefined && told.hub !== process.hub) return []
  const { recent, size } = fleetOf(before.secrets, owner, now, process.removals)
  const doomed = [...before.secrets.values()].filter(
    (secret) =>
      isOurs(secret, owner) &&
      (wish.ask?.secrets.has(secret.metadata.name) === true || isDoomed(secret, before, owner, now, ttl)),
  )
  const outOfSight = doomed.filter((secret) => !isVisible(secret) && !recent.has(secret.metadata.name))
  const may = wish.prunes?.release ?? allowed(limit, size + outOfSight.length)
  const isMany = doomed.length > 1 && wish.prunes?.release === undefined && !isSourceLeft(before, owner)
  const could = new Set([...recent, ...doomed.map(({ metadata }) => metadata.name)]).size
  return !isMany && could <= may ? [`the brake holds, though only ${could} could go and ${may} may`] : []
}
