import { RegistrarCommand } from '../cli/command.ts'
import { connectionFlags, outputFlags, readScopeFlags, settingsFlags } from '../cli/flags.ts'
import { requireWords } from '../cli/words.ts'
import { UsageError } from '../errors.ts'

const { headers: _headers, redact: _redact, ...explainOutput } = outputFlags

export default class Explain extends RegistrarCommand {
  static override summary = 'Say why a cluster is, or is not, registered'

  static override description = `Makes the pass that sync would make, writes nothing, and shows everything that the decision about one thing rests on: the labels of its namespace, every kubeconfig that was considered and why it was passed over, the address, who has the name and the address, the decision, and what would change it.

A cluster, a namespace, a Secret ([NAMESPACE/]NAME) or the URL of a server can be named. Where a word could mean several things, write cluster/NAME, namespace/NAME or secret/NAME.

Exit codes: 0 as it should be, 1 it needs a person, 2 it could not run.`

  static override usage = 'explain NAME'

  static override examples = [
    '<%= config.bin %> explain sandbox',
    '<%= config.bin %> explain namespace/k3k-sandbox -o json',
    '<%= config.bin %> explain https://10.0.0.1:6443',
    '<%= config.bin %> explain billing -f examples/hub',
  ]

  static override strict = false

  static override flags = {
    ...readScopeFlags,
    ...settingsFlags,
    ...explainOutput,
    ...connectionFlags,
  }

  async run(): Promise<number> {
    const { flags, argv } = await this.parse(Explain)
    const [word = '', ...others] = requireWords(argv, 'explain', 'NAME', this.io)
    if (others.length > 0)
      throw new UsageError('explain takes one NAME', `write one at a time: ${this.io.program} explain NAME`)
    const { runExplain } = await import('../cli/explain-verb.ts')
    return runExplain(this.io, flags, word)
  }
}
