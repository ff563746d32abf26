import type { Decision, Outcome } from '../engine/decision.ts'
import type { PassResult } from '../engine/pass.ts'

/** Milliseconds between two looks: soon at first, as a provisioner may be about to finish, then ever more seldom. */
const PAUSES = [1000, 2000, 3000, 5000] as const
const LONGEST_PAUSE = 10_000

/** What a provisioner has yet to bring; anything else a wait can't mend. */
const TO_COME: ReadonlySet<string> = new Set(['source-missing', 'key-missing', 'source-empty'])

const isToCome = ({ action, reason }: Decision): boolean =>
  action === 'wait' || (action === 'keep' && TO_COME.has(reason))

export interface Waiting {
  /** Milliseconds; 0 = one look. */
  readonly timeout: number
  readonly now: () => number
  readonly pause: (milliseconds: number) => Promise<void>
  /** Told what is still missing, whenever that changes. */
  readonly onMissing: (decisions: readonly Decision[]) => void
}

export interface Waited extends PassResult {
  /** Still missing when the time was over. */
  readonly missing: readonly Decision[]
}

/** What an earlier look did stays done, where a later one finds nothing to do. */
const withEarlier = (outcomes: readonly Outcome[], done: ReadonlyMap<string, Outcome>): readonly Outcome[] =>
  outcomes.map((outcome) =>
    outcome.decision.action === 'unchanged' ? (done.get(outcome.decision.secret) ?? outcome) : outcome,
  )

const textOf = (decisions: readonly Decision[]): string =>
  JSON.stringify(decisions.map(({ namespace, reason, params }) => [namespace, reason, params]))

/**
 * Makes passes until no kubeconfig is missing any more, or the time is over.
 * @param pass one over the namespaces that are waited for
 */
export const waitForSources = async (pass: () => Promise<PassResult>, waiting: Waiting): Promise<Waited> => {
  const start = waiting.now()
  let paused = 0
  const done = new Map<string, Outcome>()
  let told = ''
  for (let look = 0; ; look += 1) {
    const { outcomes, incomplete } = await pass()
    for (const outcome of outcomes) if (outcome.result === 'done') done.set(outcome.decision.secret, outcome)
    const missing = outcomes.map(({ decision }) => decision).filter(isToCome)
    // A clock that is set back must not make it wait for ever.
    const left = waiting.timeout - Math.max(waiting.now() - start, paused)
    if (missing.length === 0 || left <= 0)
      return { outcomes: withEarlier(outcomes, done), incomplete, missing }
    if (textOf(missing) !== told) waiting.onMissing(missing)
    told = textOf(missing)
    const next = Math.min(left, PAUSES[look] ?? LONGEST_PAUSE)
    await waiting.pause(next)
    paused += next
  }
}
