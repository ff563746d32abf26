import type { KubeClient } from '../kube/client.ts'
import type { Settings } from '../settings/settings.ts'
import { affectNotes } from './affect-notes.ts'
import { affectsOf, type RemainingCluster } from './affects.ts'
import { isRemoval, isWrite, type Decision, type Note, type Removal } from './decision.ts'
import type { HubSight } from './hub-identity.ts'
import { readApplications } from './observe/applications.ts'
import type { Snapshot } from './snapshot.ts'

/** What Argo CD sees once the decisions are carried out. @param held whether those that are held count as carried out */
const remainingAfter = (
  { registrations }: Snapshot,
  decisions: readonly Decision[],
  held: boolean,
): readonly RemainingCluster[] => {
  const changed = new Set<string>()
  const written: RemainingCluster[] = []
  for (const decision of decisions) {
    if (!isRemoval(decision) && !isWrite(decision)) continue
    if (decision.held !== undefined && !held) continue
    changed.add(decision.id)
    if (isWrite(decision)) written.push(decision.desired)
  }
  const stays = [...registrations].flatMap(([id, registration]) =>
    registration.visible && !changed.has(id) ? [registration] : [],
  )
  return [...stays, ...written]
}

const NOT_SERVED: Note = { reason: 'applications-not-served', params: {} }
const UNCONFIRMED: Note = { reason: 'hub-unconfirmed', params: {} }

/**
 * Removals with what they do to Argo CD's Applications; these are read only where one is planned (decisions.md §5), and
 * never looked for among manifests.
 * @param all every decision of the plan, carried out or not
 */
export const withAffects = async (
  client: KubeClient,
  { targetNamespace }: Settings,
  snapshot: Snapshot,
  {
    all,
    decisions,
    hub,
  }: { readonly all: readonly Decision[]; readonly decisions: readonly Decision[]; readonly hub: HubSight },
  signal: AbortSignal | undefined,
): Promise<readonly Decision[]> => {
  if (!client.absenceIsProof || !decisions.some(isRemoval)) return decisions
  const sight = await readApplications(client, targetNamespace, signal)
  const remaining = remainingAfter(snapshot, all, false)
  // Of what is held it is said what it would come to.
  const otherwise = remainingAfter(snapshot, all, true)
  const told = (decision: Removal): Removal => {
    const registration = snapshot.registrations.get(decision.id)
    if (!registration) return decision
    const affects = affectsOf(sight, registration, decision.held === undefined ? remaining : otherwise)
    const unserved = sight.state === 'not-served' && registration.visible ? [NOT_SERVED] : []
    const unconfirmed = decision.action === 'prune' && hub === 'unknown' ? [UNCONFIRMED] : []
    const loss = decision.action === 'demote' ? 'hidden' : 'deleted'
    const touched = affectNotes(affects, loss, decision.held !== undefined)
    return { ...decision, affects, warnings: [...decision.warnings, ...touched, ...unserved, ...unconfirmed] }
  }
  return decisions.map((decision) => (isRemoval(decision) ? told(decision) : decision))
}
