import type { OwnerReference, Secret } from '../kube/objects.ts'
import { byteOrder } from '../order.ts'
import { compileGlob } from './glob.ts'
import { withImported } from './imported.ts'
import type { Provider } from './provider.ts'

/** One place where a kubeconfig may be. */
export interface Candidate {
  readonly provider: Provider
  readonly secret: Secret
  readonly key: string
  /** What vouches for the Secret: 2 for the provider's type, 1 for a controller owner. Orders, never excludes. */
  readonly score: number
}

/** A Secret that a provider's glob matches but that holds none of its keys. */
export interface NearMiss {
  readonly provider: string
  readonly secret: string
  /** The keys found in it, sorted. */
  readonly keys: readonly string[]
}

export interface Ranking {
  /** In the order they are to be tried. */
  readonly candidates: readonly Candidate[]
  readonly nearMisses: readonly NearMiss[]
}

/** The part of a Secret that its name decides by: a metadata-only list has it. */
export interface SecretName {
  readonly name: string
  readonly ownerReferences?: readonly OwnerReference[]
}

/** Providers with their globs compiled; make it once for a run. */
export interface ProviderMatcher {
  /** Does any provider look at a Secret of this name? */
  readonly matchesAny: (metadata: SecretName) => boolean
  readonly rank: (secrets: readonly Secret[]) => Ranking
}

const controllerOf = (metadata: SecretName): OwnerReference | undefined =>
  metadata.ownerReferences?.find((owner) => owner.controller === true)

const matcherOf = (provider: Provider): ((metadata: SecretName) => boolean) => {
  const matchesGlob = compileGlob(provider.secretNamePattern)
  const owned = provider.ownedMatch
  return (metadata) => {
    if (matchesGlob(metadata.name)) return true
    if (owned === undefined || !metadata.name.startsWith(owned.prefix)) return false
    const owner = controllerOf(metadata)
    return owner?.kind === owned.kind && owner.apiVersion.split('/')[0] === owned.group
  }
}

/** Does the provider look at a Secret of this name and owner? Compiles the glob: for many names, `compileProviders`. */
export const matchesName = (provider: Provider, metadata: SecretName): boolean =>
  matcherOf(provider)(metadata)

const scoreOf = (provider: Provider, secret: Secret): number =>
  (provider.secretType !== undefined && secret.type === provider.secretType ? 2 : 0) +
  (controllerOf(secret.metadata) === undefined ? 0 : 1)

const rankOne = (provider: Provider, matched: readonly Secret[]): Ranking => {
  const scored = matched
    .map((secret) => ({ secret, score: scoreOf(provider, secret), data: secret.data ?? {} }))
    .sort((a, b) => b.score - a.score || byteOrder(a.secret.metadata.name, b.secret.metadata.name))
  const candidates: Candidate[] = []
  const nearMisses: NearMiss[] = []
  for (const { secret, score, data } of scored) {
    const keys = provider.secretKeys.filter((key) => Object.hasOwn(data, key))
    candidates.push(...keys.map((key) => ({ provider, secret, key, score })))
    if (keys.length === 0)
      nearMisses.push({
        provider: provider.name,
        secret: secret.metadata.name,
        keys: Object.keys(data).sort(),
      })
  }
  return { candidates, nearMisses }
}

/**
 * Compiles the globs of a list of providers and of the built-in one for imports. Candidates come in the order of C2.39:
 * provider, score, name, key. A Secret is offered by every provider that matches it: it belongs to the one whose candidate
 * translates first.
 */
export const compileProviders = (providers: readonly Provider[]): ProviderMatcher => {
  const compiled = withImported(providers).map((provider) => ({ provider, matches: matcherOf(provider) }))
  return {
    matchesAny: (metadata) => compiled.some(({ matches }) => matches(metadata)),
    rank: (secrets) => {
      const rankings = compiled.map(({ provider, matches }) =>
        rankOne(
          provider,
          secrets.filter((secret) => matches(secret.metadata)),
        ),
      )
      return {
        candidates: rankings.flatMap(({ candidates }) => candidates),
        nearMisses: rankings.flatMap(({ nearMisses }) => nearMisses),
      }
    },
  }
}

/** `compileProviders(providers).rank(secrets)`, for a single use. */
export const rankCandidates = (providers: readonly Provider[], secrets: readonly Secret[]): Ranking =>
  compileProviders(providers).rank(secrets)
