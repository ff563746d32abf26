import { isRemoval, type Decision, type Outcome } from '../engine/decision.ts'
import { keysUnder, secretNameFor } from '../engine/keys.ts'
import { runPass, type PassResult } from '../engine/pass.ts'
import { decisionText } from '../engine/reasons/index.ts'
import type { Secret } from '../kube/objects.ts'
import { byteOrder } from '../order.ts'
import { overwrites, type Labelling } from '../registering/labelling.ts'
import { within } from '../registering/plan-registration.ts'
import { waitForSources } from '../registering/waiting.ts'
import { formatDuration } from '../settings/duration.ts'
import { actingOf, complete, questionOf, showPreview } from './confirm-pass.ts'
import { writeImported } from './import-verb.ts'
import { labelNamespaces, namespacesText, showLabellings } from './label-namespaces.ts'
import { confirm } from './prompt.ts'
import type { RegisterInputs } from './register-inputs.ts'
import { prepareRegistration, type RegisterJob } from './register-job.ts'
import type { Finished, Running } from './run-verb.ts'

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

/**
 * Shows what is about to be changed; asks where something would be overwritten.
 * @returns the decisions that were shown
 */
const mayGoOn = async (running: Running, job: RegisterJob): Promise<readonly Decision[] | 'declined'> => {
  const { accepted, plan } = job
  if (accepted.length === 0) return []
  await showLabellings(running, accepted)
  const removals = actingOf(plan.prepared.decisions).filter(isRemoval)
  const question = questionFor(job, removals)
  if (running.dryRun !== 'none' || question === undefined) return []
  await showPreview(running, removals)
  return (await confirm(running.io, question, running.yes)) ? removals : 'declined'
}

const tellMissing = ({ io }: Running, decisions: readonly Decision[]): void => {
  for (const { namespace = '', reason, params } of decisions)
    io.stderr(`waiting for ${namespace}: ${decisionText(reason, params).message}\n`)
}

interface Registered extends PassResult {
  readonly unfinished: boolean
}

/** Passes over what is labelled now, until its kubeconfigs are there or the time is over. */
const reconcile = async (
  running: Running,
  { client, options }: RegisterJob,
  labelled: readonly Labelling[],
  wait: number,
): Promise<Registered> => {
  const { io, session } = running
  const settings = within(session.settings, labelled)
  const { missing, ...result } = await waitForSources(
    () => runPass(client, settings, { ...options, now: io.now() }),
    {
      timeout: wait,
      now: io.now,
      pause: io.pause,
      onMissing: (decisions) => {
        tellMissing(running, decisions)
      },
    },
  )
  const isOver = wait > 0 && missing.length > 0
  if (isOver) io.stderr(`note: gave up waiting after ${formatDuration(wait)}\n`)
  return { ...result, unfinished: isOver }
}

const write = async (running: Running, job: RegisterJob, { wait }: RegisterInputs): Promise<Registered> => {
  const { accepted, imported, plan, planClient } = job
  const { prepared } = plan
  if (accepted.length === 0) return { outcomes: [], incomplete: prepared.incomplete, unfinished: false }
  if (imported) await writeImported(running, imported, accepted)
  const labelled = imported?.isNew ? accepted : await labelNamespaces(running, accepted)
  const isPart = labelled.length < accepted.length
  if (running.dryRun !== 'none')
    return { ...(await complete(running, { ...plan, client: planClient })), unfinished: isPart }
  const registered = await reconcile(running, job, labelled, wait)
  return { ...registered, unfinished: registered.unfinished || isPart }
}

/** The cluster Secrets of these outcomes: as they were written, or as they stand. */
const secretsOf = async (
  { session }: Running,
  { client, recording }: RegisterJob,
  outcomes: readonly Outcome[],
): Promise<readonly Secret[]> => {
  const secrets = new Map(recording?.secrets)
  const { targetNamespace: namespace } = session.settings
  for (const { decision } of outcomes) {
    const isStanding = decision.action === 'unchanged' || decision.action === 'keep'
    if (isStanding && !secrets.has(decision.secret))
      secrets.set(decision.secret, await client.get('secrets', { namespace, name: decision.secret }))
  }
  return [...secrets.values()].sort((a, b) => byteOrder(a.metadata.name, b.metadata.name))
}

/** What its namespace is called by now stays as it is, hidden by hand say, and not registered as was asked. */
const isLeft = ({ session }: Running, { accepted }: RegisterJob, outcomes: readonly Outcome[]): boolean => {
  const { cluster } = keysUnder(session.settings.labelPrefix)
  const wanted = new Set(accepted.map(({ after }) => secretNameFor(after.metadata.labels?.[cluster] ?? '')))
  return outcomes.some(({ decision: { action, secret } }) => action === 'keep' && wanted.has(secret))
}

/**
 * Labels namespaces and reconciles them, and no other. What the plan would refuse or hold is not labelled.
 * @throws UsageError for a namespace that can't be labelled
 */
export const registerNamespaces = async (
  running: Running,
  inputs: RegisterInputs,
): Promise<Finished | 'declined'> => {
  const job = await prepareRegistration(running, inputs)
  const previewed = await mayGoOn(running, job)
  if (previewed === 'declined') return previewed
  const { unfinished, ...result } = await write(running, job, inputs)
  const { obstacles } = job.plan
  const outcomes = [...obstacles, ...result.outcomes]
  const left = isLeft(running, job, result.outcomes)
  return {
    ...result,
    outcomes,
    unfinished: unfinished || left || obstacles.length > 0,
    explained: left,
    previewed,
    ...(job.recording ? { secrets: await secretsOf(running, job, result.outcomes) } : {}),
  }
}
