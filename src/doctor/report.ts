import { isInScope, isOurs, sourceNamespaceOf } from '../engine/plan/context.ts'
import { reportSettings, type ReportHub, type ReportSettings } from '../engine/report.ts'
import type { Settings } from '../settings/settings.ts'
import { findingText, type CheckId } from './catalogue.ts'
import type { Finding, Section, Severity } from './finding.ts'
import type { Look } from './inspection.ts'
import { isAtLeast, type CheckResult, type SectionResults } from './run-checks.ts'

/** The stable report of `doctor -o json`; a change needs a new apiVersion. Absent keys are left out. */
export interface DoctorReport {
  readonly apiVersion: 'registrar/v1'
  readonly kind: 'DoctorReport'
  readonly hub: ReportHub
  readonly settings: ReportSettings
  readonly observed?: Observed
  readonly checks: readonly DoctorCheck[]
  readonly summary: DoctorSummary
  readonly cost: { readonly requests: number; readonly seconds?: number }
}

/** How much there is of what is looked after. */
export interface Observed {
  /** Labelled for registration. */
  readonly namespaces: number
  readonly registrations: number
}

export interface DoctorCheck {
  readonly id: CheckId
  readonly section: Section
  readonly result: CheckResult['result']
  /** Why there is no answer. */
  readonly skipped?: string
  readonly findings: readonly DoctorFinding[]
}

export interface DoctorFinding {
  readonly id: CheckId
  readonly severity: Severity
  readonly object: string
  readonly message: string
  readonly remedy?: string
  /** Where docs/ explains it. */
  readonly docs: string
  readonly related?: readonly string[]
}

/** Findings by severity, and checks that have none. */
export interface DoctorSummary {
  readonly error: number
  readonly warning: number
  readonly info: number
  readonly passed: number
  readonly skipped: number
}

/** Ids are also those of reasons, so that the heading says which is meant. */
const docsOf = (id: CheckId): string => `docs/reasons.md#doctor-${id}`

const reportFinding = (
  id: CheckId,
  finding: Finding,
  completed: (remedy: string) => string,
): DoctorFinding => {
  const { severity, object, params, related = [] } = finding
  const { message, remedy } = findingText(id, params)
  return {
    id,
    severity,
    object,
    message,
    ...(remedy === '' ? {} : { remedy: completed(remedy) }),
    docs: docsOf(id),
    ...(related.length > 0 ? { related } : {}),
  }
}

/**
 * Checks as they are reported, with their words.
 * @param completed makes the commands in a remedy fit to be pasted
 */
export const reportChecks = (
  { section, results }: SectionResults,
  completed: (remedy: string) => string,
): readonly DoctorCheck[] =>
  results.map((result) => {
    const { id } = result.check
    const found = 'findings' in result ? result.findings : []
    return {
      id,
      section,
      result: result.result,
      ...(result.result === 'skipped' ? { skipped: result.why } : {}),
      findings: found.map((finding) => reportFinding(id, finding, completed)),
    }
  })

/** What is looked after, as a pass sees it; with `-n`, in those namespaces. */
export const observedIn = ({ observation: { snapshot }, context }: Look): Observed => ({
  namespaces: [...snapshot.namespaces.values()].filter(
    ({ managed, name }) => managed && isInScope(context, name),
  ).length,
  registrations: [...snapshot.registrations.values()].filter(
    (one) => isOurs(context, one) && isInScope(context, sourceNamespaceOf(context, one)),
  ).length,
})

const summaryOf = (checks: readonly DoctorCheck[]): DoctorSummary => {
  const found = checks.flatMap(({ findings }) => findings)
  const count = (wanted: Severity): number => found.filter(({ severity }) => severity === wanted).length
  return {
    error: count('error'),
    warning: count('warning'),
    info: count('info'),
    passed: checks.filter(({ result }) => result === 'passed').length,
    skipped: checks.filter(({ result }) => result === 'skipped').length,
  }
}

export interface DoctorReportInput {
  readonly hub: ReportHub
  readonly settings: Settings
  /** Absent where it could not be seen, or nobody asked. */
  readonly observed: Observed | undefined
  readonly checks: readonly DoctorCheck[]
  readonly requests: number
  /** Left out with manifests, so that the same input gives the same bytes. */
  readonly seconds?: number
}

export const makeDoctorReport = (input: DoctorReportInput): DoctorReport => ({
  apiVersion: 'registrar/v1',
  kind: 'DoctorReport',
  hub: input.hub,
  settings: reportSettings(input.settings),
  ...(input.observed ? { observed: input.observed } : {}),
  checks: input.checks,
  summary: summaryOf(input.checks),
  cost: { requests: input.requests, ...(input.seconds === undefined ? {} : { seconds: input.seconds }) },
})

/** 1 where there is a finding as grave as the limit. */
export const doctorExitCode = (checks: readonly DoctorCheck[], failOn: Severity): 0 | 1 =>
  checks.some(({ findings }) => findings.some(({ severity }) => isAtLeast(severity, failOn))) ? 1 : 0
