import { Flags } from '@oclif/core'
import { RegistrarCommand } from '../cli/command.ts'
import { connectionFlags, settingsFlags } from '../cli/flags.ts'
import { watchFlags } from '../cli/watch-flags.ts'

export default class Watch extends RegistrarCommand {
  static override summary = 'Keep the fleet registered until told to stop'

  static override description = `Does what sync does, as things happen: a namespace that is labelled, a kubeconfig that appears or rotates, a namespace that goes, a registration edited by hand. Where the identity may not watch something, it is listed at the interval instead.

Ends with exit code 0 when it is told to stop (SIGTERM, SIGINT), with 1 when it loses its lease, with 2 where it could not run.`

  static override examples = [
    '<%= config.bin %> watch --provider capa-eks --provider capi --exec-credentials',
    '<%= config.bin %> watch --leader-elect --metrics-bind-address :8080 --log-format json',
  ]

  static override flags = {
    ...watchFlags,
    prune: Flags.boolean({ allowNo: true, description: 'carry out removals and hides (default true)' }),
    ...settingsFlags,
    ...connectionFlags,
  }

  async run(): Promise<number> {
    const { flags } = await this.parse(Watch)
    const { runWatch } = await import('../cli/watch-verb.ts')
    return runWatch(this.io, flags)
  }
}
