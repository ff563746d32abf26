import { chooseCandidate, shadowedBy } from '../../engine/plan/candidates.ts'
import type { CandidateDigest } from '../../engine/snapshot.ts'
import type { Look } from '../inspection.ts'

/**
 * One namespace in which another order of providers would do better.
 * - `shadowed`: a credential that Argo CD would renew by itself loses to one that it can't
 * - `detour`: an earlier provider's glob and key match too, and nothing it finds can be used
 * - `broken`: the same of a provider that belongs first, so that its Secret is to blame and not the order
 */
export interface Misordered {
  readonly kind: 'shadowed' | 'detour' | 'broken'
  /** The provider that stands first. */
  readonly first: string
  /** The provider that does better, and stands behind. */
  readonly better: string
  readonly cluster: string
  /** The Secret it is about: `namespace/name`. */
  readonly secret: string
  /** What is registered ends by itself within minutes or hours, and Argo CD can't renew it. */
  readonly dies: boolean
}

interface Place {
  readonly namespace: string
  readonly cluster: string
}

/** What has to do with exec has checks of its own: the gates, and commands that are not translated. */
const isExecFault = ({ result }: CandidateDigest): boolean =>
  result.outcome === 'unusable' && result.cause.startsWith('exec-')

const isShortLived = ({ result }: CandidateDigest): boolean =>
  result.outcome === 'translated' && result.warnings.some(({ id }) => id === 'token-short-lived')

const shadowOf = (
  winner: CandidateDigest,
  candidates: readonly CandidateDigest[],
  { namespace, cluster }: Place,
): Misordered | undefined => {
  const better = shadowedBy(winner, candidates)
  return (
    better && {
      kind: 'shadowed',
      first: winner.provider,
      better: better.provider,
      cluster,
      secret: `${namespace}/${better.secret}`,
      dies: isShortLived(winner),
    }
  )
}

const detourOf = (
  winner: CandidateDigest,
  candidates: readonly CandidateDigest[],
  { namespace, cluster }: Place,
): Misordered | undefined => {
  const unusable = candidates
    .slice(0, candidates.indexOf(winner))
    .find(
      (candidate) =>
        candidate.result.outcome === 'unusable' &&
        candidate.provider !== winner.provider &&
        !isExecFault(candidate),
    )
  if (!unusable) return undefined
  const belongsFirst = unusable.allowExec && !winner.allowExec
  return {
    kind: belongsFirst ? 'broken' : 'detour',
    first: unusable.provider,
    better: winner.provider,
    cluster,
    secret: `${namespace}/${belongsFirst ? unusable.secret : winner.secret}`,
    dies: false,
  }
}

/** What the order of providers spoils in the namespaces that are looked at. */
export const misorderedIn = ({ observation: { snapshot }, context }: Look): readonly Misordered[] => {
  const { execCredentials, namespaces } = context.settings
  return [...snapshot.sources].flatMap(([namespace, sight]) => {
    if (!sight.complete || (namespaces.length > 0 && !namespaces.includes(namespace))) return []
    const { candidates } = sight
    const winner = chooseCandidate(candidates, context.now)
    if (!winner) return []
    const cluster = snapshot.namespaces.get(namespace)?.labels[context.keys.cluster] ?? namespace
    const place = { namespace, cluster }
    const shadowed = execCredentials ? shadowOf(winner, candidates, place) : undefined
    return shadowed ?? detourOf(winner, candidates, place) ?? []
  })
}
