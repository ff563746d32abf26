import { RegistrarCommand } from '../cli/command.ts'
import { askingFlags, connectionFlags, forceFlags, outputFlags, unbrakedFlags } from '../cli/flags.ts'
import { requireWords } from '../cli/words.ts'

export default class Demote extends RegistrarCommand {
  static override summary = 'Hide registrations from Argo CD without deleting them'

  static override description = `Takes the label off that makes a Secret a cluster for Argo CD, and leaves the rest of it as it is. It stays hidden, whatever sync does meanwhile, until it is reverted. What becomes of Applications is shown first; where some use the cluster, --force is needed.

A cluster is named as it is called, by its Secret (cluster-NAME), or as -o name prints it.

Exit codes: 0 all named are hidden, 1 something needs a person, 2 it could not run.`

  static override usage = 'demote CLUSTER…'

  static override examples = [
    '<%= config.bin %> demote sandbox --dry-run',
    '<%= config.bin %> demote sandbox staging --yes',
  ]

  static override strict = false

  static override flags = {
    ...askingFlags,
    ...forceFlags,
    ...unbrakedFlags,
    ...outputFlags,
    ...connectionFlags,
  }

  async run(): Promise<number> {
    const { flags, argv } = await this.parse(Demote)
    const words = requireWords(argv, 'demote', 'CLUSTER', this.io)
    const { runVerb } = await import('../cli/run-verb.ts')
    const { isOn } = await import('../cli/inputs.ts')
    const { removeNamed } = await import('../cli/removal-verbs.ts')
    return runVerb(this.io, flags, 'hub', (running) =>
      removeNamed(running, 'demote', words, { force: isOn(flags, 'force') }),
    )
  }
}
