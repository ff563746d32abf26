import { CHECKS } from '../doctor/checks/index.ts'
import type { Check } from '../doctor/check.ts'
import type { Severity } from '../doctor/finding.ts'
import type { ProbeFrom } from '../doctor/inspection.ts'
import { UsageError } from '../errors.ts'
import { printableName } from '../kubeconfig/printable.ts'
import { parseDuration } from '../settings/duration.ts'
import { closest } from './closest.ts'
import { DOCTOR_FORMATS, type DoctorFormat } from './doctor-flags.ts'
import { list, oneOf, textOf } from './inputs.ts'
import type { Flags } from './session.ts'

/** What was asked of `doctor`. Durations are in milliseconds. */
export interface DoctorInputs {
  /** Ids of the only checks to run; empty = all that can be answered. */
  readonly named: ReadonlySet<string>
  /** Ids of checks not to run. */
  readonly left: ReadonlySet<string>
  readonly failOn: Severity
  readonly minValidity: number
  /** 0 = look once. */
  readonly wait: number
  readonly probe: ProbeFrom | undefined
  readonly format: DoctorFormat
}

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info']

const PROBES: readonly ProbeFrom[] = ['here', 'pod']

const durationOf = (flags: Flags, name: string, fallback: string): number => {
  const text = textOf(flags[name]) ?? fallback
  const milliseconds = parseDuration(text, { days: true })
  if (milliseconds !== undefined && milliseconds >= 0) return milliseconds
  throw new UsageError(
    `--${name}: "${printableName(text)}" is not a duration`,
    `write it as in --${name}=2m, --${name}=36h or --${name}=7d`,
  )
}

const known = (flags: Flags, name: string): ReadonlySet<string> => {
  const ids = CHECKS.map(({ id }): string => id)
  const named = list(flags[name]) ?? []
  const unknown = named.find((id) => !ids.includes(id))
  if (unknown === undefined) return new Set(named)
  const near = closest(unknown, ids)
  throw new UsageError(
    `--${name}: there is no check "${printableName(unknown)}"`,
    near === undefined
      ? 'see docs/reasons.md, or the ids of: kubectl registrar doctor -o wide'
      : `did you mean --${name}=${near}?`,
  )
}

/** Reads the flags that are doctor's own; nothing is contacted for it. */
export const doctorInputs = (flags: Flags): DoctorInputs => {
  const probed = textOf(flags['probe'])
  return {
    named: known(flags, 'check'),
    left: known(flags, 'skip'),
    failOn: oneOf('fail-on', textOf(flags['fail-on']), SEVERITIES, 'error'),
    minValidity: durationOf(flags, 'min-validity', '7d'),
    wait: durationOf(flags, 'wait', '0'),
    probe: probed === undefined ? undefined : oneOf('probe', probed, PROBES, 'here'),
    format: oneOf('output', textOf(flags['output']), DOCTOR_FORMATS, 'table'),
  }
}

/**
 * The checks to run. Those that can't be answered here are not mentioned, unless they were asked for.
 * @param hasFiles manifests are looked at, and nothing is contacted
 */
export const checksFor = (
  { named, left, probe, wait }: DoctorInputs,
  hasFiles: boolean,
): readonly Check[] => {
  if (wait > 0 && hasFiles)
    throw new UsageError('--wait: manifests do not change while they are looked at', 'leave --wait out')
  if (probe !== undefined && hasFiles)
    throw new UsageError(
      '--probe contacts child clusters, and with --filename nothing is contacted',
      'leave one of the two out',
    )
  const isAnswered = ({ on, only }: Check): boolean =>
    !(only === 'probe' && probe === undefined) && !(on === 'hub' && hasFiles)
  const checks = CHECKS.filter(
    (check) => !left.has(check.id) && (named.size > 0 ? named.has(check.id) : isAnswered(check)),
  )
  if (checks.length > 0) return checks
  throw new UsageError('no check is left to run', 'leave out --skip, or name others with --check')
}
