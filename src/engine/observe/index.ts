import type { KubeClient } from '../../kube/client.ts'
import { compileProviders } from '../../providers/candidates.ts'
import { UsageError } from '../../errors.ts'
import type { Settings } from '../../settings/settings.ts'
import { mapConcurrently } from '../concurrency.ts'
import { registrationKey, secretNameFor } from '../keys.ts'
import { asksForIllegalName, canClaim } from '../plan/claims.ts'
import { idOf, isOurs, planContext, registrationAt, sourceNamespaceOf } from '../plan/context.ts'
import type {
  Absence,
  Incomplete,
  NamespaceDigest,
  RegistrationDigest,
  Snapshot,
  SourceSight,
} from '../snapshot.ts'
import { readNamespace, readSourceNamespaces } from './namespaces.ts'
import { readRegistration, readRegistrations } from './registrations.ts'
import { readSecretIndex, readSource, readTargetNames, type Translator } from './sources.ts'

export interface Observation {
  readonly snapshot: Snapshot
  /** Config texts by the key that candidates and desired states carry. Never printed, never kept beyond the pass. */
  readonly credentials: ReadonlyMap<string, string>
}

export interface ObserveOptions extends Translator {
  /** Requests in flight. */
  readonly concurrency: number
}

const EMPTY: Snapshot = {
  namespaces: new Map(),
  absences: new Map(),
  sources: new Map(),
  registrations: new Map(),
  incomplete: [],
}

const isAbsence = (sight: NamespaceDigest | Absence): sight is Absence => 'state' in sight

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
  const [namespaces, registrations] = await Promise.all([
    readSourceNamespaces(client, settings),
    readRegistrations(client, settings),
  ])
  const incomplete: Incomplete[] = []
  const partial = planContext({ ...EMPTY, namespaces, registrations }, settings, options.now)

  const recorded = new Set(
    [...registrations.values()]
      .map((registration) => sourceNamespaceOf(partial, registration))
      .filter((name) => name !== '' && !namespaces.has(name)),
  )
  const absences = new Map<string, Absence>()
  const [index] = await Promise.all([
    readSecretIndex(client, settings, new Set(namespaces.keys())),
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
  for (const [namespace, sight] of sources)
    if (!sight.complete) incomplete.push({ what: 'secrets', namespace, why: sight.why })
  return { snapshot: { namespaces, absences, sources, registrations, incomplete }, credentials }
}

const readSources = async (
  client: KubeClient,
  settings: Settings,
  options: ObserveOptions,
  claiming: readonly NamespaceDigest[],
  registrations: ReadonlyMap<string, RegistrationDigest>,
  index: Awaited<ReturnType<typeof readSecretIndex>>,
  credentials: Map<string, string>,
): Promise<Map<string, SourceSight>> => {
  const matcher = compileProviders(settings.providers)
  const context = planContext({ ...EMPTY, registrations }, settings, options.now)
  let forbidden = 0
  const sights = await mapConcurrently(claiming, options.concurrency, async (namespace) => {
    const target = registrationAt(context, secretNameFor(namespace.labels[context.keys.cluster] ?? ''))
    const digest = target && isOurs(context, target) ? target.configDigest : undefined
    const read = await readSource(client, namespace.name, matcher, index, options, digest, credentials)
    if (read.forbidden) forbidden += 1
    return [namespace.name, read.sight] as const
  })
  if (forbidden > 0 && forbidden === claiming.length)
    throw new UsageError(
      'forbidden: Secrets can be listed in none of the source namespaces',
      'grant list on secrets to this identity, then check: kubectl auth can-i list secrets --all-namespaces',
    )
  return new Map(sights)
}

/**
 * Reads again what one pass's failed writes were about: their namespaces' Secrets and the registrations at these names.
 * Everything else stays as it was seen.
 */
export const observeAgain = async (
  client: KubeClient,
  settings: Settings,
  options: ObserveOptions,
  before: Observation,
  stale: readonly { readonly namespace: string; readonly secret: string }[],
): Promise<Observation> => {
  const { snapshot } = before
  const namespaces = new Map(snapshot.namespaces)
  const absences = new Map(snapshot.absences)
  const registrations = new Map(snapshot.registrations)
  await mapConcurrently(stale, options.concurrency, async ({ namespace, secret }) => {
    const [sight, registration] = await Promise.all([
      readNamespace(client, settings, namespace),
      readRegistration(client, settings, secret),
    ])
    namespaces.delete(namespace)
    if (isAbsence(sight)) absences.set(namespace, sight)
    else namespaces.set(namespace, sight)
    const key = registrationKey(settings.targetNamespace, secret)
    if (registration) registrations.set(key, registration)
    else registrations.delete(key)
  })
  const context = planContext({ ...snapshot, namespaces, registrations }, settings, options.now)
  const claiming = stale.flatMap(({ namespace }) => {
    const digest = namespaces.get(namespace)
    return digest && canClaim(context, digest) ? [digest] : []
  })
  const credentials = new Map(before.credentials)
  const fresh = await readSources(client, settings, options, claiming, registrations, undefined, credentials)
  return {
    snapshot: {
      ...snapshot,
      namespaces,
      absences,
      registrations,
      sources: new Map([...snapshot.sources, ...fresh]),
    },
    credentials,
  }
}
