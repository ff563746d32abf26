import type { DoctorReport } from '../doctor/report.ts'
import { doctorExitCode } from '../doctor/report.ts'
import { UsageError } from '../errors.ts'
import type { DoctorTextOptions } from '../output/doctor-text.ts'
import { exitCode } from './command.ts'
import { checksFor, doctorInputs, type DoctorInputs } from './doctor-inputs.ts'
import { visit, visitUntilClean, type DoctorListener, type Visit } from './doctor-visit.ts'
import { hubName } from './hub.ts'
import { outputOf, type OutputOptions } from './inputs.ts'
import type { Io } from './io.ts'
import { chalksOf } from './print.ts'
import type { Flags, Session } from './session.ts'
import { withSession } from './with-session.ts'

/** Writes a report as text, part by part. */
interface TextPrinter extends DoctorListener {
  ended(report: DoctorReport): void
}

const textPrinter = async (
  io: Io,
  { hub }: Session,
  { format, failOn }: DoctorInputs,
  output: OutputOptions,
): Promise<TextPrinter> => {
  const { out: chalk } = await chalksOf(io, output)
  const { doctorHead, doctorQuiet, doctorSection, doctorSum } = await import('../output/doctor-text.ts')
  const options: DoctorTextOptions = {
    form: format === 'short' || format === 'wide' ? format : 'table',
    failOn,
    ...(io.columns === undefined ? {} : { columns: io.columns }),
  }
  const where = hub.about.source === 'files' ? hubName(hub.about) : `hub: ${hubName(hub.about)}`
  let isQuiet = true
  return {
    begun: (observed) => {
      io.stdout(`${doctorHead(where, observed)}\n`)
    },
    section: (checks) => {
      const text = doctorSection(checks, options, chalk)
      isQuiet &&= text === ''
      io.stdout(text)
    },
    ended: ({ summary, cost }) => {
      if (isQuiet) io.stdout(doctorQuiet(summary, chalk))
      io.stdout(doctorSum(summary, cost))
    },
  }
}

const sectionsOf = ({ checks }: DoctorReport): readonly DoctorReport['checks'][] =>
  [...new Set(checks.map(({ section }) => section))].map((name) =>
    checks.filter(({ section }) => section === name),
  )

const printWhole = (report: DoctorReport, printer: TextPrinter): void => {
  printer.begun(report.observed)
  for (const section of sectionsOf(report)) printer.section(section)
  printer.ended(report)
}

/** Whoever looks on sees each section as it is done; a file or a pipe gets the whole, or nothing. */
const report = async (given: Visit, output: OutputOptions): Promise<DoctorReport> => {
  const { io, session, inputs } = given
  const { format, wait } = inputs
  const printer =
    format === 'json' || format === 'yaml' ? undefined : await textPrinter(io, session, inputs, output)
  if (printer && wait === 0 && io.stdoutIsTerminal) {
    const streamed = await visit(given, printer)
    printer.ended(streamed)
    return streamed
  }
  const whole = await visitUntilClean(given)
  if (printer) printWhole(whole, printer)
  else if (format === 'json') io.stdout(`${JSON.stringify(whole, undefined, 2)}\n`)
  else io.stdout((await import('yaml')).stringify(whole, { compat: 'yaml-1.1', lineWidth: 0 }))
  return whole
}

/** A report without one answer says nothing about the hub: the command could not do its work. */
const requireAnswers = ({ checks }: DoctorReport): void => {
  if (checks.some(({ result }) => result !== 'skipped')) return
  throw new UsageError(
    `no check could be answered: ${checks[0]?.skipped ?? ''}`,
    'see the reasons above, and which rights a command needs in docs/rbac.md',
  )
}

/** Reads, and never writes: the report in the form asked for, and 1 where something fails. */
export const runDoctor = async (io: Io, flags: Flags): Promise<number> => {
  const inputs = doctorInputs(flags)
  const output = outputOf({ ...flags, output: undefined })
  const { verbosity } = output
  return withSession(io, flags, { verbosity, scope: 'anywhere' }, async (session, completed) => {
    const checks = checksFor(inputs, session.files !== undefined)
    const done = await report({ io, session, inputs, checks, completed }, output)
    requireAnswers(done)
    return exitCode(doctorExitCode(done.checks, inputs.failOn), output.exitZero)
  })
}
