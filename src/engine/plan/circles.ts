import type { Bid, Verdict } from './bid.ts'
import { keyOfClaim } from './claims.ts'
import { idOf, type PlanContext } from './context.ts'

type Grant = Extract<Verdict, { granted: true }>

/** The id of the decision that a granted bid comes to. */
const decisionOf = (context: PlanContext, { claim, secret }: Bid, { takesOver }: Grant): string =>
  takesOver ? keyOfClaim(claim) : idOf(context, secret)

/** What each decision waits for, by id: a write for what frees its place, a hide for what takes its place. */
const waitsOf = (
  context: PlanContext,
  verdicts: ReadonlyMap<Bid, Verdict>,
): ReadonlyMap<string, readonly string[]> => {
  const waits = new Map<string, readonly string[]>()
  const granted = [...verdicts].flatMap(([bid, verdict]) => (verdict.granted ? [{ bid, verdict }] : []))
  for (const { bid, verdict } of granted) waits.set(decisionOf(context, bid, verdict), verdict.after)
  for (const { bid, verdict } of granted)
    if (!bid.isRefresh && bid.source)
      for (const { name } of bid.others) waits.set(idOf(context, name), [decisionOf(context, bid, verdict)])
  return waits
}

const reaches = (waits: ReadonlyMap<string, readonly string[]>, from: string): boolean => {
  const seen = new Set<string>()
  const open = [...(waits.get(from) ?? [])]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === from) return true
    if (seen.has(id)) continue
    seen.add(id)
    open.push(...(waits.get(id) ?? []))
  }
  return false
}

/**
 * Claims that wait for themselves: what has to be freed first is freed only by refreshing a registration of the same
 * namespace that the claim would hide. Names edited by hand come to that. The refresh goes first, and the claim is for the
 * next look.
 */
export const circularClaims = (context: PlanContext, verdicts: ReadonlyMap<Bid, Verdict>): readonly Bid[] => {
  const waits = waitsOf(context, verdicts)
  return [...verdicts].flatMap(([bid, verdict]) =>
    verdict.granted &&
    verdict.after.length > 0 &&
    !bid.isRefresh &&
    reaches(waits, decisionOf(context, bid, verdict))
      ? [bid]
      : [],
  )
}
