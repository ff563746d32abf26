import type { Decision } from '../engine/decision.ts'
import type { Keys } from '../engine/keys.ts'
import type { Fields, LogRecord } from './log.ts'

/** A decision as its record is made of it. */
export interface Told {
  readonly decision: Decision
  /** The label keys under the prefix in force. */
  readonly keys: Keys
  /** Of the reason table. */
  readonly message: string
  /** Of the reason table; absent where there is nothing to do. */
  readonly remedy: string | undefined
}

export type ToRecord = (told: Told) => LogRecord

/** A parameter of the decision's reason; undefined where it has none of that name. */
export const param = ({ decision }: Told, name: string): string | undefined =>
  decision.params[name] === '' ? undefined : decision.params[name]

/** Some of the fields every decision has, by the names the reference's records use. */
export const pick = (
  { decision }: Told,
  ...names: readonly ('cluster' | 'namespace' | 'secret' | 'server' | 'provider')[]
): Fields =>
  Object.fromEntries(names.map((name) => [name, decision[name] === '' ? undefined : decision[name]]))
