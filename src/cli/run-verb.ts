import type { DryRun } from '../engine/act.ts'
import type { PassProgress, PassResult } from '../engine/pass.ts'
import { exitCodeOf, makeReport, type Report, type ReportDecision } from '../engine/report.ts'
import { exitCode } from './command.ts'
import { hubName } from './hub.ts'
import { dryRunOf, outputOf, type OutputOptions } from './inputs.ts'
import type { Io } from './io.ts'
import { printReport, type Printed } from './print.ts'
import { noteIdleNamespaces, type Flags, type Scope, type Session } from './session.ts'
import { requireTarget } from './target.ts'
import { withSession } from './with-session.ts'

/** What a verb works with, once its flags are read and the hub is open. */
export interface Running {
  readonly io: Io
  readonly session: Session
  readonly output: OutputOptions
  readonly dryRun: DryRun
  /** Every question is answered with yes. */
  readonly yes: boolean
  /** Makes the commands in a remedy reach the same hub and mean the same registrations. */
  readonly completed: (remedy: string) => string
}

/** What a verb's work came to. */
export interface Finished extends PassResult, Printed {
  /** Something is left for a person that no decision tells of. */
  readonly unfinished?: boolean
  /** What this verb proposes in place of a remedy that is for labels somebody else sets. Default: the remedy. */
  readonly adapted?: (remedy: string, decision: ReportDecision) => string
}

/**
 * Nothing was done.
 * - `declined`: the person at the prompt said no
 * - `changed`: they said yes, and by then the hub was no longer as it was shown to them
 */
export type Undone = 'declined' | 'changed'

/** A verb's work. */
export type Work = (running: Running) => Promise<Finished | Undone>

const UNDONE: Readonly<Record<Undone, string>> = {
  declined: 'nothing was changed',
  changed: 'the hub has changed since this was shown, and nothing was done: run it again',
}

/** The world, and how many milliseconds of it went by at prompts: a person's time is no cost of a pass. */
const withPatience = (io: Io): { readonly io: Io; readonly waited: () => number } => {
  const { ask } = io
  let waited = 0
  if (!ask) return { io, waited: () => waited }
  const timed = async (question: string): Promise<string> => {
    const start = io.now()
    try {
      return await ask(question)
    } finally {
      waited += io.now() - start
    }
  }
  return { io: { ...io, ask: timed }, waited: () => waited }
}

const reportOf = (
  { session, dryRun, completed }: Running,
  { outcomes, incomplete, adapted }: Finished,
  seconds: number,
): Report => {
  const report = makeReport({
    hub: session.hub.about,
    settings: session.settings,
    dryRun,
    outcomes,
    incomplete,
    requests: session.hub.client.counters().requests,
    ...(session.files ? {} : { seconds }),
    completed,
  })
  if (!adapted) return report
  const decisions = report.decisions.map((decision) =>
    decision.remedy === undefined ? decision : { ...decision, remedy: adapted(decision.remedy, decision) },
  )
  return { ...report, decisions }
}

const workAndReport = async (given: Running, work: Work): Promise<number> => {
  const { session, output } = given
  const { io, waited } = withPatience(given.io)
  const running = { ...given, io }
  const start = io.now()
  if (session.hub.about.source === 'cluster') io.stderr(`hub: ${hubName(session.hub.about)}\n`)
  await requireTarget(session, running.dryRun, io)
  const finished = await work(running)
  if (typeof finished === 'string') {
    io.stderr(`${UNDONE[finished]}\n`)
    return exitCode(1, output.exitZero)
  }
  const report = reportOf(running, finished, Math.round((io.now() - start - waited()) / 10) / 100)
  noteIdleNamespaces(session, report.decisions, io)
  await printReport(io, report, output, finished)
  return exitCode(finished.unfinished ? 1 : exitCodeOf(report), output.exitZero)
}

/**
 * The frame of every verb that makes a pass: flags to settings and hub, the hub named before anything is written, the
 * verb's work, the report in the form asked for, the exit code.
 * @param scope where the verb may work
 */
export const runVerb = async (io: Io, flags: Flags, scope: Scope, work: Work): Promise<number> => {
  const output = outputOf(flags)
  const dryRun = dryRunOf(flags)
  const yes = flags['yes'] === true
  const { verbosity } = output
  return withSession(io, flags, { verbosity, scope }, (session, completed) =>
    workAndReport({ io, session, output, dryRun, yes, completed }, work),
  )
}

/** Shows the steps of a pass while it runs, where somebody is watching. */
export const withSteps = async <T>(
  { dryRun, io, session, output }: Running,
  pass: (progress?: PassProgress) => Promise<T>,
): Promise<T> => {
  const isWatched = io.stderrIsTerminal && !session.files && output.verbosity === 0
  if (!isWatched) return pass()
  const { withProgress } = await import('../output/progress.ts')
  return withProgress(pass, { isDryRun: dryRun !== 'none' })
}
