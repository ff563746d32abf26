import { Flags } from '@oclif/core'
import { RegistrarCommand } from '../cli/command.ts'
import { askingFlags, connectionFlags, forceFlags, outputFlags, settingsFlags } from '../cli/flags.ts'
import { wordsOf } from '../cli/words.ts'

export default class Prune extends RegistrarCommand {
  static override summary = 'Delete registrations whose source is proved gone'

  static override description = `Without a name: registrations whose namespace is gone, and hidden ones past --demoted-ttl. With names: also hidden ones before their time, and those that no namespace claims; never one whose namespace means it still. What is to go is listed first, with the Applications and ApplicationSets it touches.

--max-removals lets go what the brake holds, hides of renamed clusters among it.

Exit codes: 0 all that had to go is gone, 1 something needs a person, 2 it could not run.`

  static override usage = 'prune [CLUSTER…]'

  static override examples = [
    '<%= config.bin %> prune --dry-run',
    '<%= config.bin %> prune sandbox',
    '<%= config.bin %> prune --max-removals 12',
  ]

  static override strict = false

  static override flags = {
    ...askingFlags,
    ...forceFlags,
    ...settingsFlags,
    'max-removals': Flags.string({
      helpValue: 'N|N%',
      description: 'let so many removals and hides go, over the brake, once they are listed and confirmed',
    }),
    ...outputFlags,
    ...connectionFlags,
  }

  async run(): Promise<number> {
    const { flags, argv } = await this.parse(Prune)
    const words = wordsOf(argv)
    // Not a setting here: the brake of this hub stays what it is.
    const { 'max-removals': typed, ...others } = flags
    const { isOn, releaseOf } = await import('../cli/inputs.ts')
    const release = releaseOf(typed)
    const { runVerb } = await import('../cli/run-verb.ts')
    const { removeDue, removeNamed } = await import('../cli/removal-verbs.ts')
    return runVerb(this.io, others, 'hub', (running) =>
      words.length === 0
        ? removeDue(running, release)
        : removeNamed(running, 'prune', words, {
            force: isOn(flags, 'force'),
            ...(release ? { release } : {}),
          }),
    )
  }
}
