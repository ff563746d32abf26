import type { ReasonId } from '../engine/reasons/index.ts'
import { conflictOf, CONFLICTS } from './conflict-reason.ts'
import { addSampled, ownFamilies, referenceFamilies, SCOPES, type MetricSources } from './metrics-families.ts'
import { countFleet, type FleetEntry } from './metrics-fleet.ts'
import { addProcessFamilies } from './metrics-process.ts'
import { codeLabel, successOf, VERBS, type Verb } from './metrics-requests.ts'

/** What the controller counts. All series of the reference are there at 0 from the start, and all labels are of fixed sets:
 *  never a name (C7.55–C7.59). */
export interface Metrics {
  /** Each time a refusal is decided; reasons that are no conflict to the reference count nothing (C5.47). */
  readonly countConflict: (reason: ReasonId) => void
  readonly countAdoption: () => void
  readonly observePass: (scope: (typeof SCOPES)[number], milliseconds: number) => void
  /** @param code HTTP status; 0 where no answer came */
  readonly countRequest: (verb: Verb, code: number) => void
  /** Sets all gauges of the fleet (C7.61). @param now milliseconds since the epoch */
  readonly observeFleet: (entries: Iterable<FleetEntry>, now: number) => void
  /** Removals and hides that the brake holds now. */
  readonly setRemovalsHeld: (count: number) => void
  readonly contentType: string
  readonly text: () => Promise<string>
}

/** Loads prom-client: only where metrics are served. */
export const createMetrics = async (sources: MetricSources): Promise<Metrics> => {
  const prom = await import('prom-client')
  const registry = new prom.Registry()
  const reference = referenceFamilies(prom, registry)
  const own = ownFamilies(prom, registry)
  addSampled(prom, registry, sources)
  addProcessFamilies(prom, registry)
  for (const reason of CONFLICTS) reference.conflicts.inc({ reason }, 0)
  for (const scope of SCOPES) own.passes.zero({ scope })
  for (const verb of VERBS) own.requests.inc({ verb, code: codeLabel(successOf(verb)) }, 0)
  const observeFleet: Metrics['observeFleet'] = (entries, now) => {
    const count = countFleet(entries, now)
    for (const [state, buckets] of count.registrations)
      for (const [bucket, number] of buckets)
        reference.registrations.set({ state, credential_expiry: bucket }, number)
    reference.unrouted.set(count.unrouted)
    own.hidden.set(count.hidden)
    own.anonymous.set(count.anonymous)
  }
  observeFleet([], 0)
  return {
    countConflict: (reason) => {
      const conflict = conflictOf(reason)
      if (conflict !== undefined) reference.conflicts.inc({ reason: conflict })
    },
    countAdoption: () => {
      reference.adoptions.inc()
    },
    observePass: (scope, milliseconds) => {
      own.passes.observe({ scope }, milliseconds / 1000)
    },
    countRequest: (verb, code) => {
      own.requests.inc({ verb, code: codeLabel(code) })
    },
    observeFleet,
    setRemovalsHeld: (count) => {
      own.held.set(count)
    },
    contentType: registry.contentType,
    text: () => registry.metrics(),
  }
}
