import { UsageError } from '../errors.ts'
import { isNotServed, KubeError } from '../kube/errors.ts'
import { Skipped, type Check } from './check.ts'
import { SECTIONS, type Finding, type Section, type Severity } from './finding.ts'
import type { Inspection } from './inspection.ts'

/** What a check came to: nothing to say, the gravest of what it says, or no answer. */
export type CheckResult =
  | { readonly check: Check; readonly result: 'passed' }
  | { readonly check: Check; readonly result: Severity; readonly findings: readonly Finding[] }
  | { readonly check: Check; readonly result: 'skipped'; readonly why: string }

export interface SectionResults {
  readonly section: Section
  readonly results: readonly CheckResult[]
}

const BY_GRAVITY: readonly Severity[] = ['error', 'warning', 'info']

/** Whether one is as grave as the other, or graver. */
export const isAtLeast = (severity: Severity, limit: Severity): boolean =>
  BY_GRAVITY.indexOf(severity) <= BY_GRAVITY.indexOf(limit)

/**
 * Why a check could not be answered; undefined where it is a mistake of ours, which must not pass for an answer.
 * `UsageError` is how a pass says that it can't do its work with the rights it has.
 */
export const whyUnanswered = (error: unknown): string | undefined => {
  if (error instanceof Skipped || error instanceof UsageError) return error.message
  if (!(error instanceof KubeError) || error.kind === 'aborted') return undefined
  if (isNotServed(error)) return `${error.call}: the hub does not serve it`
  return error.kind === 'status' ? error.message : `${error.call}: ${error.message}`
}

const runCheck = async (check: Check, inspection: Inspection): Promise<CheckResult> => {
  try {
    if (check.on === 'hub' && inspection.where === 'files')
      throw new Skipped('manifests do not tell: run it on a hub')
    if (check.only === 'probe' && inspection.probe === undefined)
      throw new Skipped('it contacts child clusters, and runs with --probe only')
    const found = await check.run(inspection)
    const findings = BY_GRAVITY.flatMap((severity) =>
      found.filter((finding) => finding.severity === severity),
    )
    const [gravest] = findings
    return gravest ? { check, result: gravest.severity, findings } : { check, result: 'passed' }
  } catch (error) {
    const why = whyUnanswered(error)
    if (why === undefined) throw error
    return { check, result: 'skipped', why }
  }
}

/** Runs each check once, section by section, in the order of a report. */
export async function* runChecks(
  checks: readonly Check[],
  inspection: Inspection,
): AsyncGenerator<SectionResults> {
  for (const section of SECTIONS) {
    const own = checks.filter((check) => check.section === section)
    if (own.length > 0)
      yield { section, results: await Promise.all(own.map((check) => runCheck(check, inspection))) }
  }
}
