import type * as Prom from 'prom-client'

/** The reference's, whose dashboards and alerts go on working. */
const PREFIX = 'argocd_cluster_registrar_'

/** Seconds. */
const PASS_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
/** One key, or the audit of all of them. */
export const SCOPES = ['cluster', 'fleet'] as const

/** Asked at every scrape. */
export interface MetricSources {
  readonly queueDepth: () => number
  /** Milliseconds the key that is due longest has waited. */
  readonly queueAge: () => number
  /** Milliseconds since the active registration that was looked at longest ago was. */
  readonly refreshAge: () => number
  readonly leading: () => boolean
}

interface Family {
  readonly name: string
  readonly help: string
}

const family = (name: string, help: string): Family => ({ name: PREFIX + name, help })

/** The four families of the reference, in its names, labels and buckets. */
export const referenceFamilies = ({ Counter, Gauge }: typeof Prom, registry: Prom.Registry) => ({
  conflicts: new Counter({
    ...family('conflicts_total', 'Times a cluster was refused, for its name or its address is taken.'),
    labelNames: ['reason'] as const,
    registers: [registry],
  }),
  adoptions: new Counter({
    ...family('adoptions_total', 'Registrations without a source namespace that were taken over.'),
    registers: [registry],
  }),
  registrations: new Gauge({
    ...family('registrations', 'Registrations, by what is left of their credential.'),
    labelNames: ['state', 'credential_expiry'] as const,
    registers: [registry],
  }),
  unrouted: new Gauge({
    ...family(
      'unrouted_secrets',
      'Registrations without a source namespace: never refreshed, never removed.',
    ),
    registers: [registry],
  }),
})

export const ownFamilies = ({ Counter, Gauge, Histogram }: typeof Prom, registry: Prom.Registry) => {
  const gauge = (name: string, help: string): Prom.Gauge =>
    new Gauge({ ...family(name, help), registers: [registry] })
  return {
    hidden: gauge('hidden_registrations', 'Registrations that are not demoted, and Argo CD does not see.'),
    anonymous: gauge('anonymous_registrations', 'Registrations by which Argo CD signs in as nobody.'),
    held: gauge('removals_held', 'Removals and hides that wait for a person.'),
    passes: new Histogram({
      ...family('pass_duration_seconds', 'Time one pass took, over one cluster or the whole fleet.'),
      labelNames: ['scope'] as const,
      buckets: PASS_BUCKETS,
      registers: [registry],
    }),
    requests: new Counter({
      ...family('api_requests_total', 'Requests to the hub, by verb and HTTP status.'),
      labelNames: ['verb', 'code'] as const,
      registers: [registry],
    }),
  }
}

export const addSampled = ({ Gauge }: typeof Prom, registry: Prom.Registry, sources: MetricSources): void => {
  const sampled = (name: string, help: string, value: () => number): void => {
    new Gauge({
      ...family(name, help),
      registers: [registry],
      collect() {
        this.set(value())
      },
    })
  }
  sampled('queue_depth', 'Keys that are due and wait for a worker.', sources.queueDepth)
  sampled(
    'queue_age_seconds',
    'Time the key that is due longest has waited.',
    () => sources.queueAge() / 1000,
  )
  sampled(
    'credential_refresh_age_seconds',
    'Time since the registration that was looked at longest ago was.',
    () => sources.refreshAge() / 1000,
  )
  sampled('leading', '1 where this instance may write, 0 on a standby.', () => Number(sources.leading()))
}
