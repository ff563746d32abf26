import { UsageError } from '../errors.ts'
import { KubeError } from '../kube/errors.ts'
import type { Labelling } from '../registering/labelling.ts'
import { applyLabelling } from '../registering/namespaces.ts'
import { chalksOf } from './print.ts'
import type { Running } from './run-verb.ts'

/** Shows what is about to change on namespaces, on standard error. */
export const showLabellings = async (running: Running, labellings: readonly Labelling[]): Promise<void> => {
  const { namespaceText } = await import('../output/preview-text.ts')
  const { err } = await chalksOf(running.io, running.output)
  const previews = labellings.map(({ before, changes }) => ({ namespace: before.metadata.name, changes }))
  running.io.stderr(namespaceText(previews, err))
}

/** `namespace a`, `namespaces a and b`. */
export const namespacesText = (labellings: readonly Labelling[]): string => {
  const names = labellings.map(({ before }) => before.metadata.name)
  return names.length === 1 ? `namespace ${names[0] ?? ''}` : `namespaces ${names.join(', ')}`
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
      io.stderr(`note: namespace ${planned.before.metadata.name} was not labelled: ${error.message}\n`)
    }
  }
  return done
}
