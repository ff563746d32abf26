import { Flags as OclifFlags } from '@oclif/core'
import { connectionFlags, outputFlags, readScopeFlags, settingsFlags } from './flags.ts'

export const DOCTOR_FORMATS = ['table', 'wide', 'short', 'json', 'yaml'] as const
export type DoctorFormat = (typeof DOCTOR_FORMATS)[number]

const { 'max-removals': _brake, ...settings } = settingsFlags
const { headers: _headers, redact: _redact, ...output } = outputFlags

/** Of `doctor`. It removes and prints nothing that the flags left out would be about. */
export const doctorFlags = {
  check: OclifFlags.string({
    helpValue: 'ID',
    description: 'run this check only; may be repeated',
    multiple: true,
    multipleNonGreedy: true,
  }),
  skip: OclifFlags.string({
    helpValue: 'ID',
    description: 'leave this check out; may be repeated',
    multiple: true,
    multipleNonGreedy: true,
  }),
  'fail-on': OclifFlags.string({
    helpValue: 'error|warning|info',
    description: 'exit 1 on a finding as grave as this (default error)',
  }),
  'min-validity': OclifFlags.string({
    helpValue: 'TIME',
    description: 'warn of credentials that end sooner than this, such as 7d (default 7d)',
  }),
  wait: OclifFlags.string({
    helpValue: 'TIME',
    description: 'look again until nothing fails, for so long at most, such as 2m (bare: 90s)',
  }),
  probe: OclifFlags.string({
    helpValue: 'here|pod',
    description: 'also contact the child clusters, from here or from a Job on the hub (bare: here)',
  }),
  ...readScopeFlags,
  ...settings,
  ...output,
  output: OclifFlags.string({
    char: 'o',
    helpValue: DOCTOR_FORMATS.join('|'),
    helpGroup: 'OUTPUT',
    description: 'form of the output: wide has a line for each check, short only what fails (default table)',
  }),
  ...connectionFlags,
}
