import { RegistrarCommand } from '../cli/command.ts'
import { doctorFlags } from '../cli/doctor-flags.ts'

export default class Doctor extends RegistrarCommand {
  static override summary = 'Say what is wrong with a hub, or with manifests, and what to do about it'

  static override description = `Looks at the hub as sync would, and at what lies around it: rights, settings, kubeconfigs, claims, registrations, credentials, removals, Argo CD. Each check says what it found and how to put it right. Nothing is written.

Exit codes: 0 nothing fails, 1 a finding as grave as --fail-on, 2 it could not run.`

  static override examples = [
    '<%= config.bin %> doctor',
    '<%= config.bin %> doctor --fail-on warning --min-validity 14d -o json',
    '<%= config.bin %> doctor --check provider-order',
    '<%= config.bin %> doctor -f examples/hub --config examples/settings.yaml',
  ]

  static override flags = doctorFlags

  async run(): Promise<number> {
    const { flags } = await this.parse(Doctor)
    const { runDoctor } = await import('../cli/doctor-verb.ts')
    return runDoctor(this.io, flags)
  }
}
