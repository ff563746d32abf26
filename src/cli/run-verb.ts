import type { DryRun } from '../engine/act.ts'
import type { PassProgress, PassResult } from '../engine/pass.ts'
import { exitCodeOf, makeReport, type Report } from '../engine/report.ts'
import { exitCode } from './command.ts'
import { hubName } from './hub.ts'
import { dryRunOf, outputOf, type OutputOptions } from './inputs.ts'
import type { Io } from './io.ts'
import { printReport, type Printed } from './print.ts'
import { noteIdleNamespaces, openSession, type Flags, type Scope, type Session } from './session.ts'
import { requireTarget } from './target.ts'

/** What a verb works with, once its flags are read and the hub is open. */
export interface Running {
  readonly io: Io
  readonly session: Session
  readonly output: OutputOptions
  readonly dryRun: DryRun
  /** Every question is answered with yes. */
  readonly yes: boolean
}

/** What a verb's work came to. */
export interface Finished extends PassResult, Printed {
  /** Something is left for a person that no decision tells of. */
  readonly unfinished?: boolean
}

/** A verb's work; `declined` where the person at the prompt said no. */
export type Work = (running: Running) => Promise<Finished | 'declined'>

const reportOf = (
  { session, dryRun }: Running,
  { outcomes, incomplete }: PassResult,
  seconds: number,
): Report =>
  makeReport({
    hub: session.hub.about,
    settings: session.settings,
    dryRun,
    outcomes,
    incomplete,
    requests: session.hub.client.counters().requests,
    ...(session.files ? {} : { seconds }),
  })

const workAndReport = async (running: Running, work: Work): Promise<number> => {
  const { io, session, output } = running
  const start = io.now()
  if (session.hub.about.source === 'cluster') io.stderr(`hub: ${hubName(session.hub.about)}\n`)
  await requireTarget(session, running.dryRun, io)
  const finished = await work(running)
  if (finished === 'declined') {
    io.stderr('nothing was changed\n')
    return exitCode(1, output.exitZero)
  }
  const report = reportOf(running, finished, Math.round((io.now() - start) / 10) / 100)
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
  const session = await openSession(io, flags, output.verbosity, scope)
  try {
    return await workAndReport({ io, session, output, dryRun, yes: flags['yes'] === true }, work)
  } catch (error) {
    throw session.hub.explain(error)
  } finally {
    session.hub.close()
  }
}

/** Shows the steps of a pass while it runs, where somebody is watching. */
export const withSteps = async <T>(
  { io, session, output }: Running,
  pass: (progress?: PassProgress) => Promise<T>,
): Promise<T> => {
  const isWatched = io.stderrIsTerminal && !session.files && output.verbosity === 0
  if (!isWatched) return pass()
  const { withProgress } = await import('../output/progress.ts')
  return withProgress(pass)
}
