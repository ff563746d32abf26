import { Flags } from '@oclif/core'
import { RegistrarCommand } from '../cli/command.ts'
import { askingFlags, connectionFlags, outputFlags, settingsFlags } from '../cli/flags.ts'
import { wordsOf } from '../cli/words.ts'

export default class Register extends RegistrarCommand {
  static override summary = 'Label namespaces and register the clusters in them'

  static override description = `Labels each namespace as a source namespace and reconciles it at once, and no other. What would be refused (a name or an address that is held, a kubeconfig that can't be used) is refused before anything is labelled. A label that would be overwritten is asked about.

With --import the kubeconfig comes from a file, for a cluster that has none on the hub: one context of it is stored as a Secret in a labelled namespace of its own. Nobody renews it. --context then names a context of that file.

Exit codes: 0 registered, or waiting for a kubeconfig, 1 something needs a person or --wait was over, 2 it could not run.`

  static override usage = ['register NAMESPACE…', 'register --import FILE [--context NAME] --name NAME']

  static override examples = [
    '<%= config.bin %> register team-a --wait',
    '<%= config.bin %> register team-a --name staging --label env=staging --dry-run',
    '<%= config.bin %> register --import staging.kubeconfig --name staging',
    '<%= config.bin %> register team-a --dry-run -o yaml --redact',
  ]

  static override strict = false

  static override flags = {
    name: Flags.string({
      helpValue: 'NAME',
      description: 'what the cluster is called (default: the name it has, else that of the namespace)',
    }),
    label: Flags.string({
      helpValue: 'KEY=VALUE',
      description: 'label of the namespace under the prefix, copied to the registration; may be repeated',
      multiple: true,
      multipleNonGreedy: true,
    }),
    annotation: Flags.string({
      helpValue: 'KEY=VALUE',
      description: 'annotation of the namespace under the prefix, copied likewise; may be repeated',
      multiple: true,
      multipleNonGreedy: true,
    }),
    wait: Flags.string({
      helpValue: 'TIME',
      description: 'wait until the kubeconfig is there and the cluster registered (bare: 90s)',
    }),
    import: Flags.string({
      helpValue: 'FILE',
      description: 'store this kubeconfig (- for standard input) and register its cluster',
    }),
    namespace: Flags.string({
      char: 'n',
      helpValue: 'NAME',
      description: 'where --import stores it (default registrar-NAME)',
    }),
    'show-secrets': Flags.boolean({
      allowNo: true,
      description: 'let -o yaml print the cluster Secrets with their credentials',
    }),
    ...askingFlags,
    ...settingsFlags,
    ...outputFlags,
    ...connectionFlags,
  }

  async run(): Promise<number> {
    const { flags, argv } = await this.parse(Register)
    const { hubFlags, registerInputs } = await import('../cli/register-inputs.ts')
    const inputs = await registerInputs(this.io, flags, wordsOf(argv))
    const { runVerb } = await import('../cli/run-verb.ts')
    const { registerNamespaces } = await import('../cli/register-verb.ts')
    return runVerb(this.io, hubFlags(flags), 'hub', (running) => registerNamespaces(running, inputs))
  }
}
