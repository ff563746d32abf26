import type { Check } from '../doctor/check.ts'
import { inspect } from '../doctor/inspect.ts'
import type { Inspection } from '../doctor/inspection.ts'
import {
  doctorExitCode,
  makeDoctorReport,
  observedIn,
  reportChecks,
  type DoctorCheck,
  type DoctorReport,
  type Observed,
} from '../doctor/report.ts'
import { runChecks, whyUnanswered } from '../doctor/run-checks.ts'
import { advisedOrder, mayShadow } from '../engine/advised-order.ts'
import { isForbidden } from '../kube/errors.ts'
import { formatDuration } from '../settings/duration.ts'
import type { DoctorInputs } from './doctor-inputs.ts'
import { proberFor } from './doctor-prober.ts'
import type { Io } from './io.ts'
import type { Completed } from './remedy.ts'
import { note, passOptions, type Session } from './session.ts'

/** Between two looks of `--wait`, in milliseconds. */
const PAUSE = 5_000

export interface Visit {
  readonly io: Io
  readonly session: Session
  readonly inputs: DoctorInputs
  readonly checks: readonly Check[]
  readonly completed: Completed
}

/** Told of a report as it comes about. */
export interface DoctorListener {
  begun(observed: Observed | undefined): void
  section(checks: readonly DoctorCheck[]): void
}

const inspectionOf = async ({ io, session, inputs }: Visit): Promise<Inspection> => {
  const { client, about } = session.hub
  const { policy, concurrency, now } = passOptions(session, io)
  const prober = await proberFor(io, session, inputs)
  return inspect({
    client,
    about,
    settings: session.settings,
    policy,
    concurrency,
    now,
    minValidity: inputs.minValidity,
    ...(inputs.probe === undefined ? {} : { probe: inputs.probe }),
    ...(prober ? { prober } : {}),
  })
}

/** A hub that doesn't answer, or doesn't know who asks, is no patient; one that refuses is. */
const reach = async (inspection: Inspection): Promise<void> => {
  try {
    await inspection.find('namespaces', { name: inspection.settings.targetNamespace })
  } catch (error) {
    if (!isForbidden(error)) throw error
  }
}

/** A look costs a request a cluster: it is not made for the headline of a few checks that were named. */
const headlineOf = async (inspection: Inspection, { named }: DoctorInputs): Promise<Observed | undefined> => {
  if (named.size > 0) return undefined
  try {
    return observedIn(await inspection.look())
  } catch (error) {
    if (whyUnanswered(error) === undefined) throw error
    return undefined
  }
}

/** A command that is proposed must not go on with an order of providers that `provider-order` rejects. */
const orderOf = async (inspection: Inspection): Promise<readonly string[] | undefined> => {
  if (!mayShadow(inspection.settings)) return undefined
  try {
    return advisedOrder(inspection.settings, (await inspection.look()).decisions)
  } catch (error) {
    if (whyUnanswered(error) === undefined) throw error
    return undefined
  }
}

/** One look at everything. */
export const visit = async (given: Visit, listener?: DoctorListener): Promise<DoctorReport> => {
  const { io, session, checks, completed, inputs } = given
  const start = io.now()
  const inspection = await inspectionOf(given)
  await reach(inspection)
  const observed = await headlineOf(inspection, inputs)
  listener?.begun(observed)
  const order = await orderOf(inspection)
  const answered: DoctorCheck[] = []
  for await (const results of runChecks(checks, inspection)) {
    const section = reportChecks(results, (remedy) => completed(remedy, order))
    answered.push(...section)
    listener?.section(section)
  }
  return makeDoctorReport({
    hub: session.hub.about,
    settings: session.settings,
    observed,
    checks: answered,
    requests: session.hub.client.counters().requests,
    ...(session.files ? {} : { seconds: Math.round((io.now() - start) / 10) / 100 }),
  })
}

/** Looks until nothing fails or the time is over; the last look is the one that counts. */
export const visitUntilClean = async (given: Visit): Promise<DoctorReport> => {
  const { io, inputs } = given
  const end = io.now() + inputs.wait
  for (;;) {
    const report = await visit(given)
    const left = end - io.now()
    const failing = report.checks.filter((check) => doctorExitCode([check], inputs.failOn) === 1)
    if (left <= 0 || failing.length === 0) return report
    note(io, `${failing.map(({ id }) => id).join(', ')}: looking again, for ${formatDuration(left)} at most`)
    await io.pause(Math.min(PAUSE, left))
  }
}
