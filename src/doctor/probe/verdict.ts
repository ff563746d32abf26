import type { Params } from '../../kubeconfig/translation.ts'
import type { Severity } from '../finding.ts'

export const PROBE_IDS = [
  'probe-dns',
  'probe-tcp',
  'probe-tls-ca',
  'probe-tls-name',
  'probe-tls-expired',
  'probe-auth',
  'probe-forbidden',
  'probe-discovery',
  'probe-slow',
] as const

export type ProbeId = (typeof PROBE_IDS)[number]

/** The steps of one contact, in their order. `version` and `api` are requests. */
export type Phase = 'dns' | 'tcp' | 'tls' | 'version' | 'api'

export interface Timing {
  readonly phase: Phase
  /** Milliseconds. */
  readonly ms: number
}

/** What one cluster came to; of several faults the first that was met. */
export interface Verdict {
  readonly cluster: string
  /** Absent: it answered as an API server does, to somebody it knows. */
  readonly fault?: { readonly id: ProbeId; readonly severity: Severity; readonly params: Params }
  readonly timings: readonly Timing[]
}

/** `dns 3 ms, tcp 12 ms`. */
export const timingsText = (timings: readonly Timing[]): string =>
  timings.map(({ phase, ms }) => `${phase} ${Math.round(ms)} ms`).join(', ')

export const totalOf = (timings: readonly Timing[]): number => timings.reduce((sum, { ms }) => sum + ms, 0)
