import { isRemoval, type Decision } from '../engine/decision.ts'
import { HubIdentity } from '../engine/hub-identity.ts'
import { overwrites } from '../registering/labelling.ts'
import { actingOf, questionOf, showPreview } from './confirm-pass.ts'
import { showImport } from './import-verb.ts'
import { namespacesText, showLabellings } from './label-namespaces.ts'
import { confirm } from './prompt.ts'
import type { RegisterInputs } from './register-inputs.ts'
import { isSameJob, prepareRegistration, type RegisterJob } from './register-job.ts'
import type { Running, Undone } from './run-verb.ts'

/** What a person would lose by it: values of labels, a kubeconfig, registrations that Argo CD sees. */
const questionFor = (
  { accepted, imported }: RegisterJob,
  removals: readonly Decision[],
): string | undefined => {
  const relabelled = accepted.filter((labelling) => overwrites(labelling).length > 0)
  const { namespace, secret } = imported?.place ?? { namespace: '', secret: '' }
  const parts = [
    ...(relabelled.length > 0 ? [`overwrite labels of ${namespacesText(relabelled)}`] : []),
    ...(imported?.write === 'replace' ? [`replace the kubeconfig in ${namespace}/${secret}`] : []),
    ...(removals.length > 0 ? [questionOf(removals)] : []),
  ]
  return parts.length === 0 ? undefined : parts.join(' and ')
}

/** What a `register` is about to do. */
export interface Agreed {
  readonly job: RegisterJob
  /** Decisions that were shown. */
  readonly previewed: readonly Decision[]
}

/**
 * Shows what is about to be changed; asks where something would be lost, and then looks once more.
 * @throws UsageError for a namespace that can't be labelled, and off a terminal where a person would be asked
 */
export const agree = async (running: Running, inputs: RegisterInputs): Promise<Agreed | Undone> => {
  const identity = new HubIdentity()
  const job = await prepareRegistration(running, inputs, identity)
  const { accepted, imported, plan } = job
  if (accepted.length === 0) return { job, previewed: [] }
  if (imported) await showImport(running, imported)
  await showLabellings(running, accepted)
  const removals = actingOf(plan.prepared.decisions).filter(isRemoval)
  const question = questionFor(job, removals)
  if (running.dryRun !== 'none' || question === undefined) return { job, previewed: [] }
  await showPreview(running, removals)
  if (!(await confirm(running.io, question, running.yes))) return 'declined'
  if (running.yes) return { job, previewed: removals }
  const now = await prepareRegistration(running, inputs, identity)
  return isSameJob(job, now) ? { job: now, previewed: removals } : 'changed'
}
