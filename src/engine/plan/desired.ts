import type { Change, Desired, Note } from '../decision.ts'
import { SECRET_TYPE_LABEL } from '../../argocd/cluster-secret.ts'
import { fingerprint, shownServer } from '../redact.ts'
import type { NamespaceDigest, RegistrationDigest } from '../snapshot.ts'
import type { Source } from './claims.ts'
import { isPinned, type PlanContext } from './context.ts'
import { copiedAnnotations, copiedLabels } from './metadata.ts'

/** The registration that a namespace's source comes to, given what is registered now. */
export const desiredState = (
  context: PlanContext,
  namespace: NamespaceDigest,
  cluster: string,
  source: Source,
  existing: RegistrationDigest | undefined,
): { readonly desired: Desired; readonly notes: readonly Note[] } => {
  const { keys, settings } = context
  const { annotations, notes } = copiedAnnotations(namespace, keys)
  // A namespace read from a file has no UID: what is recorded stays, and nothing is invented (decisions.md §4).
  const uid = namespace.uid ?? existing?.labels[keys.sourceNamespaceUid]
  const pin = existing?.labels[keys.prune]
  const pinAnnotation = existing?.annotations[keys.prune]
  const desired: Desired = {
    clusterName: cluster,
    server: source.server,
    configDigest: source.configDigest,
    configSize: source.configSize,
    // JSON that says the same is not rewritten for its spelling.
    ...(existing?.configDigest === source.configDigest ? {} : { credential: source.credential }),
    labels: {
      [SECRET_TYPE_LABEL]: 'cluster',
      [keys.managedBy]: settings.managedBy,
      [keys.cluster]: cluster,
      [keys.sourceNamespace]: namespace.name,
      ...(uid === undefined ? {} : { [keys.sourceNamespaceUid]: uid }),
      [keys.provider]: source.provider,
      ...(pin === undefined ? {} : { [keys.prune]: pin }),
      ...copiedLabels(namespace, keys),
    },
    annotations: { ...annotations, ...(pinAnnotation === undefined ? {} : { [keys.prune]: pinAnnotation }) },
  }
  return { desired, notes }
}

type Map = Readonly<Record<string, string>>

const mapChanges = (path: string, from: Map, to: Map): Change[] =>
  [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .sort()
    .filter((key) => from[key] !== to[key])
    .map((key) => ({
      path: `${path}[${key}]`,
      ...(from[key] === undefined ? {} : { from: from[key] }),
      ...(to[key] === undefined ? {} : { to: to[key] }),
    }))

/** Only what is ours to say: keys under the prefix, and the label that makes it a cluster. */
const ours = (context: PlanContext, map: Map): Map =>
  Object.fromEntries(
    Object.entries(map).filter(([key]) => key.startsWith(context.keys.prefix) || key === SECRET_TYPE_LABEL),
  )

export interface Difference {
  readonly data: readonly Change[]
  readonly metadata: readonly Change[]
}

/** What would change on an existing registration; both lists empty = nothing to write. Foreign labels, annotations and
 *  data keys never count (C4.40). */
export const difference = (
  context: PlanContext,
  existing: RegistrationDigest,
  desired: Desired,
): Difference => {
  const data: Change[] = []
  if (existing.configDigest !== desired.configDigest)
    data.push({
      path: 'data.config',
      ...(existing.configSize === 0 ? {} : { from: fingerprint(existing.configDigest, existing.configSize) }),
      to: fingerprint(desired.configDigest, desired.configSize),
    })
  if (existing.clusterName !== desired.clusterName)
    data.push({ path: 'data.name', from: existing.clusterName, to: desired.clusterName })
  if (existing.server !== desired.server)
    data.push({ path: 'data.server', from: shownServer(existing.server), to: desired.server })
  return {
    data,
    metadata: [
      ...mapChanges('metadata.labels', ours(context, existing.labels), desired.labels),
      ...mapChanges('metadata.annotations', ours(context, existing.annotations), desired.annotations),
    ],
  }
}

/** All of a registration that is not there yet. */
export const creation = (context: PlanContext, desired: Desired): Change[] => [
  { path: 'data.config', to: fingerprint(desired.configDigest, desired.configSize) },
  { path: 'data.name', to: desired.clusterName },
  { path: 'data.server', to: desired.server },
  ...mapChanges('metadata.labels', {}, ours(context, desired.labels)),
  ...mapChanges('metadata.annotations', {}, ours(context, desired.annotations)),
]

/** Notes on an address that moves; one that only loses trailing slashes does not (C5.39). */
export const addressNotes = (
  context: PlanContext,
  existing: RegistrationDigest,
  desired: Desired,
): Note[] => {
  const from = existing.server.replace(/\/+$/, '')
  if (!existing.visible || from === '' || from === desired.server) return []
  const params = { from: shownServer(from), to: desired.server, target: context.settings.targetNamespace }
  return [{ reason: 'address-changed', params }]
}

/** Other visible clusters of the address that stays: Argo CD takes one of them at random. */
export const twinNotes = (context: PlanContext, existing: RegistrationDigest, desired: Desired): Note[] => {
  const { canonicalServer } = existing
  if (!existing.visible || canonicalServer === undefined || existing.server !== desired.server) return []
  const twins = context.visible.ofAddress(canonicalServer).filter(({ name }) => name !== existing.name)
  return twins.length === 0
    ? []
    : [
        {
          reason: 'server-twin',
          params: { server: desired.server, twins: twins.map(({ name }) => name).join(', ') },
        },
      ]
}

/** A pinned registration that a rename leaves visible beside its successor. */
export const pinNotes = (context: PlanContext, others: readonly RegistrationDigest[]): Note[] =>
  others
    .filter((other) => other.visible && isPinned(context, other))
    .map(({ name }) => ({
      reason: 'pin-leaves-twin',
      params: { pinned: name, target: context.settings.targetNamespace, pruneKey: context.keys.prune },
    }))
