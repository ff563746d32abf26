import { RegistrarCommand } from '../cli/command.ts'
import {
  connectionFlags,
  outputFlags,
  removalFlags,
  scopeFlags,
  settingsFlags,
  writeFlags,
} from '../cli/flags.ts'
import type { Flags } from '../cli/session.ts'

/** Absent unless it was typed: flags carry no defaults. */
const removalsOf = ({ prune }: Flags): 'on' | 'off' => (prune === false ? 'off' : 'on')

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
    const { runVerb, withSteps } = await import('../cli/run-verb.ts')
    return runVerb(this.io, flags, 'anywhere', async (running) => {
      const { passOptions } = await import('../cli/session.ts')
      const { runPass } = await import('../engine/pass.ts')
      const { dryRun, io, output, session } = running
      const result = await withSteps(running, (progress) =>
        runPass(session.hub.client, session.settings, {
          ...passOptions(session, io),
          // Manifests are only ever changed in memory: there the whole outcome is what a dry run shows.
          dryRun: session.files ? 'none' : dryRun,
          removals: removalsOf(flags),
          ...(progress ? { progress } : {}),
        }),
      )
      if (!session.files || output.format !== 'yaml') return result
      const { ownSecrets } = await import('../engine/own-secrets.ts')
      return { ...result, secrets: ownSecrets(session.files.store, session.settings) }
    })
  }
}
