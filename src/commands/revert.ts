import { RegistrarCommand } from '../cli/command.ts'
import { askingFlags, connectionFlags, outputFlags, unbrakedFlags } from '../cli/flags.ts'
import { requireWords } from '../cli/words.ts'

export default class Revert extends RegistrarCommand {
  static override summary = 'Show hidden registrations to Argo CD again'

  static override description = `One that was hidden by hand is shown again. Of one that a rename has hidden, the cluster label of its namespace is set back, after both ends are shown and confirmed: the former name is registered again, and the present one hidden.

Exit codes: 0 all named are shown, 1 something needs a person, 2 it could not run.`

  static override usage = 'revert CLUSTER…'

  static override examples = [
    '<%= config.bin %> revert sandbox --dry-run',
    '<%= config.bin %> revert sandbox --yes',
  ]

  static override strict = false

  static override flags = { ...askingFlags, ...unbrakedFlags, ...outputFlags, ...connectionFlags }

  async run(): Promise<number> {
    const { flags, argv } = await this.parse(Revert)
    const words = requireWords(argv, 'revert', 'CLUSTER', this.io)
    const { runVerb } = await import('../cli/run-verb.ts')
    const { revertNamed } = await import('../cli/revert-verb.ts')
    return runVerb(this.io, flags, 'hub', (running) => revertNamed(running, words))
  }
}
