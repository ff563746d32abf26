import { randomUUID } from 'node:crypto'
import { systemClock } from '../controller/clock.ts'
import type { Prober } from '../doctor/inspection.ts'
import { formatDuration } from '../settings/duration.ts'
import type { DoctorInputs } from './doctor-inputs.ts'
import type { Io } from './io.ts'
import { note, type Session } from './session.ts'

/** Which registrations a pod is to contact. */
const flagsFor = ({ settings }: Session, { minValidity }: DoctorInputs): readonly string[] => [
  `--target-namespace=${settings.targetNamespace}`,
  `--label-prefix=${settings.labelPrefix}`,
  `--managed-by=${settings.managedBy}`,
  `--min-validity=${formatDuration(minValidity)}`,
  ...settings.namespaces.map((namespace) => `--namespace=${namespace}`),
]

/** What contacts child clusters; undefined where none are to be contacted. */
export const proberFor = async (
  io: Io,
  session: Session,
  inputs: DoctorInputs,
): Promise<Prober | undefined> => {
  const { client, podLog } = session.hub
  const { targetNamespace: namespace } = session.settings
  if (inputs.probe === undefined) return undefined
  if (inputs.probe === 'pod') {
    const { podProber } = await import('../doctor/probe/pod.ts')
    return podProber({
      client,
      log: podLog ?? (() => Promise.reject(new Error('unreachable: manifests are not probed'))),
      clock: systemClock,
      namespace,
      name: `registrar-probe-${randomUUID().slice(0, 8)}`,
      flags: flagsFor(session, inputs),
      note: (text) => {
        note(io, text)
      },
    })
  }
  const { probeAll } = await import('../doctor/probe/probe.ts')
  const { systemWire } = await import('../doctor/probe/wire.ts')
  const { userAgent } = await import('../kube/live/requests.ts')
  return (secrets) =>
    probeAll(secrets, {
      wire: systemWire,
      clock: systemClock,
      now: io.now(),
      minValidity: inputs.minValidity,
      userAgent: userAgent(io.version),
    })
}
