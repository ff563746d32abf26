import type { Outcome } from '../engine/decision.ts'
import { secretNameFor } from '../engine/keys.ts'
import type { Observation } from '../engine/observe/index.ts'
import type { PlanContext } from '../engine/plan/context.ts'
import type { Incomplete } from '../engine/snapshot.ts'

/** The very pass `sync --dry-run` would make: what it sees, and what it would do. */
export interface View {
  readonly observation: Observation
  readonly context: PlanContext
  readonly outcomes: readonly Outcome[]
  readonly incomplete: readonly Incomplete[]
  /** Only the kubeconfigs that the decision depends on were read. */
  readonly isNear?: true
}

/** What one explanation is about. */
export type Topic =
  /** By the id of the decision. */
  | { readonly kind: 'decision'; readonly id: string }
  /** A namespace of which nothing is decided. */
  | { readonly kind: 'namespace'; readonly name: string }
  /** A Secret of the target namespace that is not ours. */
  | { readonly kind: 'foreign'; readonly secret: string }

export const outcomeOf = ({ outcomes }: View, topic: Topic): Outcome | undefined =>
  topic.kind === 'decision' ? outcomes.find(({ decision }) => decision.id === topic.id) : undefined

/** All that is decided of one source namespace; what becomes of its present name comes first. */
export const outcomesOfNamespace = (
  { context, observation, outcomes }: View,
  name: string,
): readonly Outcome[] => {
  const found = outcomes.filter(({ decision }) => decision.namespace === name)
  const label = observation.snapshot.namespaces.get(name)?.labels[context.keys.cluster] ?? ''
  const isClaim = ({ decision }: Outcome): boolean => decision.secret === secretNameFor(label)
  return [...found.filter(isClaim), ...found.filter((outcome) => !isClaim(outcome))]
}
