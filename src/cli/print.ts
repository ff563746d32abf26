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

/** What a dry run would change: that is its result. */
const dryRunChanges = async (report: Report, verbosity: number, chalk: ChalkInstance): Promise<string> =>
  (await import('../output/changes-text.ts')).changesText(report, verbosity > 0, chalk)

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
  const { syncNames, syncTable } = await import('../output/sync-text.ts')
  const { noteKeys, syncNotes } = await import('../output/sync-notes.ts')
  const isTable = format === 'table' || format === 'wide'
  if (format === 'name') io.stdout(syncNames(report))
  if (isTable) io.stdout(syncTable(report, { wide: format === 'wide', headers, verbosity }, out))
  const changes = isTable && report.dryRun !== 'none' ? await dryRunChanges(report, verbosity, out) : ''
  if (changes !== '') io.stdout(`\n${changes}`)
  io.stderr(
    syncNotes(
      report,
      {
        verbosity,
        shown: noteKeys(previewed),
        explained,
        changesShown: changes !== '',
        ...(nothing === undefined ? {} : { nothing }),
      },
      err,
    ),
  )
}
