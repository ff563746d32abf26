import { keysUnder, registrationKey, secretNameFor } from '../engine/keys.ts'
import { asksForIllegalName, canClaim } from '../engine/plan/claims.ts'
import { planContext } from '../engine/plan/context.ts'
import { readSource, type SecretIndex, type Translator } from '../engine/observe/sources.ts'
import {
  EMPTY_SNAPSHOT,
  type CandidateDigest,
  type NamespaceDigest,
  type SourceSight,
} from '../engine/snapshot.ts'
import type { KubeClient } from '../kube/client.ts'
import type { ObjectMetadata } from '../kube/objects.ts'
import { listAllMetadata } from '../kube/paging.ts'
import { compileProviders, type ProviderMatcher } from '../providers/candidates.ts'
import type { Fleet } from './fleet.ts'
import { isOlder } from './target-view.ts'

/** The same with strings of its own: one that was cut from a kubeconfig holds on to all of it, credentials included. */
const detached = (sight: SourceSight): SourceSight => structuredClone(sight)

/** Names and versions of the Secrets in all namespaces that a provider looks at, from metadata alone. */
export class SecretNames {
  readonly #matcher: ProviderMatcher
  readonly #byNamespace = new Map<string, Map<string, string>>()

  constructor(matcher: ProviderMatcher) {
    this.#matcher = matcher
  }

  /** What of an object is held on to: nothing where no provider looks at it. */
  kept({ metadata }: ObjectMetadata): ObjectMetadata | undefined {
    if (!this.#matcher.matchesAny(metadata)) return undefined
    const { name, namespace = '', resourceVersion = '' } = metadata
    return { metadata: { name, namespace, resourceVersion } }
  }

  /** The namespace where something changed; undefined where nothing did. @param object one that is kept */
  put({ metadata }: ObjectMetadata): string | undefined {
    const { name, namespace = '', resourceVersion = '' } = metadata
    const secrets = this.#byNamespace.get(namespace) ?? new Map<string, string>()
    if (secrets.get(name) === resourceVersion) return undefined
    secrets.set(name, resourceVersion)
    this.#byNamespace.set(namespace, secrets)
    return namespace
  }

  /** The namespace where something changed; undefined where it was not known. */
  remove({ metadata }: ObjectMetadata): string | undefined {
    const { name, namespace = '' } = metadata
    const secrets = this.#byNamespace.get(namespace)
    if (!secrets?.delete(name)) return undefined
    if (secrets.size === 0) this.#byNamespace.delete(namespace)
    return namespace
  }

  /** Takes a whole list for what there is. @returns namespaces where something changed */
  replace(all: readonly ObjectMetadata[]): ReadonlySet<string> {
    const before = new Map([...this.#byNamespace.keys()].map((name) => [name, this.versionsIn(name)]))
    this.#byNamespace.clear()
    for (const each of all) this.put(each)
    const names = new Set([...before.keys(), ...this.#byNamespace.keys()])
    return new Set([...names].filter((name) => (before.get(name) ?? '') !== this.versionsIn(name)))
  }

  /** The same for one namespace. */
  replaceIn(namespace: string, all: readonly ObjectMetadata[]): void {
    this.#byNamespace.delete(namespace)
    for (const each of all) this.put(each)
  }

  namesIn(namespace: string): readonly string[] {
    return [...(this.#byNamespace.get(namespace)?.keys() ?? [])]
  }

  /** The last of the versions that its kubeconfig Secrets are known in. */
  newestIn(namespace: string): string | undefined {
    const versions = [...(this.#byNamespace.get(namespace)?.values() ?? [])].filter(
      (version) => version !== '',
    )
    return versions.reduce<string | undefined>(
      (newest, version) => (newest === undefined || isOlder(newest, version) ? version : newest),
      undefined,
    )
  }

  /** The same as long as the namespace's kubeconfig Secrets are. */
  versionsIn(namespace: string): string {
    const secrets = this.#byNamespace.get(namespace)
    if (!secrets) return ''
    return [...secrets]
      .map(([name, version]) => `${name}=${version}`)
      .sort()
      .join(' ')
  }
}

/** What the names of Secrets can be known from. */
export type NamesSight = 'complete' | 'none'

/**
 * Reads the kubeconfigs of a namespace when they changed, and lets their bodies go: what stays are digests.
 */
export class Sources {
  readonly #client: KubeClient
  readonly #fleet: Fleet
  readonly #translator: () => Translator
  readonly #matcher: ProviderMatcher
  readonly names: SecretNames
  /** Whether `names` is the whole hub's; without it each namespace is listed by itself. */
  sight: NamesSight = 'none'
  readonly #read = new Map<string, string>()

  constructor(client: KubeClient, fleet: Fleet, translator: () => Translator) {
    this.#client = client
    this.#fleet = fleet
    this.#translator = translator
    this.#matcher = compileProviders(fleet.settings.providers)
    this.names = new SecretNames(this.#matcher)
  }

  /** True where the namespace's Secrets have to be read before anything is decided for it. */
  isStale(namespace: string): boolean {
    if (!this.#fleet.sources.get(namespace)?.complete) return true
    return this.sight === 'none' || this.#read.get(namespace) !== this.names.versionsIn(namespace)
  }

  /** Brings what is known of one namespace's Secrets up to date. What can't be listed is found out when it is read. */
  async look(namespace: string): Promise<void> {
    if (this.sight === 'none') return
    const { items } = await listAllMetadata(this.#client, 'secrets', { namespace }, (object) =>
      this.names.kept(object),
    )
    this.names.replaceIn(namespace, items)
  }

  forget(namespace: string): void {
    this.#read.delete(namespace)
  }

  /** Namespaces whose kubeconfig has run out since it was read: another of theirs may not have. */
  *outdated(now: number): Iterable<string> {
    for (const [namespace, sight] of this.#fleet.sources)
      if (sight.complete && sight.candidates.length > 1 && hasEnded(sight.candidates, now)) yield namespace
  }

  /** Reads them now. @returns the config texts, by the keys that candidates carry; to be let go with the visit */
  async read(namespace: NamespaceDigest): Promise<ReadonlyMap<string, string>> {
    const credentials = new Map<string, string>()
    const { name } = namespace
    const context = planContext(EMPTY_SNAPSHOT, this.#fleet.settings, 0)
    if (!canClaim(context, namespace) && !asksForIllegalName(context, namespace)) {
      this.#fleet.putSource(name, { complete: true, candidates: [], nearMisses: [] })
      return credentials
    }
    const versions = this.names.versionsIn(name)
    const sight = await readSource(
      this.#client,
      name,
      this.#matcher,
      this.#index(name),
      this.#translator(),
      this.#registeredDigest(namespace),
      credentials,
    )
    this.#fleet.putSource(name, detached(sight))
    if (sight.complete) this.#read.set(name, versions)
    return credentials
  }

  #index(namespace: string): SecretIndex | undefined {
    if (this.sight === 'none') return undefined
    const version = this.names.newestIn(namespace)
    return {
      matched: new Map([[namespace, this.names.namesIn(namespace)]]),
      count: new Map(),
      target: new Set(),
      ...(version === undefined ? {} : { version }),
    }
  }

  #registeredDigest({ labels }: NamespaceDigest): string | undefined {
    const { registrations, settings } = this.#fleet
    const secret = secretNameFor(labels[keysUnder(settings.labelPrefix).cluster] ?? '')
    const target = registrations.get(registrationKey(settings.targetNamespace, secret))
    return target && this.#fleet.isOurs(target) ? target.configDigest : undefined
  }
}

const hasEnded = (candidates: readonly CandidateDigest[], now: number): boolean =>
  candidates.some(({ result }) => result.outcome === 'not-tried') &&
  candidates.every(
    ({ result }) =>
      result.outcome !== 'translated' || (result.validity !== undefined && result.validity.notAfter <= now),
  )
