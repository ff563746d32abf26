import type { Outcome } from '../engine/decision.ts'
import { keysUnder } from '../engine/keys.ts'
import type { Settings } from '../settings/settings.ts'
import { DecisionLog } from './decision-log.ts'
import type { EventRecorder } from './events.ts'
import { decisionEvent } from './events-of.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'

export interface JournalOptions {
  readonly log: Log
  readonly settings: Settings
  readonly metrics: Metrics | undefined
  readonly events: EventRecorder | undefined
}

/** Tells of decisions in all the ways there are: the log and Events when one changes, metrics each time. */
export class Journal {
  readonly #o: JournalOptions
  readonly #decisions: DecisionLog
  /** Ids of the decisions of each namespace. */
  readonly #ids = new Map<string, readonly string[]>()

  constructor(options: JournalOptions) {
    this.#o = options
    this.#decisions = new DecisionLog(options.log, keysUnder(options.settings.labelPrefix))
  }

  take(namespace: string, outcomes: readonly Outcome[]): void {
    if (outcomes.length === 0) this.#ids.delete(namespace)
    else
      this.#ids.set(
        namespace,
        outcomes.map(({ decision }) => decision.id),
      )
    for (const outcome of outcomes) this.#tell(outcome)
  }

  /** Forgets what is no more. */
  tidy(): void {
    this.#decisions.retain(new Set([...this.#ids.values()].flat()))
  }

  #tell(outcome: Outcome): void {
    const { decision, result } = outcome
    const { events, metrics } = this.#o
    // To the reference a kept registration that may not be what is wanted is a refusal too (C5.47).
    if (decision.action === 'refuse' || decision.action === 'keep') metrics?.countConflict(decision.reason)
    if (decision.action === 'adopt' && result === 'done') metrics?.countAdoption()
    const news = this.#decisions.take(outcome)
    const event = news && decisionEvent(outcome, news)
    if (event) events?.record(event)
  }
}
