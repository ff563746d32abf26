import type { Change, Desired, Note } from '../decision.ts'
import { SECRET_TYPE_LABEL } from '../../argocd/cluster-secret.ts'
import { printableName } from '../../kubeconfig/printable.ts'
import { HELD, isOwnKey, OWN_ANNOTATIONS } from '../keys.ts'
import { fingerprint, shownServer } from '../redact.ts'
import type { NamespaceDigest, RegistrationDigest } from '../snapshot.ts'
import type { Source } from './claims.ts'
import { mapChanges } from './changes.ts'
import { askedFor, type PlanContext } from './context.ts'
import { copiedAnnotations, copiedLabels } from './metadata.ts'

type Map = Readonly<Record<string, string>>

/** Our bookkeeping stays; the marker of a manual hold goes with the hold. */
const ownAnnotations = (context: PlanContext, existing: RegistrationDigest | undefined): Map => {
  if (!existing) return {}
  const isReleased = !existing.visible || askedFor(context, existing) === 'revert'
  return Object.fromEntries(
    Object.entries(existing.annotations).filter(
      ([key]) => key.startsWith(OWN_ANNOTATIONS) && !(key === HELD && isReleased),
    ),
  )
}

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
    annotations: {
      ...ownAnnotations(context, existing),
      ...annotations,
      ...(pinAnnotation === undefined ? {} : { [keys.prune]: pinAnnotation }),
    },
  }
  return { desired, notes }
}

/** A hidden registration as it stands, but visible. */
export const shownState = (context: PlanContext, existing: RegistrationDigest): Desired => {
  const { keys } = context
  const labels = Object.entries(existing.labels).filter(
    ([key]) =>
      key.startsWith(keys.prefix) &&
      ![keys.orphanedSecretType, keys.staleSince, keys.supersededBy].includes(key),
  )
  const annotations = Object.entries(existing.annotations).filter(([key]) => key.startsWith(keys.prefix))
  return {
    clusterName: existing.clusterName,
    server: existing.server,
    configDigest: existing.configDigest ?? '',
    configSize: existing.configSize,
    labels: { ...Object.fromEntries(labels), [SECRET_TYPE_LABEL]: 'cluster' },
    annotations: {
      ...ownAnnotations(context, existing),
      ...Object.fromEntries(annotations),
    },
  }
}

/** Only what is ours to say: keys under the prefix, our bookkeeping, and the label that makes it a cluster. */
const ours = ({ keys }: PlanContext, map: Map): Map =>
  Object.fromEntries(Object.entries(map).filter(([key]) => isOwnKey(key, keys)))

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
    data.push({ path: 'data.name', from: printableName(existing.clusterName), to: desired.clusterName })
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

export const isDifferent = (
  context: PlanContext,
  existing: RegistrationDigest,
  desired: Desired,
): boolean => {
  const { data, metadata } = difference(context, existing, desired)
  return data.length + metadata.length > 0
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

/** Hidden by hand, and made visible by somebody else: the reference registrar does so. */
export const overrideNotes = (existing: RegistrationDigest, desired: Desired): Note[] => {
  const since = existing.annotations[HELD]
  if (!existing.visible || since === undefined || desired.annotations[HELD] === undefined) return []
  return [
    {
      reason: 'hold-overridden',
      params: { secret: existing.name, cluster: desired.clusterName, since: printableName(since) },
    },
  ]
}
