import { isRemoval, isWrite, type Note, type Outcome } from '../engine/decision.ts'
import type { Keys } from '../engine/keys.ts'
import { decisionText, warningText } from '../engine/reasons/index.ts'
import type { Told } from './decision-log-context.ts'
import { restRecord } from './decision-log-rest.ts'
import { warningRecord } from './decision-log-warnings.ts'
import { writeRecord, type Because } from './decision-log-writes.ts'
import type { Level, Log, LogRecord } from './log.ts'

/** What was told of a decision last. */
interface State {
  readonly decided: string
  readonly warnings: ReadonlySet<string>
}

/** A warning is the same as long as it is about the same thing. */
const warningKey = ({ reason, params }: Note): string => `${reason} ${params['annotation'] ?? ''}`

const notesOf = ({ decision, notes }: Outcome): readonly Note[] => [...decision.warnings, ...notes]

/** Why a result is what it is, as the warning of that reason has it. */
const because = (outcome: Outcome, reason: Note['reason']): Because => {
  const note = notesOf(outcome).find((one) => one.reason === reason)
  if (note === undefined) return { message: undefined, remedy: undefined }
  const { message, remedy } = warningText(note.reason, note.params)
  return { message, remedy: remedy === '' ? undefined : remedy }
}

/** What was decided, and what came of it. */
const decidedOf = ({ decision, result }: Outcome): string => {
  const held = 'held' in decision ? decision.held : undefined
  return [decision.action, decision.reason, held ?? result ?? ''].join(' ')
}

const toldOf = ({ decision }: Outcome, keys: Keys): Told => {
  const { message, remedy } = decisionText(decision.reason, decision.params)
  return { decision, keys, message, remedy: remedy === '' ? undefined : remedy }
}

/** Of a decision that changed: its level, and in words why it is as it is and what to do about it. */
export interface News {
  readonly level: Level
  readonly reason: string
  readonly remedy: string | undefined
}

/** The record of a decision, and why it came to that. */
const recordOf = (outcome: Outcome, told: Told): readonly [LogRecord, Because] => {
  const { decision, result } = outcome
  const own: Because = { message: told.message, remedy: told.remedy }
  if (result === undefined || (!isWrite(decision) && !isRemoval(decision))) return [restRecord(told), own]
  if (result === 'done' || result === 'planned') return [writeRecord(told, decision.action, result, own), own]
  const kind = result === 'held' ? (decision.held ?? 'removals-off') : result
  const why = because(outcome, kind === 'failed' ? 'write-failed' : kind)
  return [writeRecord(told, decision.action, kind, why), why]
}

/**
 * Logs a decision when it changes — its action, reason, result or warnings — and every write that was done, rather than all
 * there is on every pass (C10.48).
 */
export class DecisionLog {
  readonly #log: Log
  readonly #keys: Keys
  readonly #states = new Map<string, State>()
  /** One object for all decisions that stand alike: most of a fleet is up to date. */
  readonly #shared = new Map<string, State>()

  constructor(log: Log, keys: Keys) {
    this.#log = log
    this.#keys = keys
  }

  /** @returns undefined where only its warnings changed, or nothing */
  take(outcome: Outcome): News | undefined {
    const { decision, result } = outcome
    const before = this.#states.get(decision.id)
    const now = this.#stateOf(decidedOf(outcome), notesOf(outcome))
    this.#states.set(decision.id, now)
    if (before === now && result !== 'done') return undefined
    const told = toldOf(outcome, this.#keys)
    const isNews = before?.decided !== now.decided || result === 'done'
    const [record, why] = recordOf(outcome, told)
    if (isNews) this.#write(record)
    for (const note of notesOf(outcome)) {
      const warning = before?.warnings.has(warningKey(note)) ? undefined : warningRecord(told, note)
      if (warning) this.#write(warning)
    }
    return isNews
      ? { level: record.level, reason: why.message ?? told.message, remedy: why.remedy }
      : undefined
  }

  /** Forgets decisions that are not among these: claims and registrations that are no more. */
  retain(ids: ReadonlySet<string>): void {
    for (const id of this.#states.keys()) if (!ids.has(id)) this.#states.delete(id)
    const standing = new Set(this.#states.values())
    for (const [key, state] of this.#shared) if (!standing.has(state)) this.#shared.delete(key)
  }

  #stateOf(decided: string, notes: readonly Note[]): State {
    const warnings = [...new Set(notes.map(warningKey))].sort()
    const key = [decided, ...warnings].join('\n')
    const known = this.#shared.get(key)
    if (known) return known
    const state = { decided, warnings: new Set(warnings) }
    this.#shared.set(key, state)
    return state
  }

  #write({ level, message, fields }: LogRecord): void {
    this.#log(level, message, fields)
  }
}
