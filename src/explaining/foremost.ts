import type { Outcome } from '../engine/decision.ts'
import { byAge } from '../engine/plan/claims.ts'
import type { View } from './view.ts'

/** Of several that want one name or address: who has it, then who gets it, then the oldest. */
export const foremost = ({ context }: View, outcomes: readonly Outcome[]): Outcome | undefined => {
  const { namespaces, registrations } = context.snapshot
  const rank = ({ decision }: Outcome): number => {
    if (registrations.get(decision.id)?.visible) return 0
    if (registrations.has(decision.id)) return 1
    return decision.action === 'refuse' || decision.action === 'wait' ? 3 : 2
  }
  const age = (a: Outcome, b: Outcome): number => {
    const [first, second] = [a, b].map(({ decision }) => namespaces.get(decision.namespace ?? ''))
    return first && second ? byAge(first, second) : 0
  }
  return outcomes.toSorted((a, b) => rank(a) - rank(b) || age(a, b))[0]
}
