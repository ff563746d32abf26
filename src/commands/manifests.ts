import { Flags } from '@oclif/core'
import { RegistrarCommand } from '../cli/command.ts'
import { settingsFlags } from '../cli/flags.ts'
import { watchFlags } from '../cli/watch-flags.ts'

// Nothing is contacted, so there is no hub whose settings could be used.
const { 'discover-config': _discover, 'settings-from': _from, ...settings } = settingsFlags

export default class Manifests extends RegistrarCommand {
  static override summary = 'Print the YAML of an installation in the cluster'

  static override description = `Prints what the Helm chart makes, without helm: ServiceAccount, rights, ConfigMap, Deployment, and what else is turned on. Flags of watch and settings go into it; --values and --set take the values of the chart. Nothing is contacted.`

  static override examples = [
    '<%= config.bin %> manifests --provider capi --set image.repository=registry.example.com/registrar | kubectl apply -f -',
    '<%= config.bin %> manifests --leader-elect --set replicaCount=2 --set rbac.watchSecrets=true',
  ]

  static override flags = {
    name: Flags.string({
      helpValue: 'NAME',
      description: 'name of the installation (default kubectl-registrar)',
    }),
    namespace: Flags.string({
      char: 'n',
      helpValue: 'NAME',
      description: 'where the pod runs (default: the target namespace)',
    }),
    values: Flags.string({
      helpValue: 'FILE',
      description: 'values file of the chart; may be repeated, the last counts most',
      multiple: true,
      multipleNonGreedy: true,
    }),
    set: Flags.string({
      helpValue: 'PATH=VALUE',
      description: 'one value of the chart, in YAML; may be repeated',
      multiple: true,
      multipleNonGreedy: true,
    }),
    ...watchFlags,
    prune: Flags.boolean({ allowNo: true, description: 'carry out removals and hides (default true)' }),
    ...settings,
  }

  async run(): Promise<number> {
    const { flags } = await this.parse(Manifests)
    const { printManifests } = await import('../manifests/verb.ts')
    return printManifests(this.io, flags)
  }
}
