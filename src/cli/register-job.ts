import { isDeepStrictEqual } from 'node:util'
import type { HubIdentity } from '../engine/hub-identity.ts'
import type { PassOptions } from '../engine/pass.ts'
import { UsageError } from '../errors.ts'
import type { KubeClient } from '../kube/client.ts'
import { parseAssignments } from '../registering/assignments.ts'
import { planImport, type ImportPlan } from '../registering/import-source.ts'
import { labelling, sourceMarks, type Labelling } from '../registering/labelling.ts'
import { readNamespaceToLabel } from '../registering/namespaces.ts'
import { planRegistration, type RegistrationPlan } from '../registering/plan-registration.ts'
import { previewClient } from '../registering/preview-client.ts'
import { recordingClient, type Recording } from '../registering/recording-client.ts'
import type { RegisterInputs } from './register-inputs.ts'
import type { Running } from './run-verb.ts'
import { isSamePlan } from './same-plan.ts'
import { passOptions } from './session.ts'

/** All of a `register` that is known before anything is written. */
export interface RegisterJob {
  /** Reads and writes registrations; what it writes is kept where it is to be printed. */
  readonly client: KubeClient
  readonly recording: Recording | undefined
  /** The same, over the hub as it would be. */
  readonly planClient: KubeClient
  readonly options: PassOptions
  readonly imported: ImportPlan | undefined
  readonly plan: RegistrationPlan
  /** Namespaces that the plan would neither refuse nor hold. */
  readonly accepted: readonly Labelling[]
}

const labellingsFor = async (
  { session }: Running,
  inputs: RegisterInputs,
  imported: ImportPlan | undefined,
): Promise<readonly Labelling[]> => {
  const { settings, hub } = session
  const marks = {
    labels: parseAssignments('label', inputs.labels, settings.labelPrefix),
    annotations: parseAssignments('annotation', inputs.annotations, settings.labelPrefix),
  }
  const labellings: Labelling[] = []
  for (const name of inputs.namespaces) {
    const namespace = imported?.namespace ?? (await readNamespaceToLabel(hub.client, name))
    labellings.push(labelling(namespace, sourceMarks(namespace, settings, inputs.name, marks)))
  }
  return labellings
}

/** What a provisioner left goes before an import, so that the import would be of no use. */
const requireUse = ({ place }: ImportPlan, { prepared }: RegistrationPlan): void => {
  const source = prepared.decisions.find(({ source: found }) => found !== undefined)?.source
  const isWaiting = prepared.decisions.some(({ action }) => action === 'wait')
  if (!isWaiting && (source === undefined || source.secret === place.secret)) return
  throw new UsageError(
    source
      ? `namespace ${place.namespace} has a kubeconfig of its own (${source.secret}), which goes before an imported one`
      : `an imported kubeconfig would not be found: the configured provider "import" looks elsewhere`,
    source ? 'leave -n out, or register that namespace without --import' : 'give that provider another name',
  )
}

/** Whether two looks at the hub come to the same for somebody who was shown the first. */
export const isSameJob = (shown: RegisterJob, now: RegisterJob): boolean => {
  const agreedOn = ({ accepted, imported, plan }: RegisterJob): readonly unknown[] => [
    accepted.map(({ before, changes }) => [before.metadata.name, before.metadata.uid, changes]),
    imported && [imported.isNew, imported.write, imported.secret.metadata],
    plan.obstacles.map(({ decision: { id, reason } }) => [id, reason]),
  ]
  return (
    isDeepStrictEqual(agreedOn(shown), agreedOn(now)) &&
    isSamePlan(shown.plan.prepared.decisions, now.plan.prepared.decisions)
  )
}

/**
 * Reads the namespaces, and plans for them as they will be labelled.
 * @throws UsageError for a namespace that is not there, and an import that would be of no use
 */
export const prepareRegistration = async (
  running: Running,
  inputs: RegisterInputs,
  identity: HubIdentity,
): Promise<RegisterJob> => {
  const { dryRun, io, output, session } = running
  const { settings, hub } = session
  const recording =
    output.format === 'yaml' ? recordingClient(hub.client, { sends: dryRun !== 'client' }) : undefined
  const client = recording?.client ?? hub.client
  const options: PassOptions = {
    ...passOptions(session, io),
    // What is written is only made on the way to the hub; it goes no further than the recording.
    dryRun: recording && dryRun === 'client' ? 'server' : dryRun,
    identity,
  }
  const { import: wanted } = inputs
  const imported = wanted && (await planImport(hub.client, settings, wanted))
  const labellings = await labellingsFor(running, inputs, imported)
  const planClient = imported
    ? previewClient(client, {
        namespaces: imported.isNew ? labellings.map(({ after }) => after) : [],
        secrets: [imported.secret],
      })
    : client
  const plan = await planRegistration(planClient, settings, options, labellings)
  if (imported) requireUse(imported, plan)
  const accepted = labellings.filter(({ before }) => !plan.leftOut.has(before.metadata.name))
  return { client, recording, planClient, options, imported, plan, accepted }
}
