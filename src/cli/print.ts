import type { ChalkInstance } from 'chalk'
import type { Decision } from '../engine/decision.ts'
import type { Report } from '../engine/report.ts'
import type { Secret } from '../kube/objects.ts'
import type { OutputOptions } from './inputs.ts'
import type { Io } from './io.ts'

/** What is printed beside the report. */
export interface Printed {
  /** Cluster Secrets that `-o yaml` prints in place of the report. */
  readonly secrets?: readonly Secret[]
  /** Decisions that were shown before they were carried out, and what there is to know of them. */
  readonly previewed?: readonly Decision[]
  /** Whatever is left as it is was asked for by name, so that it is said why. */
  readonly explained?: boolean
  /** The sum of no decision at all. Default: of a pass over the whole hub. */
  readonly nothing?: string
}

/** Colours for what goes to standard output, and for what goes to standard error. */
export const chalksOf = async (
  io: Io,
  { color }: OutputOptions,
): Promise<{ readonly out: ChalkInstance; readonly err: ChalkInstance }> => {
  const { makeChalk } = await import('../output/color.ts')
  const noColor = Boolean(io.env['NO_COLOR'])
  return {
    out: makeChalk(color, io.stdoutIsTerminal, noColor),
    err: makeChalk(color, io.stderrIsTerminal, noColor),
  }
}

const yamlOf = async (
  report: Report,
  secrets: readonly Secret[] | undefined,
  redact: boolean,
): Promise<string> => {
  if (secrets) return (await import('../output/secrets-yaml.ts')).secretsYaml(secrets, redact)
  return (await import('yaml')).stringify(report, { compat: 'yaml-1.1', lineWidth: 0 })
}

/** Results on standard output; beside a table, a list of names or Secrets, notes on standard error. */
export const printReport = async (
  io: Io,
  report: Report,
  output: OutputOptions,
  { secrets, previewed = [], explained = false, nothing }: Printed = {},
): Promise<void> => {
  const { format, headers, redact, verbosity } = output
  if (format === 'json') {
    io.stdout(`${JSON.stringify(report, undefined, 2)}\n`)
    return
  }
  if (format === 'yaml') {
    io.stdout(await yamlOf(report, secrets, redact))
    if (!secrets) return
  }
  const { out, err } = await chalksOf(io, output)
  const { noteKeys, syncNames, syncNotes, syncTable } = await import('../output/sync-text.ts')
  if (format === 'name') io.stdout(syncNames(report))
  if (format === 'table' || format === 'wide') io.stdout(syncTable(report, format === 'wide', headers, out))
  io.stderr(
    syncNotes(
      report,
      { verbosity, shown: noteKeys(previewed), explained, ...(nothing === undefined ? {} : { nothing }) },
      err,
    ),
  )
}
