import type { Secret } from '../../src/kube/objects.ts'
import { addressIn, isOurs, isPinned, isVisible, nameIn, sourceNamespaceOf } from './sight.ts'

const sharedBy = (a: Secret, b: Secret): readonly string[] => [
  ...(nameIn(a) === nameIn(b) ? ['a name'] : []),
  ...(addressIn(a) !== '' && addressIn(a) === addressIn(b) ? ['a server'] : []),
]

/** A pinned registration may stand beside the one that took its place (decisions.md §4). */
const isPinnedPair = (a: Secret, b: Secret): boolean =>
  sourceNamespaceOf(a) === sourceNamespaceOf(b) && (isPinned(a) || isPinned(b))

export interface Twins {
  readonly text: string
  /** They are of one namespace. */
  readonly isOfOne: boolean
}

/** Pairs of active registrations of ours that share a name or a canonical server, and should not. */
export const twins = (secrets: ReadonlyMap<string, Secret>, owner: string): Twins[] => {
  const active = [...secrets.values()].filter((secret) => isOurs(secret, owner) && isVisible(secret))
  return active.flatMap((a, index) =>
    active
      .slice(index + 1)
      .filter((b) => !isPinnedPair(a, b))
      .flatMap((b) =>
        sharedBy(a, b).map((what) => ({
          text: `${a.metadata.name} and ${b.metadata.name} share ${what}`,
          isOfOne: sourceNamespaceOf(a) === sourceNamespaceOf(b),
        })),
      ),
  )
}
