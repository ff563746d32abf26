import { Flags } from '@oclif/core'
import { RegistrarCommand } from '../cli/command.ts'
import { askingFlags } from '../cli/flags.ts'

export default class Completion extends RegistrarCommand {
  static override summary = 'Set up completion, and the plugin of argocd'

  static override description = `install puts two links beside kubectl-registrar: kubectl_complete-registrar, which kubectl asks for completions, and argocd-registrar, which makes it a plugin of argocd. uninstall takes them away again.

bash, zsh and fish print a script that completes argocd registrar, and the executable by its own name; kubectl needs none.`

  static override usage = 'completion install|uninstall|bash|zsh|fish'

  static override examples = [
    '<%= config.bin %> completion install --dry-run',
    'source <(<%= config.bin %> completion bash)',
    '<%= config.bin %> completion uninstall',
  ]

  static override strict = false

  static override flags = {
    folder: Flags.string({
      helpValue: 'PATH',
      description: 'folder of kubectl-registrar (default: the first on PATH that has it)',
    }),
    'dry-run': Flags.string({
      helpValue: 'none|client',
      description: 'show what would be linked where, and link nothing (bare: client)',
    }),
    yes: askingFlags.yes,
  }

  async run(): Promise<number> {
    const { flags, argv } = await this.parse(Completion)
    const { runCompletion } = await import('../cli/completion-verb.ts')
    return runCompletion(this.io, flags, argv.map(String))
  }
}
