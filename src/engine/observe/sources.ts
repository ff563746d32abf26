import type { KubeClient } from '../../kube/client.ts'
import { isForbidden, KubeError } from '../../kube/errors.ts'
import type { ObjectMetadata, Secret } from '../../kube/objects.ts'
import { listAll, listAllMetadata } from '../../kube/paging.ts'
import { translate } from '../../kubeconfig/translate.ts'
import type { Translation, TranslationPolicy } from '../../kubeconfig/translation.ts'
import { compileProviders, type Candidate, type ProviderMatcher } from '../../providers/candidates.ts'
import type { Settings } from '../../settings/settings.ts'
import type { CandidateDigest, CandidateOutcome, SourceSight } from '../snapshot.ts'

/** Up to this many Secrets in a namespace, reading them all at once beats one request for each of several candidates. */
const SMALL_NAMESPACE = 50

/** Names of Secrets by namespace, from one metadata-only list of the hub. */
export interface SecretIndex {
  /** Secrets that a provider's glob matches. */
  readonly matched: ReadonlyMap<string, readonly string[]>
  /** Secrets in the namespace, whatever their name. */
  readonly count: ReadonlyMap<string, number>
  /** Names in the target namespace that registrations could bear. */
  readonly target: ReadonlySet<string>
  /** A resourceVersion of Secrets from which on all this holds; a body that is read is no older. Absent = not known. */
  readonly version?: string
}

/**
 * One metadata-only list over the whole hub; undefined where it is refused or fails, and each namespace has to be
 * listed by itself.
 */
export const readSecretIndex = async (
  client: KubeClient,
  settings: Settings,
  namespaces: ReadonlySet<string>,
): Promise<SecretIndex | undefined> => {
  const matcher = compileProviders(settings.providers)
  const matched = new Map<string, string[]>()
  const count = new Map<string, number>()
  const target = new Set<string>()
  const take = ({ metadata }: ObjectMetadata): undefined => {
    const { namespace = '', name } = metadata
    if (namespace === settings.targetNamespace && name.startsWith('cluster-')) target.add(name)
    if (!namespaces.has(namespace)) return
    count.set(namespace, (count.get(namespace) ?? 0) + 1)
    if (!matcher.matchesAny(metadata)) return
    const names = matched.get(namespace)
    if (names) names.push(name)
    else matched.set(namespace, [name])
  }
  const clear = (): void => {
    for (const collection of [matched, count, target]) collection.clear()
  }
  try {
    const { resourceVersion } = await listAllMetadata(client, 'secrets', {}, take, clear)
    return { matched, count, target, ...(resourceVersion === '' ? {} : { version: resourceVersion }) }
  } catch (error) {
    if (error instanceof KubeError && error.kind !== 'aborted') return undefined
    throw error
  }
}

/** Names in the target namespace that registrations could bear, where the hub can't be listed as a whole. */
export const readTargetNames = async (
  client: KubeClient,
  settings: Settings,
): Promise<ReadonlySet<string>> => {
  const { items } = await listAllMetadata(
    client,
    'secrets',
    { namespace: settings.targetNamespace },
    ({ metadata }) => (metadata.name.startsWith('cluster-') ? metadata.name : undefined),
  )
  return new Set(items)
}

/** The Secrets of a namespace that providers look at, with their bodies; others are let go page by page. */
const readBodies = async (
  client: KubeClient,
  namespace: string,
  matcher: ProviderMatcher,
  index: SecretIndex | undefined,
): Promise<readonly Secret[]> => {
  const names = index?.matched.get(namespace) ?? []
  if (index && names.length === 0) return []
  const keep = (secret: Secret): Secret | undefined =>
    matcher.matchesAny(secret.metadata) ? secret : undefined
  if (!index || (names.length > 1 && (index.count.get(namespace) ?? 0) <= SMALL_NAMESPACE))
    return (await listAll(client, 'secrets', { namespace }, keep)).items
  // A list of one name: the reference's role may list Secrets of all namespaces, and get none.
  const selection = { namespace, ...(index.version === undefined ? {} : { notOlderThan: index.version }) }
  const found = await Promise.all(
    names.map((name) =>
      listAll(client, 'secrets', { ...selection, fieldSelector: `metadata.name=${name}` }, keep),
    ),
  )
  return found.flatMap(({ items }) => items)
}

export interface Translator {
  readonly policy: TranslationPolicy
  /** Milliseconds since the epoch. */
  readonly now: number
}

const isExpired = (translation: Translation, now: number): boolean =>
  translation.outcome === 'translated' &&
  translation.validity !== undefined &&
  translation.validity.notAfter <= now

const outcomeOf = (translation: Translation): CandidateOutcome => {
  if (translation.outcome !== 'translated') return translation
  const { config, ...rest } = translation
  const usesExec = config.includes('"execProviderConfig"') || config.includes('"awsAuthConfig"')
  return { ...rest, configSize: Buffer.byteLength(config), usesExec }
}

/**
 * Behind a winner, only what a warning may have to name: exec-capable candidates it might shadow, and others of the same
 * rank that would do as well.
 */
const isWorthALook = (
  candidate: Candidate,
  winner: Candidate,
  { execCredentials }: TranslationPolicy,
): boolean => {
  const mayBeShadowed = execCredentials && candidate.provider.allowExec && !winner.provider.allowExec
  const isRival =
    candidate.provider === winner.provider &&
    candidate.score === winner.score &&
    candidate.secret !== winner.secret
  return mayBeShadowed || isRival
}

/** Translates candidates in rank order until one is unexpired, keeping the config texts of those that may be chosen. */
const translateCandidates = (
  candidates: readonly Candidate[],
  { policy, now }: Translator,
  registeredDigest: string | undefined,
  credentials: Map<string, string>,
): CandidateDigest[] => {
  let winner: Candidate | undefined
  return candidates.map((candidate) => {
    const { provider, secret, key, score } = candidate
    const namespace = secret.metadata.namespace ?? ''
    const credential = [namespace, provider.name, secret.metadata.name, key].join('/')
    const digest = {
      provider: provider.name,
      allowExec: provider.allowExec,
      secret: secret.metadata.name,
      key,
      score,
      credential,
    }
    if (winner && !isWorthALook(candidate, winner, policy))
      return { ...digest, result: { outcome: 'not-tried' } }
    const translation = translate({
      secret,
      key,
      allowExec: provider.allowExec,
      policy,
      now,
      ...(registeredDigest === undefined ? {} : { registeredDigest }),
    })
    if (!winner && translation.outcome === 'translated') {
      credentials.set(credential, translation.config)
      if (!isExpired(translation, now)) winner = candidate
    }
    return { ...digest, result: outcomeOf(translation) }
  })
}

/** What one namespace holds for a claim. A failed read is part of the answer, never thrown: the others go on. */
export const readSource = async (
  client: KubeClient,
  namespace: string,
  matcher: ProviderMatcher,
  index: SecretIndex | undefined,
  translator: Translator,
  registeredDigest: string | undefined,
  credentials: Map<string, string>,
): Promise<SourceSight> => {
  let bodies: readonly Secret[]
  try {
    bodies = await readBodies(client, namespace, matcher, index)
  } catch (error) {
    if (!(error instanceof KubeError) || error.kind === 'aborted') throw error
    return { complete: false, why: error.message, forbidden: isForbidden(error) }
  }
  const { candidates, nearMisses } = matcher.rank(bodies)
  return {
    complete: true,
    candidates: translateCandidates(candidates, translator, registeredDigest, credentials),
    nearMisses,
  }
}
