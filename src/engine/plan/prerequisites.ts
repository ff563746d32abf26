import type { Decision } from '../decision.ts'

/** Those chosen, and what has to be done before them: without it they would only stand down. In the order of the plan. */
export const withPrerequisites = (
  decisions: readonly Decision[],
  chosen: readonly Decision[],
): readonly Decision[] => {
  const byId = new Map(decisions.map((decision) => [decision.id, decision]))
  const wanted = new Set<Decision>()
  const open = [...chosen]
  for (let decision = open.pop(); decision; decision = open.pop()) {
    if (wanted.has(decision)) continue
    wanted.add(decision)
    if ('after' in decision) open.push(...decision.after.flatMap((id) => byId.get(id) ?? []))
  }
  return decisions.filter((decision) => wanted.has(decision))
}
