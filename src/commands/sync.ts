import { RegistrarCommand, exitCode } from '../cli/command.ts'
import {
  connectionFlags,
  outputFlags,
  removalFlags,
  scopeFlags,
  settingsFlags,
  writeFlags,
} from '../cli/flags.ts'
import { dryRunOf, outputOf, type OutputOptions } from '../cli/inputs.ts'
import type { Session } from '../cli/session.ts'
import type { DryRun } from '../engine/act.ts'
import type { PassProgress, PassResult } from '../engine/pass.ts'
import type { Report } from '../engine/report.ts'

export default class Sync extends RegistrarCommand {
  static override summary = 'Register, refresh and repair every labelled child cluster in one pass'

  static override description = `Finds the labelled namespaces of the hub, reads the kubeconfig each cluster's provisioner left there, and writes the Argo CD cluster Secrets. Nothing is taken over, nothing is written where nothing changed.

Exit codes: 0 all is in place, 1 something needs a person, 2 it could not run.`

  static override examples = [
    '<%= config.bin %> sync --dry-run',
    '<%= config.bin %> sync --provider capa-eks --provider capi --exec-credentials',
    '<%= config.bin %> sync -f examples/hub -o yaml',
  ]

  static override flags = {
    ...writeFlags,
    ...scopeFlags,
    ...removalFlags,
    ...settingsFlags,
    ...outputFlags,
    ...connectionFlags,
  }

  async run(): Promise<number> {
    const { flags } = await this.parse(Sync)
    const output = outputOf(flags)
    const dryRun = dryRunOf(flags)
    const { noteIdleNamespaces, openSession, requireTarget } = await import('../cli/session.ts')
    const { hubName } = await import('../cli/hub.ts')
    const start = this.io.now()
    const session = await openSession(this.io, flags, output.verbosity)
    const { hub } = session
    try {
      if (hub.about.source === 'cluster') this.io.stderr(`hub: ${hubName(hub.about)}\n`)
      await requireTarget(session, dryRun, this.io)
      const result = await this.#pass(session, dryRun, output)
      const { makeReport, exitCodeOf } = await import('../engine/report.ts')
      const report = makeReport({
        hub: hub.about,
        settings: session.settings,
        dryRun,
        ...result,
        requests: hub.client.counters().requests,
        ...(session.files ? {} : { seconds: Math.round((this.io.now() - start) / 10) / 100 }),
      })
      noteIdleNamespaces(session, report.decisions, this.io)
      await this.#print(session, report, output)
      return exitCode(exitCodeOf(report), output.exitZero)
    } catch (error) {
      throw hub.explain(error)
    } finally {
      hub.close()
    }
  }

  async #pass(session: Session, dryRun: DryRun, output: OutputOptions): Promise<PassResult> {
    const { passOptions } = await import('../cli/session.ts')
    const { runPass } = await import('../engine/pass.ts')
    const pass = (progress?: PassProgress): Promise<PassResult> =>
      runPass(session.hub.client, session.settings, {
        ...passOptions(session, this.io),
        // Manifests are only ever changed in memory: there the whole outcome is what a dry run shows.
        dryRun: session.files ? 'none' : dryRun,
        ...(progress ? { progress } : {}),
      })
    const isWatched = this.io.stderrIsTerminal && !session.files && output.verbosity === 0
    if (!isWatched) return pass()
    const { withProgress } = await import('../output/progress.ts')
    return withProgress(pass)
  }

  async #print(session: Session, report: Report, output: OutputOptions): Promise<void> {
    const { io } = this
    if (output.format === 'json') {
      io.stdout(`${JSON.stringify(report, undefined, 2)}\n`)
      return
    }
    if (output.format === 'yaml') {
      io.stdout(session.files ? await this.#secrets(session, output.redact) : await this.#yaml(report))
      if (!session.files) return
    }
    const { makeChalk } = await import('../output/color.ts')
    const { syncNames, syncNotes, syncTable } = await import('../output/sync-text.ts')
    const noColor = Boolean(io.env['NO_COLOR'])
    if (output.format === 'name') io.stdout(syncNames(report))
    if (output.format === 'table' || output.format === 'wide')
      io.stdout(
        syncTable(
          report,
          output.format === 'wide',
          output.headers,
          makeChalk(output.color, io.stdoutIsTerminal, noColor),
        ),
      )
    io.stderr(syncNotes(report, output.verbosity, makeChalk(output.color, io.stderrIsTerminal, noColor)))
  }

  async #yaml(report: Report): Promise<string> {
    const { stringify } = await import('yaml')
    return stringify(report, { compat: 'yaml-1.1', lineWidth: 0 })
  }

  /** Every cluster Secret of ours as it would stand; foreign ones never. */
  async #secrets({ files, settings }: Session, redact: boolean): Promise<string> {
    const { ownSecrets } = await import('../engine/own-secrets.ts')
    const { secretsYaml } = await import('../output/secrets-yaml.ts')
    return secretsYaml(files ? ownSecrets(files.store, settings) : [], redact)
  }
}
