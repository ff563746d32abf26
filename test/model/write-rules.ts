import { isDeepStrictEqual } from 'node:util'
import type { Namespace, Secret } from '../../src/kube/objects.ts'
import { P, SECRET_TYPE } from '../engine/test-hub.ts'
import type { Ask } from './passes.ts'
import type { Effect } from './recorder.ts'
import { hideReason, removalReason } from './removal-rules.ts'
import {
  bytesOf,
  clusterOf,
  hasDemotionLabel,
  isGoing,
  isHeld,
  isManaged,
  isOurs,
  isPinned,
  isVisible,
  sourceNamespaceOf,
} from './sight.ts'

/** What may justify a write of one pass. */
export interface Circumstances {
  readonly owner: string
  /** Milliseconds since the epoch, as the pass was told. */
  readonly now: number
  /** Milliseconds; 0 = never. */
  readonly ttl: number
  readonly asked?: Ask
  /** Source namespaces as they stood when the pass began, and after each change in the middle of it. */
  readonly namespaces: readonly ReadonlyMap<string, Namespace>[]
  /** What this pass had done before. */
  readonly earlier: readonly Effect[]
}

/** At some moment of the pass the namespace asked for this very registration. */
const isClaimed = (secret: Secret, { namespaces, owner }: Circumstances): boolean =>
  namespaces.some((sight) => {
    const namespace = sight.get(sourceNamespaceOf(secret))
    if (!namespace || isGoing(namespace) || !isManaged(namespace, owner)) return false
    return `cluster-${clusterOf(namespace)}` === secret.metadata.name
  })

/** Everything on a Secret that is not ours to say. */
const foreignPart = (secret: Secret): object => {
  const notOurs = (words: Readonly<Record<string, string>> | undefined): object =>
    Object.fromEntries(
      Object.entries(words ?? {}).filter(
        ([key]) => !key.startsWith(P) && !key.startsWith('kubectl-registrar/') && key !== SECRET_TYPE,
      ),
    )
  const { name: _name, server: _server, config: _config, ...data } = secret.data ?? {}
  const { labels: _labels, annotations: _annotations, ...rest } = bytesOf(secret) as Record<string, unknown>
  const { metadata } = secret
  return { ...rest, data, labels: notOurs(metadata.labels), annotations: notOurs(metadata.annotations) }
}

/** Hiding takes the label that shows it and says why; the rest stays (C6.37). */
const besidesDemotion = (secret: Secret): object => {
  const { labels = {}, annotations = {} } = secret.metadata
  const demotion = [SECRET_TYPE, `${P}orphaned-secret-type`, `${P}superseded-by`, `${P}stale-since`]
  const kept = Object.entries(labels).filter(([key]) => !demotion.includes(key))
  const own = Object.entries(annotations).filter(([key]) => !key.startsWith('kubectl-registrar/'))
  return { ...bytesOf(secret), labels: Object.fromEntries(kept), annotations: Object.fromEntries(own) }
}

const createFault = ({ before, after }: Effect, circumstances: Circumstances): string | undefined => {
  if (before) return 'created over another'
  if (!after) return undefined
  if (!isOurs(after, circumstances.owner)) return 'created, and not ours'
  return isClaimed(after, circumstances) ? undefined : 'created, and no namespace asks for it'
}

const updateFault = (
  effect: Effect,
  before: Secret,
  after: Secret,
  circumstances: Circumstances,
): string | undefined => {
  if (!isDeepStrictEqual(foreignPart(before), foreignPart(after))) return 'foreign parts of it changed'
  const from = sourceNamespaceOf(before)
  if (from !== '' && from !== sourceNamespaceOf(after)) return `taken over from ${from}`
  if (isPinned(before) !== isPinned(after)) return 'its pin changed'
  const { asked } = circumstances
  const isAsked = asked?.secrets.has(before.metadata.name) === true
  if (isVisible(before) && !isVisible(after)) {
    if (!isDeepStrictEqual(besidesDemotion(before), besidesDemotion(after)))
      return 'hidden, and more than that'
    return hideReason(effect, before, circumstances) === undefined ? 'hidden for no reason' : undefined
  }
  if (!isVisible(before) && !isVisible(after)) {
    if (isAsked && asked.verb === 'demote') return undefined
    // One that somebody hid is marked like one that we hid (C10.37).
    const isMarked = !hasDemotionLabel(before) && hideReason(effect, before, circumstances) !== undefined
    return isMarked ? undefined : 'a hidden one was written'
  }
  if (!isVisible(before) && isHeld(before) && !(isAsked && asked.verb === 'revert'))
    return 'a held one was made visible'
  if (!isVisible(before) && isAsked && asked.verb === 'revert') return undefined
  return !isVisible(before) && !isClaimed(after, circumstances)
    ? 'made visible, and no namespace asks for it'
    : undefined
}

/** What is wrong with a write; undefined where it was right. */
export const writeFault = (effect: Effect, circumstances: Circumstances): string | undefined => {
  const { before, after, verb } = effect
  if (verb === 'POST') return createFault(effect, circumstances)
  if (!before) return 'changed what was not there'
  if (!isOurs(before, circumstances.owner)) return `changed, and not ours (${verb})`
  if (verb === 'PUT' && after) return updateFault(effect, before, after, circumstances)
  return removalReason(effect, before, circumstances) === undefined ? 'deleted for no reason' : undefined
}
