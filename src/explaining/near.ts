import { canonicalServer } from '../argocd/server.ts'
import { claimOf, type Claim } from '../engine/plan/claims.ts'
import { isOurs, sourceNamespaceOf, type PlanContext } from '../engine/plan/context.ts'
import { groupsOf, ownTarget, recordedName, uidDiffers, type Group } from '../engine/plan/group.ts'
import type { RegistrationDigest } from '../engine/snapshot.ts'
import type { Match } from './match.ts'
import type { Asked } from './subject.ts'
import { outcomeOf, type View } from './view.ts'

const isMeant = (
  { keys }: PlanContext,
  { kind, name }: Asked,
  { name: secret, clusterName, labels, canonicalServer: address }: RegistrationDigest,
  recorded: string,
): boolean => {
  if (kind === 'server')
    return (
      address !== undefined && address === canonicalServer(name.includes('://') ? name : `https://${name}`)
    )
  return [secret, clusterName, labels[keys.cluster], recorded].includes(name)
}

/**
 * Source namespaces that a word can mean, and those that ask for the same names, as far as labels and registrations tell.
 * Empty where they tell nothing.
 */
export const nearNamespaces = (context: PlanContext, asked: Asked): readonly string[] => {
  const { keys, snapshot } = context
  const labelOf = (name: string): string => snapshot.namespaces.get(name)?.labels[keys.cluster] ?? ''
  const named = [...snapshot.namespaces.keys()].filter(
    (name) =>
      name === (asked.namespace ?? asked.name) || (asked.kind !== 'server' && labelOf(name) === asked.name),
  )
  const registrations = [...snapshot.registrations.values()].filter(
    (registration) =>
      isOurs(context, registration) && isMeant(context, asked, registration, recordedName(registration)),
  )
  const recorded = registrations
    .map((registration) => sourceNamespaceOf(context, registration))
    .filter((name) => snapshot.namespaces.has(name))
  // A namespace without the label is known by its registration alone, and has to be read.
  const isRecorded = [...snapshot.registrations.values()].some(
    (registration) => sourceNamespaceOf(context, registration) === asked.name,
  )
  if (isRecorded && !snapshot.namespaces.has(asked.name)) return []
  const meant = new Set([...named, ...recorded])
  // A registration may say another name than its namespace does.
  const said = [...snapshot.registrations.values()]
    .filter((registration) => meant.has(sourceNamespaceOf(context, registration)))
    .map(({ labels, clusterName }) => labels[keys.cluster] ?? clusterName)
  const wanted = new Set([...[...meant].map(labelOf), ...said])
  const alike = [...snapshot.namespaces.keys()].filter((name) => wanted.has(labelOf(name)))
  return meant.size === 0 ? [] : [...new Set([...meant, ...alike])]
}

/** It has its name and its address, and keeps both whoever else asks for them. */
const staysInPlace = (
  context: PlanContext,
  group: Group,
  own: RegistrationDigest,
  { source }: Claim,
): boolean =>
  own.visible &&
  !own.terminating &&
  own.clusterName === group.claim.cluster &&
  source !== undefined &&
  own.canonicalServer === source.canonicalServer &&
  context.visible.ofAddress(source.canonicalServer).length === 1

/** It lacks what it could register, so that nobody else matters. */
const lacksSource = (context: PlanContext, group: Group, own: RegistrationDigest | undefined): boolean => {
  const { lack } = group.claim
  if (lack === undefined || lack.kind === 'unseen') return false
  return own === undefined || !uidDiffers(context, group.namespace, own)
}

/**
 * True where the decision is the same whatever the kubeconfigs of all other namespaces say: the namespace has what it asks
 * for already, or nothing to ask with, or the Secret of that name is not ours. Everything else needs a whole pass.
 */
export const isSettled = (view: View, match: Match): boolean => {
  const { context } = view
  const namespace = outcomeOf(view, match.topic)?.decision.namespace
  const group = groupsOf(context).find((each) => each.namespace.name === namespace)
  if (!group || group.others.length > 0) return false
  const claim = claimOf(context, group.namespace)
  const own = ownTarget(context, group)
  if (own && staysInPlace(context, group, own, claim)) return true
  const label = group.claim.cluster
  const isAlone = ![...context.snapshot.namespaces.values()].some(
    (other) => other !== group.namespace && other.managed && other.labels[context.keys.cluster] === label,
  )
  // Of several that lead to an address and do not have it, the foremost is known only once all were read.
  if (!isAlone || match.as === 'server') return false
  const isTaken = group.target !== undefined && !isOurs(context, group.target)
  return lacksSource(context, group, own) || (isTaken && claim.source !== undefined)
}
