import type { ChalkInstance } from 'chalk'
import type { Severity } from '../doctor/finding.ts'
import type { DoctorCheck, DoctorReport, DoctorSummary, Observed } from '../doctor/report.ts'
import { isAtLeast } from '../doctor/run-checks.ts'
import { findingLines } from './doctor-findings.ts'
import { printable } from './printable.ts'
import { wrapped } from './wrapped.ts'

export interface DoctorTextOptions {
  /** `short`: only what fails · `wide`: a line for each check, and each finding by itself. */
  readonly form: 'table' | 'wide' | 'short'
  readonly failOn: Severity
  /** Of the terminal; absent off one. */
  readonly columns?: number
}

/** More checks that were skipped for one reason are counted. */
const NAMED = 4

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`

/** `hub: context kind-hub, https://127.0.0.1:6443, 214 source namespaces, 209 registrations`. */
export const doctorHead = (where: string, observed: Observed | undefined): string => {
  const seen = observed
    ? [count(observed.namespaces, 'source namespace'), count(observed.registrations, 'registration')]
    : []
  return `${printable([where, ...seen].join(', '))}\n`
}

const passedLines = (
  checks: readonly DoctorCheck[],
  { form }: DoctorTextOptions,
  chalk: ChalkInstance,
): string[] => {
  const passed = checks.filter(({ result }) => result === 'passed')
  if (passed.length === 0 || form === 'short') return []
  const mark = chalk.green('√')
  if (form === 'wide') return passed.map(({ id }) => `${mark} ${id}`)
  return [`${mark} ${count(passed.length, 'check')} passed`]
}

/** Checks that could not be answered, by the reason they have in common. */
const skippedLines = (
  checks: readonly DoctorCheck[],
  { form, columns }: DoctorTextOptions,
  chalk: ChalkInstance,
): string[] => {
  if (form === 'short') return []
  const reasons = [...new Set(checks.flatMap(({ skipped }) => skipped ?? []))]
  return reasons.flatMap((reason) => {
    const ids = checks.filter(({ skipped }) => skipped === reason).map(({ id }) => id)
    const names = form === 'table' && ids.length > NAMED ? count(ids.length, 'check') : ids.join(', ')
    return wrapped(printable(`- ${names}  skipped: ${reason}`), columns).map((line) => chalk.dim(line))
  })
}

/** What fails, in the short form: warnings always, notes where they are asked for. */
const failing = (check: DoctorCheck, failOn: Severity): DoctorCheck => {
  const limit = failOn === 'info' ? 'info' : 'warning'
  return { ...check, findings: check.findings.filter(({ severity }) => isAtLeast(severity, limit)) }
}

/** One section of the report; empty where its form has nothing to say of it. */
export const doctorSection = (
  checks: readonly DoctorCheck[],
  options: DoctorTextOptions,
  chalk: ChalkInstance,
): string => {
  const told = options.form === 'short' ? checks.map((check) => failing(check, options.failOn)) : checks
  const [first] = checks
  if (!first) return ''
  const isWell = checks.every(({ result }) => result === 'passed')
  if (isWell && options.form === 'table')
    return `${chalk.green('√')} ${chalk.bold(first.section)}  ${count(checks.length, 'check')} passed\n`
  const lines = [
    ...passedLines(checks, options, chalk),
    ...told.flatMap((check) => findingLines(check, options, chalk)),
    ...skippedLines(checks, options, chalk),
  ]
  if (lines.length === 0) return ''
  return [chalk.bold(first.section), ...lines].map((line) => `${line}\n`).join('')
}

/** What the short form says where no section has anything to say. */
export const doctorQuiet = ({ passed, info }: DoctorSummary, chalk: ChalkInstance): string =>
  passed + info > 0 ? `${chalk.green('√')} nothing fails\n` : '- no check was answered\n'

/** `2 errors, 1 warning, 47 checks passed`. */
export const doctorSum = (summary: DoctorSummary, { requests, seconds }: DoctorReport['cost']): string => {
  const { error, warning, info, passed, skipped } = summary
  const parts = [
    error > 0 ? count(error, 'error') : '',
    warning > 0 ? count(warning, 'warning') : '',
    info > 0 ? count(info, 'note') : '',
    `${count(passed, 'check')} passed`,
    skipped > 0 ? `${skipped} skipped` : '',
  ]
  const cost = seconds === undefined ? '' : ` (${count(requests, 'request')} in ${seconds} s)`
  return `\n${parts.filter((part) => part !== '').join(', ')}${cost}\n`
}
