import { Flags } from '@oclif/core'
import { RegistrarCommand } from '../cli/command.ts'
import { connectionFlags, outputFlags, scopeFlags, unbrakedFlags } from '../cli/flags.ts'
import { SORT_KEYS } from '../listing/sort.ts'

// Nothing here is a Secret whose credentials could be printed.
const { redact: _none, ...output } = outputFlags

export default class List extends RegistrarCommand {
  static override summary = 'List the registrations: where they lead, and how long their credentials last'

  static override description = `Looks at the namespace of Argo CD only, with one list of the hub. What is hidden from Argo CD is listed with --all, or by its name.

A cluster is named as it is called, by its Secret (cluster-NAME), or as -o name prints it. The verb is also called get.

Exit codes: 0 listed, 1 something that was named is not there, 2 it could not run.`

  static override usage = 'list [NAME…]'

  static override examples = [
    '<%= config.bin %> list',
    '<%= config.bin %> list --sort-by expires',
    '<%= config.bin %> list -l argocd-cluster-registrar/stage=test -o wide',
    '<%= config.bin %> list --all -w',
  ]

  static override strict = false

  static override flags = {
    all: Flags.boolean({
      allowNo: true,
      description: 'list hidden registrations too, and cluster Secrets that are not ours',
    }),
    selector: Flags.string({
      char: 'l',
      helpValue: 'SELECTOR',
      description: "label selector on the registrations' own labels, with whole keys",
    }),
    'sort-by': Flags.string({
      helpValue: 'COLUMN',
      description: `column to sort by (default name): ${SORT_KEYS.join(', ')}`,
    }),
    watch: Flags.boolean({
      char: 'w',
      allowNo: true,
      description: 'after listing, print what changes until Ctrl-C',
    }),
    ...scopeFlags,
    namespace: Flags.string({
      char: 'n',
      helpValue: 'NAME',
      description: 'list what is registered from this source namespace only; may be repeated',
      multiple: true,
      multipleNonGreedy: true,
    }),
    ...unbrakedFlags,
    ...output,
    ...connectionFlags,
  }

  async run(): Promise<number> {
    const { flags, argv } = await this.parse(List)
    const { runList } = await import('../cli/list-verb.ts')
    return runList(this.io, flags, argv)
  }
}
