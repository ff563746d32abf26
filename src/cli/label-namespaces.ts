import { UsageError } from '../errors.ts'
import { KubeError } from '../kube/errors.ts'
import type { Outcome } from '../engine/decision.ts'
import { undoCommands, type Labelling } from '../registering/labelling.ts'
import { listed } from '../engine/listed.ts'
import { applyLabelling } from '../registering/namespaces.ts'
import { chalksOf } from './print.ts'
import type { Running } from './run-verb.ts'
import { note } from './session.ts'

/** Shows what is about to change on namespaces, on standard error. */
export const showLabellings = async (running: Running, labellings: readonly Labelling[]): Promise<void> => {
  const { namespaceText } = await import('../output/preview-text.ts')
  const { err } = await chalksOf(running.io, running.output)
  const previews = labellings.map(({ before, changes }) => ({ namespace: before.metadata.name, changes }))
  running.io.stderr(namespaceText(previews, err))
}

/** `namespace a`, `namespaces a, b`. */
export const namespacesText = (labellings: readonly Labelling[]): string => {
  const names = labellings.map(({ before }) => before.metadata.name)
  return names.length === 1 ? `namespace ${names[0] ?? ''}` : `namespaces ${listed(names)}`
}

/** Nothing was registered from it, though not for want of a kubeconfig. */
export const isUnregistered =
  (outcomes: readonly Outcome[]) =>
  ({ before }: Labelling): boolean =>
    outcomes.some(
      ({ decision: { action, namespace }, result }) =>
        namespace === before.metadata.name &&
        (action === 'refuse' || result === 'failed' || result === 'stood-down'),
    )

/** Says of labels that nothing came of that they stand all the same, and how to take them back. */
export const noteLabelled = ({ io }: Running, labelled: readonly Labelling[]): void => {
  for (const done of labelled.filter(({ changes }) => changes.length > 0))
    note(
      io,
      `namespace ${done.before.metadata.name} stays labelled, and the next sync tries it again; to undo it: ${undoCommands(done).join(' && ')}`,
    )
}

/**
 * Labels namespaces one by one. One that fails once others are labelled is told and left out: those have to be reconciled.
 * @returns those that are labelled, or on a dry run would be
 * @throws UsageError or KubeError where the first one fails
 */
export const labelNamespaces = async (
  { io, session, dryRun }: Running,
  labellings: readonly Labelling[],
): Promise<readonly Labelling[]> => {
  if (dryRun === 'client') return labellings
  const done: Labelling[] = []
  for (const planned of labellings) {
    try {
      await applyLabelling(session.hub.client, planned, { dryRun: dryRun === 'server' })
      done.push(planned)
    } catch (error) {
      const isTold = error instanceof UsageError || error instanceof KubeError
      if (!isTold || done.length === 0) throw error
      note(io, `namespace ${planned.before.metadata.name} was not labelled: ${error.message}`)
    }
  }
  return done
}
