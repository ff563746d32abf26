import { UsageError } from '../../errors.ts'
import type { KubeClient } from '../../kube/client.ts'
import type { Settings } from '../../settings/settings.ts'
import { mapConcurrently } from '../concurrency.ts'
import { readHubUid } from '../hub-identity.ts'
import { secretNameFor } from '../keys.ts'
import { asksForIllegalName, canClaim } from '../plan/claims.ts'
import { idOf, planContext, sourceNamespaceOf } from '../plan/context.ts'
import {
  EMPTY_SNAPSHOT,
  isAbsence,
  type Absence,
  type Incomplete,
  type Snapshot,
  type SourceSight,
} from '../snapshot.ts'
import { readSources, type ObserveOptions } from './claiming.ts'
import { labelled, readNamespace, readSourceNamespaces } from './namespaces.ts'
import { readRegistration, readRegistrations } from './registrations.ts'
import { readSecretIndex, readTargetNames } from './sources.ts'

export interface Observation {
  readonly snapshot: Snapshot
  /** Config texts by the key that candidates and desired states carry. Never printed, never kept beyond the pass. */
  readonly credentials: ReadonlyMap<string, string>
  /** Which hub this was; undefined where that can't be told. */
  readonly hubUid?: string
}

/** One forbidden namespace keeps no other; all of them forbidden is a missing right, and the command can't do its work. */
const requireSome = (sources: ReadonlyMap<string, SourceSight>): void => {
  const isForbidden = (sight: SourceSight): boolean => !sight.complete && sight.forbidden
  if (sources.size === 0 || ![...sources.values()].every(isForbidden)) return
  throw new UsageError(
    'forbidden: Secrets can be listed in none of the source namespaces',
    'grant list on secrets to this identity, then check: kubectl auth can-i list secrets --all-namespaces',
  )
}

/**
 * Reads the hub once, as far as a plan needs it: source namespaces, cluster Secrets, and of the other Secrets only the
 * metadata and the candidates' bodies.
 * @throws KubeError where namespaces or the target namespace can't be listed at all
 * @throws UsageError where no namespace's Secrets may be listed
 */
export const observe = async (
  client: KubeClient,
  settings: Settings,
  options: ObserveOptions,
): Promise<Observation> => {
  const [hubUid, namespaces, registrations] = await Promise.all([
    client.absenceIsProof ? readHubUid(client) : undefined,
    readSourceNamespaces(client, settings),
    readRegistrations(client, settings),
  ])
  for (const [name, { labels, annotations }] of options.overlay ?? []) {
    const sight = namespaces.get(name) ?? (await readNamespace(client, settings, name))
    if (!isAbsence(sight)) namespaces.set(name, labelled(sight, labels, annotations, settings))
  }
  const incomplete: Incomplete[] = []
  const partial = planContext({ ...EMPTY_SNAPSHOT, namespaces, registrations }, settings, options.now)

  const recorded = new Set(
    [...registrations.values()]
      .map((registration) => sourceNamespaceOf(partial, registration))
      .filter((name) => name !== '' && !namespaces.has(name)),
  )
  const absences = new Map<string, Absence>()
  const [index] = await Promise.all([
    readSecretIndex(client, settings, new Set([...namespaces.keys(), ...recorded])),
    mapConcurrently([...recorded], options.concurrency, async (name) => {
      const sight = await readNamespace(client, settings, name)
      if (!isAbsence(sight)) namespaces.set(name, sight)
      else {
        absences.set(name, sight)
        if (sight.state === 'unknown' && client.absenceIsProof)
          incomplete.push({ what: 'namespace', namespace: name, why: sight.why })
      }
    }),
  ])

  const claiming = [...namespaces.values()].filter((namespace) => canClaim(partial, namespace))
  // A namespace that asks for a name it can't have still refreshes what it has registered under another.
  const incumbents = new Set(
    [...registrations.values()].map((registration) => sourceNamespaceOf(partial, registration)),
  )
  const refreshing = [...namespaces.values()].filter(
    (namespace) => incumbents.has(namespace.name) && asksForIllegalName(partial, namespace),
  )
  const wanted = new Set(claiming.map(({ labels }) => secretNameFor(labels[partial.keys.cluster] ?? '')))
  const present = index?.target ?? (await readTargetNames(client, settings))
  const strangers = [...wanted].filter((name) => present.has(name) && !registrations.has(idOf(partial, name)))
  await mapConcurrently(strangers, options.concurrency, async (name) => {
    const stranger = await readRegistration(client, settings, name)
    if (stranger) registrations.set(idOf(partial, name), stranger)
  })

  const credentials = new Map<string, string>()
  const sources = await readSources(
    client,
    settings,
    options,
    [...claiming, ...refreshing],
    registrations,
    index,
    credentials,
  )
  requireSome(sources)
  for (const [namespace, sight] of sources)
    if (!sight.complete) incomplete.push({ what: 'secrets', namespace, why: sight.why })
  return {
    snapshot: { namespaces, absences, sources, registrations, incomplete },
    credentials,
    ...(hubUid === undefined ? {} : { hubUid }),
  }
}
