import type { PassRun } from './passes.ts'
import { isClean } from './plans.ts'
import type { Effect } from './recorder.ts'
import { isVisible } from './sight.ts'
import { writeFault, type Circumstances } from './write-rules.ts'

/** What may be left of a plan once it has been carried out (decisions.md §2). */
const RESTING = new Set(['unchanged', 'keep', 'wait', 'refuse'])

/** One line about a write, for a failure. */
const tellEffect = ({ verb, secret, before, after }: Effect): string => {
  const state = (of: Effect['before']): string =>
    of === undefined ? 'absent' : isVisible(of) ? 'visible' : 'hidden'
  return `${verb} ${secret} (${state(before)} -> ${state(after)})`
}

const textOf = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : JSON.stringify(error)

/** What the pass decided, a line each, for a failure. */
export const tellRun = ({ result, error, recorder }: PassRun): string =>
  [
    ...(result?.outcomes ?? []).map(({ decision, result: became, notes }) =>
      [
        decision.secret || '-',
        decision.action,
        decision.reason,
        became ?? '',
        ...notes.map(({ params }) => params['why'] ?? ''),
      ].join(' '),
    ),
    ...(error === undefined ? [] : [`threw ${textOf(error)}`]),
    ...recorder.effects.map((effect) => `effect: ${tellEffect(effect)}`),
  ].join('\n')

/** What may justify the writes of a pass, but for what went before each. */
export const circumstancesOf = (
  run: PassRun,
  owner: string,
  ttl: number,
): Omit<Circumstances, 'earlier'> => ({
  owner,
  now: run.now,
  ttl,
  namespaces: run.namespaces,
  ...(run.wish.ask ? { asked: run.wish.ask } : {}),
})

/** Every write of the pass by the rules. */
export const writeFaults = (run: PassRun, owner: string, ttl: number): string[] => {
  const { effects, breaches } = run.recorder
  const base = circumstancesOf(run, owner, ttl)
  return [
    ...breaches,
    ...effects.flatMap((effect, index) => {
      const fault = writeFault(effect, { ...base, earlier: effects.slice(0, index) })
      return fault === undefined ? [] : [`${tellEffect(effect)}: ${fault}`]
    }),
  ]
}

/** A dry run sends nothing, or only writes that do not persist. */
export const dryRunFaults = ({ plan, recorder }: PassRun): string[] => [
  ...(plan.dryRun !== undefined && recorder.sent.real > 0 ? ['a dry run sent a write'] : []),
  ...(plan.dryRun === 'client' && recorder.sent.dry > 0 ? ['a client dry run sent a write'] : []),
]

/** The report says what was done, and no more was done than it says. */
export const reportFaults = ({ plan, result, recorder }: PassRun, isAlone: boolean): string[] => {
  if (!result) return []
  const count = (...wanted: readonly string[]): number =>
    result.outcomes.filter(({ result: became }) => wanted.includes(became ?? '')).length
  const { length } = recorder.effects
  if (isAlone && isClean(plan) && plan.dryRun === undefined && count('done') !== length)
    return [`${length} writes took effect, and the report has ${count('done')}`]
  return length > 2 * count('done', 'failed', 'stood-down')
    ? [`${length} writes took effect, more than the report accounts for`]
    : []
}

/** Nothing was done to the pass, so nothing may have gone wrong. */
export const cleanFaults = ({ result, error }: PassRun): string[] => {
  if (!result) return [`a pass without trouble threw ${textOf(error)}`]
  return [
    ...result.incomplete.map(({ what, why }) => `a pass without trouble did not see ${what}: ${why}`),
    ...result.outcomes.flatMap(({ decision, result: became }) =>
      became === 'failed' || became === 'stood-down'
        ? [`a pass without trouble: ${decision.action} ${decision.secret} ${became}`]
        : [],
    ),
  ]
}

/** What the pass that follows a clean one may still find: nothing to write, and what is held again. */
export const unsettledFaults = ({ result, recorder }: PassRun): string[] => [
  ...(recorder.sent.real > 0 ? [`the next pass sent ${recorder.sent.real} writes`] : []),
  ...(result?.outcomes ?? []).flatMap(({ decision, result: became }) =>
    RESTING.has(decision.action) || became === 'held'
      ? []
      : [`the next pass: ${decision.action} ${decision.secret} ${decision.reason} ${became ?? ''}`],
  ),
]
