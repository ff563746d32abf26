import type { Note } from '../engine/decision.ts'
import { MAX_KEYS, MAX_TOTAL, MAX_VALUE } from '../engine/plan/metadata.ts'
import { warningText, type WarningId } from '../engine/reasons/index.ts'
import { pick, type Told } from './decision-log-context.ts'
import type { Fields, Level, LogRecord } from './log.ts'

interface Row {
  readonly level: Level
  readonly message: string
  readonly fields: (told: Told, params: Note['params']) => Fields
}

/** Those that the reference has a record of its own for (C7.89–C7.111). */
const ROWS: { readonly [W in WarningId]?: Row } = {
  'annotation-dropped': {
    level: 'warn',
    message: 'annotation not copied',
    fields: (told, { annotation }) => ({
      ...pick(told, 'namespace'),
      annotation,
      maxBytes: MAX_VALUE,
      maxTotalBytes: MAX_TOTAL,
      maxKeys: MAX_KEYS,
    }),
  },
  'address-changed': {
    level: 'warn',
    message: 'address changed',
    fields: (told, { from, to }) => ({ ...pick(told, 'cluster'), from, to }),
  },
  'exec-shadowed': {
    level: 'warn',
    message: 'candidate that renews itself passed over',
    fields: (told, { using, passedOver }) => ({
      ...pick(told, 'namespace', 'cluster'),
      using,
      ...pick(told, 'provider'),
      passedOver,
    }),
  },
  'exec-identity': {
    level: 'info',
    message: 'exec plugin translated',
    fields: (told, { command }) => ({
      ...pick(told, 'namespace', 'cluster'),
      secret: told.decision.source?.secret,
      command,
    }),
  },
  insecure: {
    level: 'debug',
    message: 'certificate is not checked',
    fields: (told) => ({ ...pick(told, 'namespace', 'cluster'), secret: told.decision.source?.secret }),
  },
  'stamp-unreadable': {
    level: 'warn',
    message: 'time of hiding cannot be read',
    fields: (told, { stamp }) => ({ ...pick(told, 'secret'), staleSince: stamp, error: 'not a time' }),
  },
  'superseded-by-omitted': {
    level: 'warn',
    message: 'successor not recorded',
    fields: (told, { successor }) => ({
      ...pick(told, 'secret'),
      supersededBy: successor,
      reason: 'longer than a label value may be',
    }),
  },
}

/** Told in the record of the decision itself. */
const TOLD_ELSEWHERE: ReadonlySet<WarningId> = new Set<WarningId>([
  'write-failed',
  'stood-down',
  'removal-held',
  'removals-off',
])

/** The record of a warning; undefined for what is told elsewhere. */
export const warningRecord = (told: Told, { reason, params }: Note): LogRecord | undefined => {
  if (TOLD_ELSEWHERE.has(reason)) return undefined
  const row = ROWS[reason]
  if (row !== undefined) return { level: row.level, message: row.message, fields: row.fields(told, params) }
  const { message, remedy } = warningText(reason, params)
  return {
    level: 'warn',
    message: 'warning',
    fields: {
      ...pick(told, 'secret', 'cluster', 'namespace'),
      warning: reason,
      reason: message,
      fix: remedy === '' ? undefined : remedy,
    },
  }
}
