import { isRemoval, isWrite, type Decision } from '../engine/decision.ts'
import {
  completePass,
  preparePass,
  type PassOptions,
  type PassResult,
  type PreparedPass,
} from '../engine/pass.ts'
import { makeReport, type ReportDecision } from '../engine/report.ts'
import type { KubeClient } from '../kube/client.ts'
import type { Settings } from '../settings/settings.ts'
import { chalksOf } from './print.ts'
import { confirm } from './prompt.ts'
import { withSteps, type Running, type Undone } from './run-verb.ts'
import { isSamePlan } from './same-plan.ts'

/** Decisions that would write. */
export const actingOf = (decisions: readonly Decision[]): readonly Decision[] =>
  decisions.filter((decision) => (isWrite(decision) || isRemoval(decision)) && decision.held === undefined)

/** Decisions as the report has them, with their texts. */
const reportedDecisions = (
  { completed, session }: Running,
  decisions: readonly Decision[],
): readonly ReportDecision[] =>
  makeReport({
    hub: session.hub.about,
    settings: session.settings,
    dryRun: 'none',
    outcomes: decisions.map((decision) => ({ decision, notes: [] })),
    incomplete: [],
    requests: 0,
    completed,
  }).decisions

/** Shows what is about to be done, on standard error: results come later. */
export const showPreview = async (running: Running, decisions: readonly Decision[]): Promise<void> => {
  const { previewText } = await import('../output/preview-text.ts')
  const { err } = await chalksOf(running.io, running.output)
  running.io.stderr(previewText(reportedDecisions(running, decisions), err))
}

/** Up to so many are named in a question; they all stand above it. */
const NAMED = 3

const listed = (decisions: readonly Decision[]): string => {
  const names = decisions.map(({ cluster, secret }) => cluster ?? secret)
  if (names.length > NAMED) return `these ${names.length} registrations`
  const last = names.at(-1) ?? ''
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`
}

const PHRASES: readonly (readonly [Decision['action'], (names: string) => string])[] = [
  ['prune', (names) => `delete ${names}`],
  ['demote', (names) => `hide ${names} from Argo CD`],
  ['restore', (names) => `show ${names} again`],
]

/** `hide a and b from Argo CD, show c again`. */
export const questionOf = (decisions: readonly Decision[]): string =>
  PHRASES.flatMap(([action, phrase]) => {
    const meant = decisions.filter((decision) => decision.action === action)
    return meant.length === 0 ? [] : [phrase(listed(meant))]
  }).join(', ') || `write ${listed(decisions)}`

export interface PassInHand {
  readonly client: KubeClient
  readonly settings: Settings
  readonly options: PassOptions
  readonly prepared: PreparedPass
}

/** Carries a prepared pass out, showing its steps where somebody is watching. */
export const complete = (
  running: Running,
  { client, settings, options, prepared }: PassInHand,
): Promise<PassResult> =>
  withSteps(running, (progress) =>
    completePass(client, settings, { ...options, ...(progress ? { progress } : {}) }, prepared),
  )

/** The same pass, looked at and decided anew: while a person thinks, time goes by on the hub. */
const preparedAgain = async (
  { io }: Running,
  { client, settings, options: given, prepared: { identity } }: PassInHand,
): Promise<PassInHand> => {
  const options = { ...given, now: io.now(), identity }
  return { client, settings, options, prepared: await preparePass(client, settings, options) }
}

/**
 * Shows what a prepared pass would do and carries it out once a person has said yes; where there is nothing to do or this
 * is a dry run nobody is asked. What is carried out is a fresh look at the hub that comes to what was shown, or nothing.
 * @throws UsageError off a terminal without `--yes`
 */
export const confirmPass = async (
  running: Running,
  pass: PassInHand,
): Promise<(PassResult & { readonly previewed: readonly Decision[] }) | Undone> => {
  const acting = actingOf(pass.prepared.decisions)
  if (acting.length === 0 || running.dryRun !== 'none')
    return { ...(await complete(running, pass)), previewed: [] }
  await showPreview(running, acting)
  if (!(await confirm(running.io, questionOf(acting), running.yes))) return 'declined'
  const fresh = running.yes ? pass : await preparedAgain(running, pass)
  if (!isSamePlan(pass.prepared.decisions, fresh.prepared.decisions)) return 'changed'
  return { ...(await complete(running, fresh)), previewed: acting }
}
