import { Flags } from '@oclif/core'
import { BUILD_DATE, COMMIT, UNKNOWN } from '../cli/build-info.ts'
import { RegistrarCommand } from '../cli/command.ts'
import { connectionFlags, outputFlags } from '../cli/flags.ts'
import { UsageError } from '../errors.ts'
import { printableName } from '../kubeconfig/printable.ts'

const { output, v } = outputFlags
const { server: _address, ...connection } = connectionFlags

export default class Version extends RegistrarCommand {
  static override summary = 'Print the version'

  static override description = 'Connects to nothing, unless --server asks for the version of the hub too.'

  static override examples = ['<%= config.bin %> version', '<%= config.bin %> version --server -o json']

  static override flags = {
    server: Flags.boolean({ allowNo: true, description: 'ask the hub for its Kubernetes version too' }),
    output: { ...output, helpValue: 'json|yaml', description: 'form of the output (default one line)' },
    v,
    ...connection,
  }

  async run(): Promise<number> {
    const { flags } = await this.parse(Version)
    const format = flags.output
    if (format !== undefined && format !== 'json' && format !== 'yaml')
      throw new UsageError(
        `--output: "${printableName(format)}" is not one of json, yaml`,
        'write --output=json',
      )
    const version = {
      client: { version: this.io.version, commit: COMMIT, date: BUILD_DATE },
      ...(flags.server ? { server: await this.#serverVersion(flags) } : {}),
    }
    if (format === 'json') this.io.stdout(`${JSON.stringify(version, undefined, 2)}\n`)
    else if (format === 'yaml') this.io.stdout((await import('yaml')).stringify(version))
    else this.io.stdout(this.#lines(version))
    return 0
  }

  #lines({
    client,
    server,
  }: {
    readonly client: { readonly version: string; readonly commit: string; readonly date: string }
    readonly server?: string
  }): string {
    // Ordinary builds have a commit and no date; only where nothing is known that is said (C1.03).
    const isUndated = client.date === UNKNOWN && client.commit !== UNKNOWN
    const date = isUndated ? '' : ` ${client.date}`
    const own = `kubectl-registrar version ${client.version} (${client.commit})${date}\n`
    return server === undefined ? own : `${own}hub version ${server}\n`
  }

  async #serverVersion(
    flags: Readonly<Record<string, string | boolean | string[] | undefined>>,
  ): Promise<string> {
    const { connectionOf } = await import('../cli/inputs.ts')
    const { server: _asked, ...connectionFlagValues } = flags
    const hub = await this.io.connect(connectionOf(connectionFlagValues), { verbosity: 0 })
    try {
      return await hub.serverVersion()
    } catch (error) {
      throw hub.explain(error)
    } finally {
      hub.close()
    }
  }
}
