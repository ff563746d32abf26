import type { ReasonId } from '../engine/reasons/index.ts'
import { conflictOf } from './conflict-reason.ts'
import { param, pick, type Told, type ToRecord } from './decision-log-context.ts'
import type { Level } from './log.ts'

/** A record of the usual fields with the reason in words. */
const plain =
  (level: Level, message: string): ToRecord =>
  (told) => ({
    level,
    message,
    fields: { ...pick(told, 'secret', 'cluster', 'namespace'), reason: told.message, fix: told.remedy },
  })

const conflict: ToRecord = (told) => ({
  level: 'error',
  message: 'cluster refused',
  fields: {
    ...pick(told, 'cluster', 'namespace'),
    conflict: conflictOf(told.decision.reason),
    reason: told.message,
    fix: told.remedy,
  },
})

const badName: ToRecord = (told) => ({
  level: 'error',
  message: 'cluster name cannot be used',
  fields: { ...pick(told, 'namespace', 'cluster'), reason: told.message, fix: told.remedy },
})

const notThereYet: ToRecord = (told) =>
  told.decision.action === 'keep'
    ? {
        level: 'warn',
        message: 'namespace has no kubeconfig any more, its registration is kept',
        fields: { ...pick(told, 'secret', 'namespace'), reason: told.message },
      }
    : {
        level: 'info',
        message: 'kubeconfig is not there yet',
        fields: { ...pick(told, 'namespace', 'cluster'), reason: told.message },
      }

/** The label of a namespace or registration that says why. */
const labelled =
  (level: Level, message: string, name: 'namespace' | 'secret', label: (told: Told) => string): ToRecord =>
  (told) => ({ level, message, fields: { ...pick(told, name), label: label(told), fix: told.remedy } })

/** What is told of decisions that write nothing, by their reason (C7.82–C7.111). */
const BY_REASON: { readonly [R in ReasonId]?: ToRecord } = {
  'not-managed': conflict,
  'name-held': conflict,
  'orphan-cluster-mismatch': conflict,
  incumbent: conflict,
  'contested-name': conflict,
  'create-race': conflict,
  'server-collision': conflict,
  'cluster-name-illegal': badName,
  'cluster-name-reserved': badName,
  'source-missing': notThereYet,
  'key-missing': notThereYet,
  'source-empty': notThereYet,
  'source-unusable': (told) => ({
    level: 'warn',
    message: 'no usable kubeconfig',
    fields: { ...pick(told, 'namespace', 'cluster'), errors: param(told, 'causes'), fix: told.remedy },
  }),
  'incomplete-view': (told) => ({
    level: 'error',
    message: 'not all could be seen, nothing is removed',
    fields: { ...pick(told, 'namespace', 'cluster'), error: param(told, 'why'), fix: told.remedy },
  }),
  'cluster-label-missing': labelled(
    'warn',
    'namespace has no cluster label',
    'namespace',
    ({ keys }) => keys.cluster,
  ),
  'managed-by-lost': labelled(
    'warn',
    'namespace has lost its ownership label',
    'namespace',
    ({ keys }) => keys.managedBy,
  ),
  unrouted: labelled(
    'warn',
    'registration records no namespace',
    'secret',
    ({ keys }) => keys.sourceNamespace,
  ),
  pinned: (told) => ({
    level: 'debug',
    message: 'pinned',
    fields: { ...pick(told, 'secret', 'namespace'), label: told.keys.prune },
  }),
  demoted: (told) => ({
    level: 'debug',
    message: 'hidden already',
    fields: { ...pick(told, 'secret'), supersededBy: param(told, 'successor') },
  }),
  held: (told) => ({ level: 'debug', message: 'hidden by hand', fields: pick(told, 'secret') }),
  'namespace-terminating': (told) => ({
    level: 'debug',
    message: 'namespace is being deleted',
    fields: pick(told, 'namespace'),
  }),
  'up-to-date': (told) => ({ level: 'debug', message: 'up to date', fields: pick(told, 'cluster') }),
  'namespace-replaced': plain('warn', 'namespace was replaced, the registration is kept for now'),
  'contested-write': plain('error', 'somebody undoes what is written'),
  'registration-immutable': plain('error', 'registration is immutable'),
  'removal-pending': plain('warn', 'removal is held by a finalizer'),
  'other-settings': plain('warn', 'registered through a provider that is not configured'),
}

export const restRecord: ToRecord = (told) => {
  const record = BY_REASON[told.decision.reason] ?? plain('warn', 'left as it is')
  return record(told)
}
