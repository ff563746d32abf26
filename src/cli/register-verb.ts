import type { Decision, Outcome } from '../engine/decision.ts'
import { keysUnder, secretNameFor } from '../engine/keys.ts'
import { runPass, type PassResult } from '../engine/pass.ts'
import { decisionText } from '../engine/reasons/index.ts'
import type { Secret } from '../kube/objects.ts'
import { byteOrder } from '../order.ts'
import type { Labelling } from '../registering/labelling.ts'
import { within } from '../registering/plan-registration.ts'
import { waitForSources } from '../registering/waiting.ts'
import { formatDuration } from '../settings/duration.ts'
import { complete } from './confirm-pass.ts'
import { noteUnrenewed, writeImported } from './import-verb.ts'
import { isUnregistered, labelNamespaces, noteLabelled } from './label-namespaces.ts'
import { agree } from './register-agreement.ts'
import type { RegisterInputs } from './register-inputs.ts'
import type { RegisterJob } from './register-job.ts'
import { nameRemedy } from './register-remedy.ts'
import type { Finished, Running, Undone } from './run-verb.ts'

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

/** Labels what was accepted; an import first puts its kubeconfig there. */
const label = async (
  running: Running,
  { accepted, imported }: RegisterJob,
  { import: input }: RegisterInputs,
): Promise<readonly Labelling[]> => {
  const [only] = accepted
  if (!imported || !input || !only) return labelNamespaces(running, accepted)
  const labelled = await writeImported(running, imported, input, only)
  noteUnrenewed(running, imported)
  return [labelled]
}

const write = async (running: Running, job: RegisterJob, inputs: RegisterInputs): Promise<Registered> => {
  const { accepted, plan, planClient } = job
  const { prepared } = plan
  if (accepted.length === 0) return { outcomes: [], incomplete: prepared.incomplete, unfinished: false }
  const labelled = await label(running, job, inputs)
  const isPart = labelled.length < accepted.length
  if (running.dryRun !== 'none')
    return { ...(await complete(running, { ...plan, client: planClient })), unfinished: isPart }
  try {
    const registered = await reconcile(running, job, labelled, inputs.wait)
    noteLabelled(running, labelled.filter(isUnregistered(registered.outcomes)))
    return { ...registered, unfinished: registered.unfinished || isPart }
  } catch (error) {
    noteLabelled(running, labelled)
    throw error
  }
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
): Promise<Finished | Undone> => {
  const agreed = await agree(running, inputs)
  if (typeof agreed === 'string') return agreed
  const { job, previewed } = agreed
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
    adapted: nameRemedy(running, inputs),
    ...(job.recording ? { secrets: await secretsOf(running, job, result.outcomes) } : {}),
  }
}
