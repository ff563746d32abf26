import { encodeClusterData, SECRET_TYPE_LABEL } from '../argocd/cluster-secret.ts'
import type { KubeClient } from '../kube/client.ts'
import { isAlreadyExists, isConflict, isNotFound, KubeError } from '../kube/errors.ts'
import type { Secret } from '../kube/objects.ts'
import type { Settings } from '../settings/settings.ts'
import { mapConcurrently } from './concurrency.ts'
import type { Base, Decision, Desired, Note, Outcome, Result, Write } from './decision.ts'

/** `client` sends no write; `server` sends writes that the hub admits and does not persist. */
export type DryRun = 'none' | 'client' | 'server'

export interface ActOptions {
  readonly dryRun: DryRun
  readonly concurrency: number
  readonly credentials: ReadonlyMap<string, string>
  readonly signal?: AbortSignal
  /** Called as each decision is settled, for progress. */
  readonly onOutcome?: (outcome: Outcome) => void
}

type Attempt = Omit<Outcome, 'decision'>

const stoodDown = (why: string): Attempt => ({
  result: 'stood-down',
  notes: [{ reason: 'stood-down', params: { why } }],
})

/** The hub had moved on: worth one more look. */
const overtaken = (why: string): Attempt => ({ ...stoodDown(why), again: true })

/** No answer came, so the write may have taken effect. It is never sent again without a look. */
const isUncertain = ({ kind }: KubeError): boolean =>
  kind === 'network' || kind === 'timeout' || kind === 'body'

/** What a person can do about a refused write, by the API server's own reason. */
const remedyFor = (error: KubeError, settings: Settings): string => {
  if (error.code === 403) return `kubectl auth can-i --list -n ${settings.targetNamespace}`
  if (error.code === 404) return `kubectl get namespace ${settings.targetNamespace}`
  if (error.code === 422) return 'change the label or annotation of the namespace that the message names'
  return 'run it again'
}

const failed = (error: unknown, settings: Settings): Attempt => {
  if (!(error instanceof KubeError)) throw error
  const params = { why: error.message, remedy: remedyFor(error, settings) }
  const notes: Note[] = [{ reason: 'write-failed', params }]
  return isUncertain(error) ? { result: 'failed', notes, again: true } : { result: 'failed', notes }
}

const isUnchanged = (secret: Secret, base: Base): boolean =>
  (base.uid === undefined || secret.metadata.uid === base.uid) &&
  (base.resourceVersion === undefined || secret.metadata.resourceVersion === base.resourceVersion)

/** Keys that are ours to sweep: those under the prefix, and the label that makes it a cluster. */
const replaceOwn = (
  present: Readonly<Record<string, string>> | undefined,
  wanted: Readonly<Record<string, string>>,
  prefix: string,
): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(present ?? {}).filter(([key]) => !key.startsWith(prefix) && key !== SECRET_TYPE_LABEL),
  ),
  ...wanted,
})

/** The Secret as it should stand: everything that is not ours to say is carried over from `present`. */
const applyDesired = (present: Secret, desired: Desired, config: string, prefix: string): Secret => {
  const annotations = replaceOwn(present.metadata.annotations, desired.annotations, prefix)
  const { annotations: _former, ...metadata } = present.metadata
  return {
    ...present,
    metadata: {
      ...metadata,
      labels: replaceOwn(present.metadata.labels, desired.labels, prefix),
      ...(Object.keys(annotations).length > 0 ? { annotations } : {}),
    },
    data: {
      ...present.data,
      ...encodeClusterData({ name: desired.clusterName, server: desired.server, config }),
    },
  }
}

const configOf = (
  desired: Desired,
  present: Secret | undefined,
  credentials: ReadonlyMap<string, string>,
): string => {
  if (desired.credential === undefined)
    return Buffer.from(present?.data?.['config'] ?? '', 'base64').toString()
  const config = credentials.get(desired.credential)
  if (config === undefined) throw new Error(`no config was kept for ${desired.clusterName}`)
  return config
}

/** One single write. Everything that is ever written to the target namespace passes through here. */
const write = async (
  client: KubeClient,
  settings: Settings,
  decision: Write,
  options: ActOptions,
): Promise<Attempt> => {
  const { desired, precondition, secret: name } = decision
  const namespace = settings.targetNamespace
  const writeOptions = {
    dryRun: options.dryRun === 'server',
    ...(options.signal ? { signal: options.signal } : {}),
  }
  const written: Attempt = { result: options.dryRun === 'server' ? 'planned' : 'done', notes: [] }
  if (precondition.kind === 'absent') {
    const empty: Secret = { apiVersion: 'v1', kind: 'Secret', type: 'Opaque', metadata: { name, namespace } }
    const config = configOf(desired, undefined, options.credentials)
    await client.create('secrets', applyDesired(empty, desired, config, settings.labelPrefix), writeOptions)
    return written
  }
  const present = await client.get('secrets', { namespace, name }, options.signal)
  if (!isUnchanged(present, precondition.base)) return overtaken(`${name} has changed since it was read`)
  const config = configOf(desired, present, options.credentials)
  await client.update('secrets', applyDesired(present, desired, config, settings.labelPrefix), writeOptions)
  return written
}

const attempt = async (
  client: KubeClient,
  settings: Settings,
  decision: Write,
  options: ActOptions,
): Promise<Attempt> => {
  try {
    return await write(client, settings, decision, options)
  } catch (error) {
    if (isAlreadyExists(error)) return overtaken(`${decision.secret} was made by somebody else`)
    if (isConflict(error)) return overtaken(`${decision.secret} was changed by somebody else`)
    if (decision.precondition.kind === 'unchanged' && isNotFound(error, decision.secret))
      return overtaken(`${decision.secret} was deleted by somebody else`)
    return failed(error, settings)
  }
}

const isWrite = (decision: Decision): decision is Write => 'desired' in decision

const settle = async (
  client: KubeClient,
  settings: Settings,
  decision: Decision,
  results: ReadonlyMap<string, Result | undefined>,
  options: ActOptions,
): Promise<Outcome> => {
  if ('held' in decision) return { decision, result: 'held', notes: [] }
  if (!isWrite(decision)) return { decision, notes: [] }
  if (options.dryRun === 'client') return { decision, result: 'planned', notes: [] }
  const blocker = decision.after.find((id) => !['done', 'planned'].includes(results.get(id) ?? ''))
  if (blocker !== undefined) return { decision, ...stoodDown(`${blocker} had to be done first, and was not`) }
  return { decision, ...(await attempt(client, settings, decision, options)) }
}

/**
 * Carries decisions out, each behind its precondition, those that wait for others after them. A failed one is reported
 * and never keeps the rest.
 * @returns outcomes in the order of the decisions
 */
export const act = async (
  client: KubeClient,
  settings: Settings,
  decisions: readonly Decision[],
  options: ActOptions,
): Promise<Outcome[]> => {
  const outcomes = new Map<Decision, Outcome>()
  const results = new Map<string, Result | undefined>()
  let open = decisions
  while (open.length > 0) {
    const waiting = new Set(open.filter((decision) => waitsFor(decision, open)))
    // A circle of decisions that wait for each other is let go at once: each then stands down.
    const ready = waiting.size === open.length ? open : open.filter((decision) => !waiting.has(decision))
    await mapConcurrently(ready, options.concurrency, async (decision) => {
      const outcome = await settle(client, settings, decision, results, options)
      outcomes.set(decision, outcome)
      results.set(decision.id, outcome.result)
      options.onOutcome?.(outcome)
    })
    open = ready === open ? [] : open.filter((decision) => waiting.has(decision))
  }
  return decisions.flatMap((decision) => outcomes.get(decision) ?? [])
}

const waitsFor = (decision: Decision, open: readonly Decision[]): boolean =>
  isWrite(decision) && decision.after.length > 0 && open.some((other) => decision.after.includes(other.id))
