import { dataText, SECRET_TYPE_LABEL } from '../argocd/cluster-secret.ts'
import { registrationDigest } from '../engine/observe/digest.ts'
import { isDemoted, isHeld, isOurs, isPinned, planContext, type PlanContext } from '../engine/plan/context.ts'
import { shownServer } from '../engine/redact.ts'
import { EMPTY_SNAPSHOT, type RegistrationDigest } from '../engine/snapshot.ts'
import { printableName } from '../kubeconfig/printable.ts'
import type { Secret } from '../kube/objects.ts'
import { sortedByKey } from '../order.ts'
import type { Settings } from '../settings/settings.ts'
import { namedCredential, type CredentialName } from './credential-name.ts'

/**
 * What a Secret of the target namespace is to a list.
 * - `ours`: a registration of this owner, hidden ones included
 * - `foreign`: a cluster Secret of somebody else
 * - `other`: nothing of the kind
 */
export type EntryKind = 'ours' | 'foreign' | 'other'

/** Why Argo CD does not see it: hidden by hand, hidden by a pass, or for want of the label that makes it a cluster. */
export type Hiding = 'held' | 'demoted' | 'hidden'

/** A Secret of the target namespace as a list needs it; holds no credential. Times are milliseconds since the epoch. */
export interface Entry {
  readonly kind: EntryKind
  readonly secret: string
  readonly version?: string
  readonly name: string
  /** The names somebody may ask for it by. */
  readonly names: ReadonlySet<string>
  /** As stored, without what may be a credential; empty where there is none. */
  readonly server: string
  readonly provider?: string
  /** Source namespace. */
  readonly source?: string
  /** Absent where Argo CD sees it. */
  readonly hiding?: Hiding
  readonly pinned: boolean
  readonly credential: CredentialName
  /** When the credential ends; absent where it does not say. */
  readonly notAfter?: number
  readonly created?: number
  readonly shard?: string
  readonly project?: string
  readonly labels: Labels
  /** Those of them that no other field tells of. */
  readonly moreLabels: Labels
}

type Labels = Readonly<Record<string, string>>

const kindOf = (context: PlanContext, digest: RegistrationDigest): EntryKind => {
  if (isOurs(context, digest)) return 'ours'
  return digest.visible ? 'foreign' : 'other'
}

const hidingOf = (context: PlanContext, digest: RegistrationDigest): Hiding | undefined => {
  if (digest.visible) return undefined
  if (isHeld(context, digest)) return 'held'
  return isDemoted(context, digest) ? 'demoted' : 'hidden'
}

/** Somebody else's text, whole or masked; undefined where it is empty. */
const shown = (text: string | undefined): string | undefined => (text ? printableName(text) : undefined)

const present = <Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { readonly [K in Key]?: Value } =>
  value === undefined ? {} : ({ [key]: value } as { readonly [K in Key]?: Value })

/** What is ours says where it comes from; on other Secrets the labels are not trusted (C10.35). */
const origin = (
  { keys }: PlanContext,
  { labels }: RegistrationDigest,
): Pick<Entry, 'provider' | 'source'> => ({
  ...present('provider', labels[keys.provider] || undefined),
  ...present('source', labels[keys.sourceNamespace] || undefined),
})

/** In the order of their keys, so that the same labels give the same bytes. */
const labelsOf = (
  { keys }: PlanContext,
  { labels }: RegistrationDigest,
): Pick<Entry, 'labels' | 'moreLabels'> => {
  const all = Object.entries(sortedByKey(labels)).map(([key, value]) => [key, printableName(value)] as const)
  const isTold = (key: string): boolean => keys.reserved.has(key) || key === SECRET_TYPE_LABEL
  return {
    labels: Object.fromEntries(all),
    moreLabels: Object.fromEntries(all.filter(([key]) => !isTold(key))),
  }
}

/** Reads Secrets of the target namespace, whoever wrote them; never throws. */
export const entryReader = (settings: Settings): ((secret: Secret) => Entry) => {
  const context = planContext(EMPTY_SNAPSHOT, settings, 0)
  return (secret) => {
    const digest = registrationDigest(secret, settings)
    const { base, createdAt, labels, server } = digest
    const kind = kindOf(context, digest)
    const cluster = kind === 'ours' ? labels[context.keys.cluster] : undefined
    const name = cluster || shown(digest.clusterName) || digest.name
    const stripped = digest.name.replace(/^cluster-/, '')
    return {
      kind,
      secret: digest.name,
      ...present('version', base.resourceVersion),
      name,
      names: new Set([name, digest.name, `secret/${digest.name}`, ...(kind === 'ours' ? [stripped] : [])]),
      server: shownServer(server),
      ...(kind === 'ours' ? origin(context, digest) : {}),
      ...present('hiding', hidingOf(context, digest)),
      pinned: kind === 'ours' && isPinned(context, digest),
      ...namedCredential(dataText(secret, 'config')),
      ...present('created', createdAt),
      ...present('shard', shown(dataText(secret, 'shard'))),
      ...present('project', shown(dataText(secret, 'project'))),
      ...labelsOf(context, digest),
    }
  }
}
