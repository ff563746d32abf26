import { isRemoval, isWrite, type Decision, type Outcome } from '../engine/decision.ts'
import { secretNameFor } from '../engine/keys.ts'
import { readSources } from '../engine/observe/claiming.ts'
import { readSourceNamespaces } from '../engine/observe/namespaces.ts'
import { readRegistration, readRegistrations } from '../engine/observe/registrations.ts'
import { canClaim } from '../engine/plan/claims.ts'
import { idOf, planContext } from '../engine/plan/context.ts'
import { plan } from '../engine/plan/index.ts'
import { EMPTY_SNAPSHOT, type Snapshot } from '../engine/snapshot.ts'
import { matchesOf, type Match } from '../explaining/match.ts'
import { isSettled, nearNamespaces } from '../explaining/near.ts'
import type { Asked } from '../explaining/subject.ts'
import type { View } from '../explaining/view.ts'
import { mapConcurrently } from '../engine/concurrency.ts'
import type { Io } from './io.ts'
import { passOptions, type Session } from './session.ts'

/** As a dry run by the client settles it. */
const planned = (decision: Decision): Outcome => {
  if (!isWrite(decision) && !isRemoval(decision)) return { decision, notes: [] }
  return { decision, result: decision.held === undefined ? 'planned' : 'held', notes: [] }
}

/** The kubeconfigs of a few namespaces, beside all labels and all registrations. */
const observeNear = async (
  session: Session,
  options: ReturnType<typeof passOptions>,
  seen: Snapshot,
  near: readonly string[],
): Promise<View> => {
  const { hub, settings } = session
  const context = planContext(seen, settings, options.now)
  const claiming = near.flatMap((name) => {
    const namespace = seen.namespaces.get(name)
    return namespace && canClaim(context, namespace) ? [namespace] : []
  })
  const registrations = new Map(seen.registrations)
  const wanted = new Set(claiming.map(({ labels }) => secretNameFor(labels[context.keys.cluster] ?? '')))
  // A Secret that is in the way without being a cluster is in no list.
  await mapConcurrently([...wanted], options.concurrency, async (name) => {
    if (registrations.has(idOf(context, name))) return
    const stranger = await readRegistration(hub.client, settings, name)
    if (stranger) registrations.set(idOf(context, name), stranger)
  })
  const credentials = new Map<string, string>()
  const sources = await readSources(
    hub.client,
    settings,
    options,
    claiming,
    registrations,
    undefined,
    credentials,
  )
  const snapshot: Snapshot = { ...seen, registrations, sources }
  const { namespaces } = settings
  const isInReach = ({ namespace = '' }: Decision): boolean =>
    namespaces.length === 0 || namespaces.includes(namespace)
  return {
    observation: { snapshot, credentials },
    context: planContext(snapshot, settings, options.now),
    outcomes: plan(snapshot, settings, options.now).filter(isInReach).map(planned),
    incomplete: [],
    isNear: true,
  }
}

/**
 * What a word means, where a few requests tell it: the decision is the one of a whole pass. Undefined where it could depend
 * on kubeconfigs that were not read.
 */
export const lookNear = async (
  session: Session,
  io: Io,
  asked: Asked,
): Promise<{ readonly view: View; readonly matches: readonly [Match] } | undefined> => {
  const { hub, settings } = session
  const options = passOptions(session, io)
  const [namespaces, registrations] = await Promise.all([
    readSourceNamespaces(hub.client, settings),
    readRegistrations(hub.client, settings),
  ])
  const seen: Snapshot = { ...EMPTY_SNAPSHOT, namespaces, registrations }
  const near = nearNamespaces(planContext(seen, settings, options.now), asked)
  if (near.length === 0 || near.length > NEAR) return undefined
  const view = await observeNear(session, options, seen, near)
  const [match, ...others] = matchesOf(view, asked)
  return match && others.length === 0 && isSettled(view, match) ? { view, matches: [match] } : undefined
}

/** Where more namespaces than that are near, a pass is as cheap. */
const NEAR = 20
