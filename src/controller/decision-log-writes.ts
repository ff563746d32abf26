import type { Result, WriteAction } from '../engine/decision.ts'
import { param, pick, type Told, type ToRecord } from './decision-log-context.ts'
import type { Fields, LogRecord } from './log.ts'

const successorOf = ({ decision }: Told): string | undefined =>
  'mark' in decision ? decision.mark.successor : undefined

const pruned: ToRecord = (told) => {
  switch (told.decision.reason) {
    case 'ttl-over':
      return {
        level: 'info',
        message: 'hidden for long enough, deleted',
        fields: {
          ...pick(told, 'secret', 'cluster'),
          staleSince: param(told, 'since'),
          ttl: param(told, 'ttl'),
        },
      }
    case 'server-race':
      return {
        level: 'info',
        message: 'address given up',
        fields: pick(told, 'secret', 'namespace', 'server'),
      }
    default:
      return { level: 'info', message: 'deregistered', fields: pick(told, 'secret', 'namespace') }
  }
}

const hidden: ToRecord = (told) => ({
  level: 'warn',
  message: 'hidden from Argo CD',
  fields: {
    ...pick(told, 'secret'),
    supersededBy: successorOf(told),
    ...pick(told, 'namespace'),
    reason: told.message,
  },
})

const adopted: ToRecord = (told) => ({
  level: 'warn',
  message: 'registration without a namespace adopted',
  fields: { ...pick(told, 'secret', 'cluster', 'namespace'), label: told.keys.sourceNamespace },
})

const written =
  (message: string): ToRecord =>
  (told) => ({ level: 'info', message, fields: pick(told, 'cluster', 'server', 'namespace') })

const DONE: Readonly<Record<WriteAction, ToRecord>> = {
  register: written('registered'),
  update: written('updated'),
  restore: written('made visible again'),
  adopt: adopted,
  demote: hidden,
  prune: pruned,
}

const PLANNED: Readonly<Record<WriteAction, (told: Told) => Fields>> = {
  register: (told) => pick(told, 'cluster', 'server'),
  update: (told) => pick(told, 'cluster'),
  restore: (told) => pick(told, 'cluster'),
  adopt: (told) => pick(told, 'cluster', 'secret'),
  demote: (told) => ({ ...pick(told, 'secret'), supersededBy: successorOf(told) }),
  prune: (told) => ({ ...pick(told, 'secret', 'namespace'), staleSince: param(told, 'since') }),
}

/** What a warning of the decision or of its writing says; the first of that reason. */
export interface Because {
  readonly message: string | undefined
  readonly remedy: string | undefined
}

/** What is told of decisions that write, by what came of it (C7.83, C7.91–C7.110). @param because of the result */
export const writeRecord = (
  told: Told,
  action: WriteAction,
  result: Exclude<Result, 'held'> | 'removal-held' | 'removals-off',
  because: Because,
): LogRecord => {
  const subject = pick(told, 'secret', 'cluster', 'namespace')
  switch (result) {
    case 'done':
      return DONE[action](told)
    case 'planned':
      return { level: 'info', message: `[dry-run] would ${action}`, fields: PLANNED[action](told) }
    case 'failed':
      return {
        level: 'error',
        message: 'write failed',
        fields: { ...subject, action, error: because.message, fix: because.remedy },
      }
    case 'stood-down':
      return {
        level: 'info',
        message: action === 'prune' ? 'deletion overtaken' : 'write overtaken',
        fields: { ...subject, action, reason: because.message },
      }
    case 'removal-held':
      return {
        level: 'warn',
        message: 'held by the brake',
        fields: { ...subject, action, reason: because.message, fix: because.remedy },
      }
    case 'removals-off':
      return {
        level: 'info',
        message: 'held, removals are off',
        fields: { ...subject, action, reason: because.message },
      }
  }
}
